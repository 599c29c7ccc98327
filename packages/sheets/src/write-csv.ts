import { setImmediate } from 'node:timers/promises'
import { guarded } from './formula-guard.ts'
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

const line = (texts: string[]) => texts.map((text) => quote(guarded(text))).join(',') + '\r\n'

function cellText(value: Cell | undefined, column: Column) {
  const cell = written(value, column)
  return typeof cell === 'number' && column.kind === 'money' ? cell.toFixed(2) : String(cell ?? '')
}

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
