import { type Cell, type Column, type SheetPlan, sheetName, sheetsOf, widthOf, written } from './plan.ts'
import {
  contentTypes,
  rootRelationships,
  style,
  styles,
  workbook,
  workbookRelationships,
  worksheetStart,
} from './xlsx-parts.ts'
import { ZipStream } from './zip-stream.ts'

/** Excel's limit of rows in a sheet, header included. */
const MAX_ROWS = 1_048_576

/** Long enough that the deflater is kept busy, short enough that nobody waits for this thread (about 5 ms). */
const BLOCK = 128 * 1024

/** Memory stays flat whatever the number of rows; what exceeds a sheet continues on the next. */
export async function* writeXlsx(plan: SheetPlan, maxRows = MAX_ROWS): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream()
  const names: string[] = []
  // First, so that `file` and other guessers by first entry see an Office document
  yield* zip.entry('_rels/.rels', [rootRelationships])
  yield* zip.entry('xl/styles.xml', [styles])
  for await (const rows of sheetsOf(plan.rows, maxRows - (plan.heading?.length ?? 0) - 1)) {
    names.push(escape(sheetName(plan.name, names.length + 1)))
    yield* zip.entry(`xl/worksheets/sheet${names.length}.xml`, sheetXml(plan, rows, names.length === 1))
  }
  yield* zip.entry('xl/workbook.xml', [workbook(names)])
  yield* zip.entry('xl/_rels/workbook.xml.rels', [workbookRelationships(names.length)])
  yield* zip.entry('[Content_Types].xml', [contentTypes(names.length)])
  yield* zip.end()
}

async function* sheetXml({ heading = [], columns }: SheetPlan, rows: AsyncIterable<Cell[]>, first: boolean) {
  const letters = columns.map((_column, i) => columnLetters(i))
  const above = heading.length + 1
  let number = 0
  let xml = worksheetStart + viewXml(above, first) + columnsXml(columns) + '<sheetData>'

  for (const title of heading) xml += `<row r="${++number}">${stringXml(`A${number}`, title, style.heading)}</row>`
  xml += `<row r="${++number}">`
  xml += columns.map(({ title }, i) => stringXml(letters[i]! + number, title, style.header)).join('')
  xml += '</row>'

  for await (const row of rows) {
    xml += `<row r="${++number}">`
    for (let i = 0; i < columns.length; i++) {
      const value = written(row[i], columns[i])
      if (value === null) continue
      const at = letters[i]! + number
      if (typeof value === 'string') xml += stringXml(at, value, columns[i]!.kind === 'text' ? style.text : style.plain)
      else xml += `<c r="${at}"${columns[i]!.kind === 'money' ? ` s="${style.money}"` : ''}><v>${value}</v></c>`
    }
    xml += '</row>'
    if (xml.length > BLOCK) {
      yield xml
      xml = ''
    }
  }

  xml += '</sheetData>'
  if (heading.length > 0 && columns.length > 1) {
    const merged = heading.map((_title, i) => `<mergeCell ref="A${i + 1}:${letters.at(-1)}${i + 1}"/>`)
    xml += `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>`
  }
  yield xml + '</worksheet>'
}

const viewXml = (frozen: number, selected: boolean) =>
  `<sheetViews><sheetView workbookViewId="0"${selected ? ' tabSelected="1"' : ''}>` +
  `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

const columnsXml = (columns: Column[]) =>
  columns.length === 0
    ? ''
    : `<cols>${columns.map((column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`).join('')}</cols>`

const stringXml = (at: string, text: string, styled: number) =>
  `<c r="${at}"${styled ? ` s="${styled}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`

function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

// Excel writes what XML cannot hold as _x000B_, so text that already looks like that has its underscore written so too
const special = /[&<>"\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) =>
  text.replace(special, (c) => named[c] ?? `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
