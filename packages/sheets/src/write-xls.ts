import { setImmediate } from 'node:timers/promises'
import { BIFF8, MAX_RECORD, record, substream } from './biff8.ts'
import { loadCfb } from './ole-container.ts'
import { type Cell, type Column, type SheetPlan, sheetName, sheetsOf, widthOf, written } from './plan.ts'

const SHEET_ROWS = 65_536

/** Rows of data that fit an .xls sheet under its header; a caller with more should write .xlsx. */
export const XLS_MAX_ROWS = SHEET_ROWS - 1

// Positions of the XF records written below
const xf = { plain: 15, header: 16, heading: 17, money: 18, text: 19 }
// Fonts are counted without 4, which the format never uses
const font = { plain: 0, bold: 5, title: 6 }

/**
 * Excel 97-2003. SheetJS takes minutes for what this writes in a second, hence our own. Held in memory (the string table
 * stands before the sheets that use it); rows beyond a sheet's limit continue on the next.
 */
export async function* writeXls(plan: SheetPlan, maxRows = SHEET_ROWS): AsyncGenerator<Uint8Array> {
  const strings = new StringTable()
  const sheets: { name: string; bytes: Buffer }[] = []
  for await (const rows of sheetsOf(plan.rows, maxRows - (plan.heading?.length ?? 0) - 1)) {
    const bytes = await sheetBytes(plan, rows, strings, sheets.length === 0)
    sheets.push({ name: sheetName(plan.name, sheets.length + 1), bytes })
  }

  const table = strings.bytes()
  const boundSheets = sheets.reduce((length, { name }) => length + 12 + 2 * name.length, 0)
  const globals = workbookBytes()
  const endOfFile = 4
  let position = globals.length + boundSheets + table.length + endOfFile
  const book = new Records()
  book.append(globals)
  for (const { name, bytes } of sheets) {
    book.add(record.boundSheet).u32(position).u16(0).u8(name.length).u8(1).utf16(name)
    position += bytes.length
  }
  book.append(table)
  book.add(record.eof)
  for (const { bytes } of sheets) book.append(bytes)

  const CFB = await loadCfb()
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_del(container, '\u0001Sh33tJ5')
  CFB.utils.cfb_add(container, '/Workbook', book.bytes())
  yield CFB.write(container, { type: 'buffer' })
}

async function sheetBytes(plan: SheetPlan, rows: AsyncIterable<Cell[]>, strings: StringTable, first: boolean) {
  const { heading = [], columns } = plan
  const above = heading.length + 1
  const sheet = new Records()
  beginning(sheet, substream.worksheet)
  columns.forEach((column, i) => {
    sheet
      .add(record.colInfo)
      .u16(i)
      .u16(i)
      .u16(widthOf(column) * 256)
      .u16(xf.plain)
      .u32(0)
  })
  const dimensions = sheet.add(record.dimensions).length
  sheet.u32(0).u32(0).u16(0).u16(columns.length).u16(0)

  let number = 0
  const text = (value: string, column: number, styled: number) =>
    sheet.add(record.labelSst).u16(number).u16(column).u16(styled).u32(strings.place(value))
  for (const title of heading) {
    text(title, 0, xf.heading)
    number++
  }
  columns.forEach(({ title }, i) => text(title, i, xf.header))
  number++

  for await (const row of rows) {
    columns.forEach((column, i) => {
      const value = written(row[i], column)
      if (typeof value === 'string') text(value, i, column.kind === 'text' ? xf.text : xf.plain)
      else if (value !== null) sheet.add(record.number).u16(number).u16(i).u16(numberStyle(column)).f64(value)
    })
    if (++number % 500 === 0) await setImmediate() // others wait 5 ms at most
  }

  sheet.patch32(dimensions + 4, number)
  // Gridlines, headings, zeros and outline shown; frozen; the first sheet selected
  sheet
    .add(record.window2)
    .u16(0x1be | (first ? 0x600 : 0))
    .u16(0)
    .u16(0)
    .u32(64)
    .u32(0)
    .u32(0)
  sheet.add(record.pane).u16(0).u16(above).u16(above).u16(0).u16(2)
  if (heading.length > 0 && columns.length > 1) {
    sheet.add(record.mergeCells).u16(heading.length)
    heading.forEach((_title, i) =>
      sheet
        .u16(i)
        .u16(i)
        .u16(0)
        .u16(columns.length - 1),
    )
  }
  sheet.add(record.eof)
  return sheet.bytes()
}

const numberStyle = ({ kind }: Column) => (kind === 'money' ? xf.money : xf.plain)

function beginning(out: Records, type: number) {
  out.add(record.bof).u16(BIFF8).u16(type).u16(0x0dbb).u16(0x07cc).u32(0).u32(6)
}

function workbookBytes() {
  const out = new Records()
  beginning(out, substream.workbook)
  out.add(record.codePage).u16(1200)
  out.add(record.window1).u16(0).u16(0).u16(0x5000).u16(0x3000).u16(0x38).u16(0).u16(0).u16(1).u16(600)
  out.add(record.dateMode).u16(0)
  const addFont = (points: number, weight: number) =>
    out
      .add(record.font)
      .u16(points * 20)
      .u16(0)
      .u16(0x7fff)
      .u16(weight)
      .u16(0)
      .u8(0)
      .u8(0)
      .u8(134)
      .u8(0)
      .u8(2)
      .u8(1)
      .utf16('宋体')
  for (let i = 0; i < 4; i++) addFont(11, 400)
  addFont(11, 700)
  addFont(14, 700)
  const addXf = (fontAt: number, format: number, isStyle = false, centred = false, grey = false) =>
    out
      .add(record.xf)
      .u16(fontAt)
      .u16(format)
      .u16(isStyle ? 0xfff5 : 1)
      .u8(centred ? 0x12 : 0x20)
      .u8(0)
      .u8(0)
      .u8(isStyle ? 0 : 0xfc)
      .u32(0)
      .u32(grey ? 1 << 26 : 0)
      .u16(grey ? 0x2096 : 0x20c0)
  // Excel expects these fifteen, of which only the first is used
  for (let i = 0; i < 15; i++) addXf(font.plain, 0, true)
  addXf(font.plain, 0)
  addXf(font.bold, 0, false, true, true)
  addXf(font.title, 0, false, true)
  addXf(font.plain, 2)
  addXf(font.plain, 49)
  out.add(record.style).u16(0x8000).u8(0).u8(0xff)
  return out.bytes()
}

/** Bytes that grow; `add` opens a record, whose length is filled in when the next one opens. */
class Records {
  length = 0
  private buffer = Buffer.alloc(64 * 1024)
  private open = -1

  add(id: number) {
    this.close()
    this.open = this.length
    return this.u16(id).u16(0)
  }
  u8(value: number) {
    this.room(1)
    this.length = this.buffer.writeUInt8(value, this.length)
    return this
  }
  u16(value: number) {
    this.room(2)
    this.length = this.buffer.writeUInt16LE(value, this.length)
    return this
  }
  u32(value: number) {
    this.room(4)
    this.length = this.buffer.writeUInt32LE(value, this.length)
    return this
  }
  f64(value: number) {
    this.room(8)
    this.length = this.buffer.writeDoubleLE(value, this.length)
    return this
  }
  utf16(text: string) {
    this.room(text.length * 2)
    this.length += this.buffer.write(text, this.length, 'utf16le')
    return this
  }
  latin1(text: string) {
    this.room(text.length)
    this.length += this.buffer.write(text, this.length, 'latin1')
    return this
  }
  /** How much of the open record is filled. */
  get filled() {
    return this.length - this.open - 4
  }
  patch32(at: number, value: number) {
    this.buffer.writeUInt32LE(value, at)
  }
  append(bytes: Buffer) {
    this.close()
    this.room(bytes.length)
    this.length += bytes.copy(this.buffer, this.length)
  }
  bytes() {
    this.close()
    return this.buffer.subarray(0, this.length)
  }
  private close() {
    if (this.open >= 0) this.buffer.writeUInt16LE(this.filled, this.open + 2)
    this.open = -1
  }
  private room(more: number) {
    if (this.length + more <= this.buffer.length) return
    const larger = Buffer.alloc(Math.max(this.buffer.length * 2, this.length + more))
    this.buffer.copy(larger)
    this.buffer = larger
  }
}

/** Every text once, in the order of its first use. */
class StringTable {
  private places = new Map<string, number>()
  private uses = 0

  place(text: string) {
    this.uses++
    const known = this.places.get(text)
    if (known !== undefined) return known
    this.places.set(text, this.places.size)
    return this.places.size - 1
  }

  bytes() {
    const out = new Records()
    out.add(record.sst).u32(this.uses).u32(this.places.size)
    for (const text of this.places.keys()) {
      const wide = /[^\x00-\xff]/.test(text)
      // The three bytes before the characters may not be parted
      if (out.filled + 3 > MAX_RECORD) out.add(record.continue)
      out.u16(text.length).u8(wide ? 1 : 0)
      for (let start = 0; start < text.length;) {
        if (out.filled + 2 > MAX_RECORD) out.add(record.continue).u8(wide ? 1 : 0)
        const fits = Math.floor((MAX_RECORD - out.filled) / (wide ? 2 : 1))
        const part = text.slice(start, start + fits)
        if (wide) out.utf16(part)
        else out.latin1(part)
        start += part.length
      }
    }
    return out.bytes()
  }
}
