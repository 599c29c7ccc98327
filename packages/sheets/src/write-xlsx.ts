import {
  type Cell,
  type Column,
  columnLetters,
  cut,
  type SheetPlan,
  sheetName,
  sheetsOf,
  widthOf,
  written,
} from './plan.ts'
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
  for (const part of [plan, ...(plan.more ?? [])]) {
    let number = 0
    for await (const rows of sheetsOf(part.rows, maxRows - (part.heading?.length ?? 0) - 1)) {
      names.push(escape(sheetName(part.name, (number += 1))))
      yield* zip.entry(`xl/worksheets/sheet${names.length}.xml`, sheetXml(part, rows, names.length === 1))
    }
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
  yield xml + fillXml(columns, above + 1) + '</worksheet>'
}

/** Rows that people may fill in: as many as are imported at once, and a few. */
const FILLED = 100_010

/** A note that shows when one goes to a cell of the column, and what may be chosen there ([ECMA-376] 18.3.1.32). */
function fillXml(columns: Column[], from: number) {
  const each = columns.flatMap(({ title, fill }, i) => {
    if (!fill || (!fill.note && !fill.choices)) return []
    const cells = `sqref="${columnLetters(i)}${from}:${columnLetters(i)}${FILLED}"`
    const note = fill.note
      ? ` showInputMessage="1" promptTitle="${escape(cut(title, 32))}" prompt="${escape(cut(fill.note, 255))}"`
      : ''
    return fill.choices
      ? `<dataValidation type="list" allowBlank="1" showErrorMessage="1"${note} ${cells}><formula1>${escape(fill.choices)}</formula1></dataValidation>`
      : `<dataValidation allowBlank="1"${note} ${cells}/>`
  })
  return each.length ? `<dataValidations count="${each.length}">${each.join('')}</dataValidations>` : ''
}

const viewXml = (frozen: number, selected: boolean) =>
  `<sheetViews><sheetView workbookViewId="0"${selected ? ' tabSelected="1"' : ''}>` +
  `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

const columnsXml = (columns: Column[]) =>
  columns.length === 0
    ? ''
    : `<cols>${columns.map((column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"${column.fill && column.kind === 'text' ? ` style="${style.text}"` : ''}/>`).join('')}</cols>`

const stringXml = (at: string, text: string, styled: number) =>
  `<c r="${at}"${styled ? ` s="${styled}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`

// Excel writes what XML cannot hold as _x000B_, so text that already looks like that has its underscore written so too
const special = /[&<>"\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) =>
  text.replace(special, (c) => named[c] ?? `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
