// A module that is no JavaScript.
export default function (
