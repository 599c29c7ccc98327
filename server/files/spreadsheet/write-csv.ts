import { setImmediate } from 'node:timers/promises'
import { type Cell, type Column, type SheetPlan, written } from './plan.ts'

const BLOCK = 64 * 1024

/** UTF-8 with a byte order mark, without which Excel reads Chinese as GBK. */
export async function* writeCsv({ heading = [], columns, rows }: SheetPlan): AsyncGenerator<Uint8Array> {
  let text = '\ufeff' + heading.map((title) => line([title])).join('') + line(columns.map(({ title }) => title))
  for await (const row of rows) {
    text += line(columns.map((column, i) => cellText(row[i], column)))
    if (text.length > BLOCK) {
      yield Buffer.from(text)
      text = ''
      await setImmediate() // lets other requests in when the rows come without waiting
    }
  }
  yield Buffer.from(text)
}

const line = (texts: string[]) => texts.map((text) => quote(defuse(text))).join(',') + '\r\n'

function cellText(value: Cell | undefined, column: Column) {
  const cell = written(value, column)
  return typeof cell === 'number' && column.kind === 'money' ? cell.toFixed(2) : String(cell ?? '')
}

const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
// Full-width signs count too: a Chinese or Japanese Excel takes them for formulas (OWASP, CSV injection)
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A spreadsheet opening the file must not run what somebody typed into a form. */
const defuse = (text: string) => (formula.test(text) && !number.test(text) ? `'${text}` : text)

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
