// A clean through, exported as itself.
module.exports = function identity(read) {
  return function (abort, cb) {
    read(abort, cb)
  }
}
