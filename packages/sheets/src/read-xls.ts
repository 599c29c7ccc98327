import { BIFF8, record, substream } from './biff8.ts'
import { type NumberFormat, numberFormat, shownNumber } from './number-format.ts'
import { loadCfb } from './ole-container.ts'
import type { Cell } from './plan.ts'
import { SpreadsheetError } from './refusal.ts'
import { type Tally, textCell } from './tally.ts'

/**
 * Reads the cells of an Excel 97-2003 workbook. (SheetJS builds an object per cell, four times the memory; hucre does not
 * know the Chinese date formats, which files name by number only.)
 */
export async function readXls(file: Buffer, tally: Tally) {
  const CFB = await loadCfb()
  const container = CFB.read(file, { type: 'buffer' })
  if (CFB.find(container, '/EncryptedPackage')) throw new SpreadsheetError('encrypted')
  const content = CFB.find(container, '/Workbook')?.content
  if (!content) throw new SpreadsheetError(CFB.find(container, '/Book') ? 'old-format' : 'not-spreadsheet')

  const stream = Buffer.from(content)
  const book = workbook(stream)
  for (const { name, position } of book.sheets) {
    await tally.sheet(name)
    const rows = worksheet(stream, position, book, tally)
    for (const index of [...rows.keys()].sort((a, b) => a - b)) await tally.row(index, rows.get(index)!)
  }
}

interface Record {
  id: number
  /** The record and those that continue it. */
  blocks: Buffer[]
}

function* recordsFrom(stream: Buffer, position: number): Generator<Record> {
  const block = () => stream.subarray(position + 4, (position += 4 + stream.readUInt16LE(position + 2)))
  while (position + 4 <= stream.length) {
    const id = stream.readUInt16LE(position)
    const blocks = [block()]
    while (position + 4 <= stream.length && stream.readUInt16LE(position) === record.continue) blocks.push(block())
    yield { id, blocks }
  }
  throw new SpreadsheetError('broken') // every part of the stream has its own end, which comes before this one
}

interface Book {
  sheets: { name: string; position: number }[]
  strings: string[]
  formats: NumberFormat[]
  is1904: boolean
}

function workbook(stream: Buffer): Book {
  const book: Book = { sheets: [], strings: [], formats: [], is1904: false }
  const codes = new Map<number, string>()
  const formats: number[] = []
  let first = true
  for (const { id, blocks } of recordsFrom(stream, 0)) {
    const body = blocks[0]!
    if (first) {
      if (id !== record.bof) throw new SpreadsheetError('broken')
      if (body.readUInt16LE(0) !== BIFF8) throw new SpreadsheetError('old-format')
      first = false
    }
    if (id === record.filePass) throw new SpreadsheetError('encrypted')
    else if (id === record.dateMode) book.is1904 = body.readUInt16LE(0) === 1
    else if (id === record.format) codes.set(body.readUInt16LE(0), new Text(blocks, 2).string(2))
    else if (id === record.xf) formats.push(body.readUInt16LE(2))
    else if (id === record.sst) book.strings = stringTable(blocks)
    else if (id === record.boundSheet) {
      const [hidden, type] = [body.readUInt8(4) & 3, body.readUInt8(5)]
      if (!hidden && type === 0)
        book.sheets.push({ name: new Text(blocks, 6).string(1), position: body.readUInt32LE(0) })
    } else if (id === record.eof) break
  }
  book.formats = formats.map((id) => numberFormat(id, codes.get(id)))
  return book
}

function stringTable(blocks: Buffer[]) {
  const text = new Text(blocks, 8)
  const strings: string[] = []
  // The count in the header may lie; the bytes cannot
  for (let count = blocks[0]!.readUInt32LE(4); count > 0 && text.more; count--) strings.push(text.string(2))
  return strings
}

type Rows = Map<number, (Cell | undefined)[]>

function worksheet(stream: Buffer, position: number, { strings, formats, is1904 }: Book, tally: Tally): Rows {
  const rows: Rows = new Map()
  const set = (row: number, column: number, cell: Cell) => {
    if (cell === null) return
    let cells = rows.get(row)
    if (!cells) rows.set(row, (cells = []))
    cells[column] = cell
  }
  const number = (row: number, column: number, styled: number, value: number) => {
    set(row, column, shownNumber(value, formats[styled] ?? null, is1904))
  }

  let depth = 0
  let formula: [row: number, column: number] = [0, 0]
  for (const { id, blocks } of recordsFrom(stream, position)) {
    const body = blocks[0]!
    if (id === record.bof) {
      if (++depth === 1 && body.readUInt16LE(2) !== substream.worksheet) break
    } else if (id === record.eof) {
      if (--depth <= 0) break
    }
    if (depth > 1) continue // a chart inside the sheet
    const place = () => [body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt16LE(4)] as const

    if (id === record.labelSst) {
      const [row, column] = place()
      set(row, column, textCell(strings[body.readUInt32LE(6)] ?? ''))
    } else if (id === record.number) number(...place(), body.readDoubleLE(6))
    else if (id === record.rk) number(...place(), rkNumber(body, 6))
    else if (id === record.mulRk) {
      const [row, column] = place()
      for (let at = 4, i = 0; at + 8 <= body.length; at += 6, i++) {
        number(row, column + i, body.readUInt16LE(at), rkNumber(body, at + 2))
      }
    } else if (id === record.boolErr) {
      const [row, column] = place()
      set(row, column, body.readUInt8(7) ? errorText(body.readUInt8(6)) : booleanText(body.readUInt8(6)))
    } else if (id === record.label || id === record.rString) {
      const [row, column] = place()
      set(row, column, textCell(new Text(blocks, 6).string(2)))
    } else if (id === record.formula) {
      const [row, column, styled] = place()
      const kind = body.readUInt16LE(12) === 0xffff ? body.readUInt8(6) : null
      if (kind === null) number(row, column, styled, body.readDoubleLE(6))
      else if (kind === 0) formula = [row, column]
      else if (kind === 1) set(row, column, booleanText(body.readUInt8(8)))
      else if (kind === 2) set(row, column, errorText(body.readUInt8(8)))
    } else if (id === record.mergeCells) {
      for (let at = 2; at + 8 <= body.length; at += 8) {
        const [top, bottom] = [body.readUInt16LE(at), body.readUInt16LE(at + 2)]
        tally.merged({ top, bottom, left: body.readUInt16LE(at + 4), right: body.readUInt16LE(at + 6) })
      }
    } else if (id === record.string) set(...formula, textCell(new Text(blocks, 0).string(2)))
  }
  return rows
}

const booleanText = (value: number) => (value ? 'TRUE' : 'FALSE')

const errors: { [code: number]: string } = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}
const errorText = (code: number) => errors[code] ?? '#N/A'

/** A number in 30 bits: a whole one or the upper half of a double, either perhaps a hundredfold. */
function rkNumber(body: Buffer, at: number) {
  const bits = body.readInt32LE(at)
  const double = Buffer.alloc(8)
  double.writeInt32LE(bits & ~3, 4)
  const value = bits & 2 ? bits >> 2 : double.readDoubleLE()
  return bits & 1 ? value / 100 : value
}

/** Reads strings that may go on in the next block, where a byte tells anew how wide their characters are. */
class Text {
  private block = 0
  private blocks: Buffer[]
  private at: number

  constructor(blocks: Buffer[], at: number) {
    this.blocks = blocks
    this.at = at
  }

  get more() {
    this.turn()
    return this.block < this.blocks.length
  }

  string(lengthBytes: 1 | 2) {
    this.turn()
    let left = this.take(lengthBytes)
    let flags = this.take(1)
    const runs = flags & 8 ? this.take(2) * 4 : 0
    const extension = flags & 4 ? this.take(4) : 0
    let text = ''
    for (;;) {
      const wide = flags & 1
      const { current, at } = this
      const here = Math.min(left, Math.floor((current.length - at) / (wide ? 2 : 1)))
      this.at += here * (wide ? 2 : 1)
      text += current.toString(wide ? 'utf16le' : 'latin1', at, this.at)
      left -= here
      if (left === 0) break
      this.block++
      this.at = 0
      flags = this.take(1)
    }
    this.skip(runs + extension)
    return text
  }

  private get current() {
    const block = this.blocks[this.block]
    if (!block) throw new SpreadsheetError('broken')
    return block
  }

  private take(bytes: number) {
    this.at += bytes
    return this.current.readUIntLE(this.at - bytes, bytes)
  }

  private skip(bytes: number) {
    while (bytes > 0) {
      this.turn()
      const here = Math.min(bytes, this.current.length - this.at)
      this.at += here
      bytes -= here
    }
  }

  private turn() {
    while (this.block < this.blocks.length && this.at >= this.blocks[this.block]!.length) {
      this.block++
      this.at = 0
    }
  }
}
