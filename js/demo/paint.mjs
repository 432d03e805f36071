// Colours and headings for the terminal; plain text where NO_COLOR is set or nobody is looking.
const coloured = !process.env.NO_COLOR && (process.stdout.isTTY || Boolean(process.env.FORCE_COLOR))
const paint = (code) => (text) => (coloured ? `\x1b[${code}m${text}\x1b[0m` : String(text))

export const bold = paint('1')
export const dim = paint('2')
export const red = paint('31')
export const green = paint('32')
export const teal = paint('36')

export const say = (...parts) => console.log(parts.length ? `   ${parts.join(' ')}` : '')

let count = 0
export function heading(text, why) {
  console.log(`\n${teal(`${++count}.`)} ${bold(text)}`)
  if (why) say(dim(why))
  console.log()
}

/** A rate a person can read. */
export function perSecond(events, ms) {
  const rate = (events / ms) * 1000
  return green(rate >= 1e6 ? `${(rate / 1e6).toPrecision(3)} million events/s` : `${Math.round(rate / 1e3)} thousand events/s`)
}

export const whole = (n) => n.toLocaleString('en')
