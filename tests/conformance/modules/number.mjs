// A module that exports no function.
export default 42
