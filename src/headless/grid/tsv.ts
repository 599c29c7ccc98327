/** Cells as spreadsheets put them on the clipboard: tabs and line ends between, quotes around what holds either. */

/** Rows of cells. The line end after the last row is no row of its own. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  // Up to here no quote closes: looking again from every cell would take time quadratic in the text.
  let unclosed = 0
  for (let at = 0; at < text.length || cells.length;) {
    let end = plainEnd(text, at)
    let cell = text.slice(at, end)
    if (text[at] === '"' && at >= unclosed) {
      const close = closingQuote(text, at)
      if (close < 0) unclosed = text.length
      else {
        cell = text.slice(at + 1, close).replaceAll('""', '"')
        end = close + 1
      }
    }
    cells.push(cell)
    if (text[end] === '\t') {
      at = end + 1
      continue
    }
    rows.push(cells)
    cells = []
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return rows
}

const END = /[\t\r\n]/g

function plainEnd(text: string, from: number): number {
  END.lastIndex = from
  return END.exec(text)?.index ?? text.length
}

/** The quote that ends the cell: one that a tab, a line end or the end follows. -1 when there is none. */
function closingQuote(text: string, from: number): number {
  for (let close = text.indexOf('"', from + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    if (text[close + 1] === '"') close++
    else if (close + 1 === text.length || /[\t\r\n]/.test(text[close + 1]!)) return close
  }
  return -1
}

export const writeTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => cells.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
