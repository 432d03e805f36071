// The bars: events per second that Java BeepBeep 3.13 reached (per second of CPU, push), and our own promises.

/** [benchmark, Java's events per second, whether a JIT turns it into an empty loop there]. */
export const JAVA = [
  ['passthrough', 3.8e8, true],
  ['running sum', 1.4e8, true],
  ['fork + decimate + add', 1.4e7],
  ['window sum 10', 3.4e6],
  ['window sum 100', 2.0e5],
  ['filter even', 1.7e7],
  ['slice by 100 keys', 9.6e6],
  ['G(a -> F b)', 1.4e7],
  ['three-valued G(a -> F b)', 6.1e5],
  ['Moore machine', 1.2e7],
  ['chain of ten', 8.4e6],
]

/** As a pull-stream through on the chain of five, against npm pull-stream. */
export const THROUGH = { 'ours through': 2, 'ours readAhead': 5 }

/** Cost per event may grow by this factor between the smallest and the largest, and still count as not growing. */
export const GROWTH = 1.5
