/** Spreadsheet cells: what is wrong with one whatever its kind, and how wide it is. */
import { NO_RESULT, type Cell } from '@voltdesk/sheets'
import type { Field } from '#model/fields.ts'
import { entryOf } from '#model/kinds/entries.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Row } from './hooks.ts'

/** What an export writes of a row, its words added. */
export const cellOf = (field: Field, row: Row, name: string): Cell => entryOf(field).sheet.write(field, row, name)

/** What a spreadsheet program shows instead of a value it could not work out. */
const ERROR =
  /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|FIELD!|UNKNOWN!|CONNECT!|BLOCKED!|BUSY!|GETTING_DATA|#+)$/
/** Stands in the cells under a merged one, which hold nothing that anybody sees. */
export const MERGED = '#合并单元格'
/** Excel keeps 15 digits of a number and shows more than eleven of them so. */
const SHORTENED = /^-?\d(\.\d+)?E\+\d{2,3}$/i
const TOO_LONG = 1e15

/** Why a cell holds nothing a person meant, naming it as the spreadsheet program does: B3. */
export function problemOf(field: Field, cell: Cell, at: string): string | undefined {
  const text = String(cell ?? '').trim()
  if (ERROR.test(text)) return `单元格 ${at} 是公式错误，不是内容`
  if (text === NO_RESULT) return `单元格 ${at} 的公式没有计算结果，请用 Excel 打开并保存后再上传`
  if (text === MERGED) return `单元格 ${at} 在合并单元格里，请取消合并并逐行填写后再导入`
  if (entryOf(field).sheet.column !== 'text') return undefined
  const cut = typeof cell === 'number' ? Math.abs(cell) >= TOO_LONG : SHORTENED.test(text)
  return cut ? `单元格 ${at} 是超过 15 位的数字，Excel 已把它四舍五入，请把这一列设为文本后重新填写` : undefined
}

/** px of the desktop table → characters of a sheet. */
export const cellWidth = (field: Field): number => Math.round((field.width ?? kindOf(field).width) / 8)
