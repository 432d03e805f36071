// The parts of a page that tests look at: fenced blocks, tables, links.

/** The fenced blocks: `{ info, body, line }`, where `info` is what stands after the fence. */
export function fences(text) {
  const found = []
  let open
  text.split('\n').forEach((line, i) => {
    const fence = /^```(.*)$/.exec(line)
    if (!fence) open?.lines.push(line)
    else if (open) {
      found.push({ info: open.info, body: open.lines.join('\n'), line: open.line })
      open = undefined
    } else open = { info: fence[1].trim(), lines: [], line: i + 1 }
  })
  if (open) throw new Error(`the block that opens in line ${open.line} is not closed`)
  return found
}

/** The tables whose first column has that title: a list of rows for each, a row being its cells. */
export function tables(text, title) {
  const found = []
  let rows
  for (const line of outsideFences(text)) {
    if (!line.startsWith('|')) rows = undefined
    else if (!rows) found.push(rows = [cells(line)])
    else rows.push(cells(line))
  }
  return found.filter(([head]) => head[0] === title).map((table) => table.slice(2))
}

/** The targets of links that do not leave the repository. */
export function relativeLinks(text) {
  const links = outsideFences(text).flatMap((line) => [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)])
  return links.map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors of a page's headings, as code hosts make them. */
export function anchors(text) {
  const titles = outsideFences(text).map((line) => /^#+ (.*)$/.exec(line)?.[1]).filter(Boolean)
  return titles.map((title) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}

function outsideFences(text) {
  let inside = false
  return text.split('\n').filter((line) => {
    if (line.startsWith('```')) {
      inside = !inside
      return false
    }
    return !inside
  })
}

// A `|` inside a cell is written `\|`.
function cells(line) {
  return line.trim().slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
