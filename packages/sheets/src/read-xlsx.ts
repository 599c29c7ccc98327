import { posix } from 'node:path'
import { type NumberFormat, numberFormat, shownNumber } from './number-format.ts'
import { NO_RESULT, type Cell } from './plan.ts'
import { SpreadsheetError } from './refusal.ts'
import { type Tally, textCell } from './tally.ts'
import { Unzip } from './unzip.ts'
import { attribute, scanXml } from './xml-scan.ts'

/**
 * Reads the cells of an .xlsx part by part as they are unpacked; only the shared texts are held. (hucre holds them as a
 * document tree, 200,000 rows of which take more than 512 MB, and gives durations as dates.)
 */
export async function readXlsx(file: Buffer, tally: Tally) {
  const zip = new Unzip(file, tally.limits)
  if (!zip.has('[Content_Types].xml')) throw new SpreadsheetError('not-spreadsheet')
  const root = (await relationships(zip, '')).find(({ type }) => type === 'officeDocument')
  if (!root || !zip.has(root.target) || root.target.endsWith('.bin')) throw new SpreadsheetError('not-spreadsheet')

  const { sheets, is1904 } = await workbook(zip, root.target)
  const parts = await relationships(zip, root.target)
  const target = (wanted: string) => parts.find(({ type, target }) => type === wanted && zip.has(target))?.target
  const stringsAt = target('sharedStrings')
  const stylesAt = target('styles')
  const strings = stringsAt ? await sharedStrings(zip, stringsAt, tally.limits.cell) : []
  const formats = stylesAt ? await numberFormats(zip, stylesAt) : []

  for (const { name, id } of sheets) {
    const part = parts.find((part) => part.id === id)
    if (part?.type !== 'worksheet') continue // a chart or a macro sheet
    await tally.sheet(name)
    await worksheet(zip, part.target, { strings, formats, is1904 }, tally)
  }
}

/** `part` is the path of the part whose relationships are wanted; their targets come as paths from the root. */
async function relationships(zip: Unzip, part: string) {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  const found: { id: string; type: string; target: string }[] = []
  if (!zip.has(path)) return found
  await scanXml(zip.open(path), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const type = attribute(attributes, 'Type') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        // The strict variant of the standard has another address before the same last word
        type: type.slice(type.lastIndexOf('/') + 1),
        target: posix.resolve(`/${folder}`, attribute(attributes, 'Target') ?? '').slice(1),
      })
    },
  })
  return found
}

async function workbook(zip: Unzip, path: string) {
  const sheets: { name: string; id: string; hidden: boolean }[] = []
  let is1904 = false
  await scanXml(zip.open(path), {
    open(tag, attributes) {
      // There is a second workbookPr among Excel's extensions, which says nothing of dates
      if (tag === 'workbookPr') is1904 ||= /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (tag !== 'sheet') return
      sheets.push({
        name: attribute(attributes, 'name') ?? '',
        id: attribute(attributes, 'id') ?? '',
        hidden: /hidden/i.test(attribute(attributes, 'state') ?? ''),
      })
    },
  })
  return { sheets: sheets.filter(({ hidden }) => !hidden), is1904 }
}

/** Collects the text of one string, leaving out the readings (`rPh`) that some Asian files put beside it. */
class TextCollector {
  private open = false
  private reading = false
  private text = ''
  private limit: number

  // Escapes make the text in the file longer than the text in the cell, at most seven times
  constructor(limit: number) {
    this.limit = limit * 7
  }

  opened(name: string) {
    if (name === 't') this.open = true
    else if (name === 'rPh') this.reading = true
  }
  closed(name: string) {
    if (name === 't') this.open = false
    else if (name === 'rPh') this.reading = false
  }
  add(text: string) {
    if (!this.open || this.reading) return
    this.text += text
    if (this.text.length > this.limit) throw new SpreadsheetError('too-large')
  }
  take() {
    const { text } = this
    this.text = ''
    return unescape(text)
  }
}

async function sharedStrings(zip: Unzip, path: string, limit: number) {
  const strings: string[] = []
  const collector = new TextCollector(limit)
  await scanXml(zip.open(path), {
    open: (name) => collector.opened(name),
    text: (text) => collector.add(text),
    close(name) {
      collector.closed(name)
      if (name === 'si') strings.push(collector.take())
    },
  })
  return strings
}

/** What each cell style shows of a number. */
async function numberFormats(zip: Unzip, path: string) {
  const codes = new Map<number, string>()
  const formats: number[] = []
  // The same element names stand in other sections for other things
  let section = ''
  await scanXml(zip.open(path), {
    open(name, attributes) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmts' || name === 'cellXfs') section = name
      else if (name === 'numFmt' && section === 'numFmts') codes.set(id, attribute(attributes, 'formatCode') ?? '')
      else if (name === 'xf' && section === 'cellXfs') formats.push(id)
    },
    close(name) {
      if (name === section) section = ''
    },
  })
  return formats.map((id) => numberFormat(id, codes.get(id)))
}

interface Book {
  strings: string[]
  formats: NumberFormat[]
  is1904: boolean
}

async function worksheet(zip: Unzip, path: string, book: Book, tally: Tally) {
  const inline = new TextCollector(tally.limits.cell)
  const full: { row: number; cells: (Cell | undefined)[] }[] = []
  let row = -1
  let column = -1
  let cells: (Cell | undefined)[] = []
  let type = ''
  let styled = 0
  let inValue = false
  let value = ''
  let isFormula = false
  let hasValue = false

  const pieces = zip.open(path)
  // The scanner calls back while a piece is read; the rows are handed on between pieces, when one may wait
  async function* handingOn() {
    for await (const piece of pieces) {
      yield piece
      for (const { row, cells } of full.splice(0)) await tally.row(row, cells)
    }
  }

  await scanXml(handingOn(), {
    open(name, attributes) {
      if (name === 'c') {
        const place = columnOf(attribute(attributes, 'r'))
        column = place ?? column + 1
        type = attribute(attributes, 't') ?? 'n'
        styled = Number(attribute(attributes, 's') ?? 0)
        value = ''
        isFormula = false
        hasValue = false
      } else if (name === 'v') inValue = hasValue = true
      else if (name === 'f') isFormula = true
      else if (name === 'mergeCell') {
        const [from = '', to = from] = (attribute(attributes, 'ref') ?? '').split(':')
        const [left, right, top, bottom] = [columnOf(from), columnOf(to), rowOf(from), rowOf(to)]
        if (left !== undefined && right !== undefined && top >= 0) tally.merged({ top, left, bottom, right })
      } else if (name === 'row') {
        const place = Number(attribute(attributes, 'r'))
        row = Number.isInteger(place) && place > 0 ? place - 1 : row + 1
        column = -1
        cells = []
      } else if (type === 'inlineStr') inline.opened(name)
    },
    text(text) {
      if (inValue) {
        value += text
        if (value.length > tally.limits.cell * 7) throw new SpreadsheetError('too-large')
      } else if (type === 'inlineStr') inline.add(text)
    },
    close(name) {
      if (name === 'v') inValue = false
      else if (name === 'c') {
        // An empty text is a result, and written as one.
        const isOpen = isFormula && value === '' && type !== 'inlineStr' && !(type === 'str' && hasValue)
        const cell = isOpen
          ? NO_RESULT
          : type === 'inlineStr'
            ? textCell(inline.take())
            : cellOf(type, value, styled, book)
        if (cell !== null) cells[column] = cell
        type = ''
      } else if (name === 'row') {
        if (cells.length > 0) full.push({ row, cells })
      } else if (type === 'inlineStr') inline.closed(name)
    },
  })
  for (const { row, cells } of full) await tally.row(row, cells)
}

function cellOf(type: string, value: string, styled: number, { strings, formats, is1904 }: Book): Cell {
  if (value === '') return null
  const format = formats[styled] ?? null
  switch (type) {
    case 's':
      return textCell(strings[Number(value)] ?? '')
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
    case 'd':
      return isoText(value, format)
    case 'n': {
      const number = Number(value)
      if (!Number.isFinite(number)) return textCell(value)
      return shownNumber(number, format, is1904)
    }
    default: // str: the result of a formula; e: an error
      return textCell(unescape(value))
  }
}

/** A date written as 2026-01-31T08:00:00, which few programs do. */
function isoText(value: string, format: NumberFormat) {
  const [date = '', time = ''] = value.replace(/(\.\d+)?Z?$/, '').split('T')
  return format === 'time' ? time || date : format === 'date' || !time ? date : `${date} ${time}`
}

/** The column of a reference such as AB12, counted from 0; undefined when there is none. */
function columnOf(reference: string | undefined) {
  let column = 0
  for (let i = 0; reference !== undefined && i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > 16_384) throw new SpreadsheetError('broken')
  }
  return column > 0 ? column - 1 : undefined
}

/** The row of a reference such as AB12, counted from 0; negative when there is none. */
const rowOf = (reference: string) => Number(/\d+$/.exec(reference)?.[0] ?? 0) - 1

/** Excel writes characters that XML cannot hold as _x000D_. */
const unescape = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text
