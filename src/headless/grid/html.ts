/** Cells as spreadsheets, word processors and web pages put them on the clipboard as a table. */

export interface Cell {
  text: string
  /** Not to be read as a number: telephone numbers and codes would lose their zeros. */
  plain?: boolean
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
    .replace(/ (?= |$)|^ /gm, '&nbsp;')
    // Excel makes a row of its own from any other line break.
    .replace(/\r\n?|\n/g, '<br style="mso-data-placement:same-cell">')

export const writeHtml = (rows: readonly (readonly Cell[])[]): string =>
  `<table>${rows
    .map(
      (cells) =>
        `<tr>${cells.map(({ text, plain }) => `<td${plain ? ` style="mso-number-format:'\\@'"` : ''}>${escaped(text)}</td>`).join('')}</tr>`,
    )
    .join('')}</table>`

/** Characters; what is larger takes too long to be read, and has its plain text beside it. */
const MOST = 4_000_000
const WIDEST = 1000

/** The cells of the one table that was copied; undefined when it is none, or stands among other things. */
export function readHtml(html: string): string[][] | undefined {
  if (!/<table[\s>]/i.test(html) || html.length > MOST) return undefined
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const [table, other] = body.querySelectorAll('table')
  if (!table || other) return undefined
  const rows = rowsOf(table)
  table.remove()
  return body.textContent.trim() || !rows.length ? undefined : rows
}

function rowsOf(table: HTMLTableElement): string[][] {
  const rows: string[][] = [...table.rows].map(() => [])
  // What spans several places stands in the first; the others are empty.
  ;[...table.rows].forEach((row, down) => {
    let across = 0
    for (const cell of row.cells) {
      while (rows[down]![across] !== undefined) across++
      const wide = Math.min(cell.colSpan, WIDEST)
      for (let below = down; below < Math.min(down + cell.rowSpan, rows.length); below++)
        for (let place = across; place < across + wide; place++) rows[below]![place] = ''
      rows[down]![across] = textOf(cell)
    }
  })
  return rows.map((cells) => Array.from(cells, (text) => text ?? '')).filter((cells) => cells.length)
}

const BLOCKS = 'p, div, li'

function textOf(cell: HTMLElement): string {
  for (const hidden of cell.querySelectorAll('style, script')) hidden.remove()
  // A mark no page has: white space of the source means nothing, that of the table does.
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\u{F0000}')
  for (const block of cell.querySelectorAll(BLOCKS)) if (block.nextElementSibling) block.append('\u{F0000}')
  return cell.textContent
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .replace(/ ?\u{F0000} ?/gu, '\n')
    .replaceAll('\u00a0', ' ')
}
