import Papa from 'papaparse'
import { unguarded } from './formula-guard.ts'
import { SpreadsheetError } from './refusal.ts'
import { type Tally, textCell } from './tally.ts'

/**
 * Reads a text table: separated by commas, tabs (Excel's “Unicode 文本”) or semicolons; UTF-8, UTF-16 with its mark, or the
 * GBK a Chinese Excel saves as “CSV”. Every cell is text, as it stands there.
 */
export async function readCsv(file: Buffer, tally: Tally) {
  const { limits } = tally
  const rows: string[][] = []
  // One kind of line end: a file that was put together of two has both.
  const text = textOf(file).replace(/\r\n?/g, '\n')
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    newline: '\n',
    step({ data, errors }, parser) {
      // The rest of the file would stand in this cell.
      if (errors.some(({ type }) => type === 'Quotes'))
        throw new SpreadsheetError('broken', `第 ${rows.length + 1} 行的引号没有配对，请改正后再上传`)
      rows.push(data)
      // One more than allowed is enough to be refused by.
      if (rows.length > limits.rows) parser.abort()
    },
  })
  await tally.sheet('')
  for (const [index, cells] of rows.entries())
    await tally.row(
      index,
      cells.map((text) => textCell(unguarded(text))),
    )
}

/** What separates the titles: the sign that stands most often in the first line that has one, outside of quotes. */
function separatorOf(text: string): string {
  const titles = /^.*[,\t;].*$/m.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? ''
  const count = (sign: string) => titles.split(sign).length
  return [',', '\t', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function textOf(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(file)
    } catch {
      // The next one may fit.
    }
  throw new SpreadsheetError('not-spreadsheet')
}
