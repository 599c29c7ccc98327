/** Spreadsheets across programs: what four packages of others write is read by us, and what we write by them. */
import { readXls, readXlsx, writeXlsx as writeByHucre, type CellValue } from 'hucre'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import * as SheetJS from 'xlsx'
import XlsxPopulate from 'xlsx-populate'
import { type Cell, type Column, standardLimits, writers } from '../src/index.ts'
import { parse } from '../src/parse.ts'

const bold = { bold: true }
/** A cell in the words of no program. */
type Given = string | number | boolean | null | { date: string } | { runs: readonly [string, string] }

const at = (text: string) => new Date(`${text.replace(' ', 'T')}${text.length > 10 ? '' : 'T00:00:00'}Z`)

const rows: readonly (readonly Given[])[] = [
  ['文字', '013800138000', '', '  两边空格  ', '第一行\n第二行', '<b>&"\'</b>', '😀𠮷é'],
  [0, -42, 0.01, -1234567.89, 123456789012345, 123456789012345680000],
  // More than the 15 digits that Excel shows: a fraction is cut to them, a whole number stays.
  [1e-7, 1 / 3, 0.1 + 0.2, 110105194912310020],
  [true, false, null, null, '空格之后'],
  [],
  [{ date: '2026-02-28' }, { date: '2024-02-29' }, { date: '1999-12-31 23:59:59' }, { date: '1904-01-02 06:00:00' }],
  [{ date: '2026-11-22 08:30:00' }, { runs: ['富', ' 文本'] }, null, '末尾'],
  // The same texts again: those of a table of shared texts are written once.
  ['文字', '文字', '013800138000', '第一行\n第二行'],
]

/** What we make of a cell: 15 digits as Excel shows them, dates as text, booleans in capitals. */
function expected(cell: Given): Cell {
  if (cell === null || cell === '') return null
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : Number(cell.toPrecision(15))
  if (typeof cell === 'string') return cell
  return 'date' in cell ? cell.date : cell.runs.join('')
}
const withoutEmptyEnd = (cells: readonly Cell[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1)
const meant = rows.map((row) => withoutEmptyEnd(row.map(expected)))

async function read(content: Uint8Array) {
  const sheets: { name: string; rows: Cell[][] }[] = []
  await parse(Buffer.from(content), standardLimits, {
    sheet: (name) => void sheets.push({ name, rows: [] }),
    row(index, cells) {
      const found = sheets.at(-1)!.rows
      while (found.length < index) found.push([])
      found[index] = cells
    },
  })
  return sheets
}

function bySheetJs(bookType: SheetJS.BookType, more: Partial<SheetJS.WritingOptions> & { date1904?: boolean } = {}) {
  const { date1904 = false, ...options } = more
  const sheet: SheetJS.WorkSheet = { '!ref': 'A1:G8', '!merges': [SheetJS.utils.decode_range('A5:C5')] }
  rows.forEach((row, r) =>
    row.forEach((cell, c) => {
      const name = SheetJS.utils.encode_cell({ r, c })
      if (cell === null) return
      if (typeof cell !== 'object') SheetJS.utils.sheet_add_aoa(sheet, [[cell]], { origin: name })
      else if ('runs' in cell) sheet[name] = { t: 's', v: cell.runs.join('') }
      else sheet[name] = { t: 'd', v: at(cell.date), z: cell.date.length > 10 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' }
    }),
  )
  const book = SheetJS.utils.book_new(sheet, '数据')
  if (date1904) book.Workbook = { WBProps: { date1904 } }
  return SheetJS.write(book, { type: 'buffer', bookType, UTC: true, ...options } as SheetJS.WritingOptions) as Buffer
}

const byHucre = (dateSystem: '1900' | '1904') =>
  writeByHucre({
    dateSystem,
    sheets: [
      {
        name: '数据',
        rows: rows.map((row) =>
          row.map((cell): CellValue =>
            cell === null || typeof cell !== 'object' ? cell : 'date' in cell ? at(cell.date) : cell.runs.join(''),
          ),
        ),
        merges: [{ startRow: 4, startCol: 0, endRow: 4, endCol: 2 }],
        cells: new Map(
          rows.flatMap((row, r) =>
            row.flatMap((cell, c) =>
              cell === null || typeof cell !== 'object'
                ? []
                : [
                    [
                      `${r},${c}`,
                      'runs' in cell
                        ? { richText: [{ text: cell.runs[0], font: bold }, { text: cell.runs[1] }] }
                        : {
                            value: at(cell.date),
                            style: { numFmt: cell.date.length > 10 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' },
                          },
                    ] as const,
                  ],
            ),
          ),
        ),
      },
    ],
  })

/** It takes dates by their local time, and so from a machine of any time zone. */
const localTime = (text: string) => {
  const utc = at(text)
  return new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000)
}

async function byXlsxPopulate() {
  const book = await XlsxPopulate.fromBlankAsync()
  const sheet = book.sheet(0)
  sheet.name('数据')
  rows.forEach((row, r) =>
    row.forEach((given, c) => {
      const cell = sheet.cell(r + 1, c + 1)
      if (given === null) return
      if (typeof given !== 'object') cell.value(given)
      else if ('date' in given) {
        cell.value(localTime(given.date))
        cell.style('numberFormat', given.date.length > 10 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd')
      } else {
        const text = new XlsxPopulate.RichText()
        text.add(given.runs[0], bold).add(given.runs[1])
        cell.value(text)
      }
    }),
  )
  sheet.range('A5:C5').merged(true)
  return book.outputAsync()
}

const byWriteExcelFile = () =>
  writeExcelFile(
    rows.map((row) =>
      row.map((cell) => {
        if (cell === null || cell === '') return null
        if (typeof cell !== 'object') return { value: cell }
        if ('runs' in cell) return { value: cell.runs.join('') }
        return {
          value: at(cell.date),
          type: Date,
          format: cell.date.length > 10 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd',
        }
      }),
    ),
    { sheet: '数据' },
  ).toBuffer()

describe('we read', () => {
  it.each([
    ['SheetJS, .xlsx', () => bySheetJs('xlsx')],
    ['SheetJS, .xlsx with a table of shared texts', () => bySheetJs('xlsx', { bookSST: true })],
    ['SheetJS, .xlsx of the 1904 system', () => bySheetJs('xlsx', { date1904: true })],
    ['SheetJS, .xls', () => bySheetJs('biff8', { bookSST: true })],
    ['SheetJS, .xls of the 1904 system', () => bySheetJs('biff8', { bookSST: true, date1904: true })],
    ['hucre, .xlsx', () => byHucre('1900')],
    ['hucre, .xlsx of the 1904 system', () => byHucre('1904')],
    ['xlsx-populate, .xlsx', byXlsxPopulate],
    ['write-excel-file, .xlsx', byWriteExcelFile],
  ] as const)('what %s wrote', async (_, write) => {
    expect(await read(await write())).toEqual([{ name: '数据', rows: meant }])
  })
})

describe('we read what a cell shows', () => {
  const shown: readonly (readonly [given: SheetJS.CellObject, cell: Cell])[] = [
    [{ t: 'n', v: 12, z: '000000' }, '000012'],
    [{ t: 'n', v: 1234567, z: '000000' }, '1234567'],
    [{ t: 'n', v: -12, z: '000000' }, -12],
    [{ t: 'n', v: 1.5, z: '000' }, 1.5],
    [{ t: 'n', v: 12, z: '0' }, 12],
    [{ t: 'n', v: 12, z: '0.00' }, 12],
    [{ t: 'n', v: 0.3, z: '0%' }, '30%'],
    [{ t: 'n', v: 0.1234, z: '0.00%' }, '12.34%'],
    [{ t: 'n', v: 0.07, z: '#,##0.0%' }, '7%'],
    [{ t: 'n', v: 30, z: '0"%"' }, 30],
    [{ t: 'n', v: 0.07, f: '0.7/10', z: '0%' }, '7%'],
    [{ t: 'e', v: 7 }, '#DIV/0!'],
    [{ t: 'e', v: 42, f: 'VLOOKUP(1,2,3)' }, '#N/A'],
  ]
  it.each(['xlsx', 'biff8'] as const)('in .%s', async (bookType) => {
    const sheet: SheetJS.WorkSheet = { '!ref': `A1:A${shown.length}` }
    shown.forEach(([cell], at) => (sheet[`A${at + 1}`] = cell))
    const content = SheetJS.write(SheetJS.utils.book_new(sheet, '数据'), { type: 'buffer', bookType }) as Buffer
    expect((await read(content))[0]!.rows).toEqual(shown.map(([, cell]) => [cell]))
  })
})

describe('we read text tables', () => {
  const meant = [
    ['名称', '备注'],
    ['甲', '一,二\n"三"'],
    [null, '0012'],
  ]
  const text = (separator: string, lineEnd = '\r\n') =>
    ['名称' + separator + '备注', `甲${separator}"一,二\n""三"""`, `${separator}0012`].join(lineEnd)
  it.each([
    ['of UTF-8 with a mark', Buffer.from(`\ufeff${text(',')}`)],
    ['of UTF-8 without', Buffer.from(text(',', '\n'))],
    ['with tabs, in UTF-16, as Excel calls Unicode', Buffer.from(`\ufeff${text('\t')}\r\n`, 'utf16le')],
    ['with semicolons', Buffer.from(text(';'))],
    [
      'of GBK, as a Chinese Excel saves them',
      Buffer.from(
        text(',')
          .replace('名称', '\xc3\xfb\xb3\xc6')
          .replace('备注', '\xb1\xb8\xd7\xa2')
          .replace('甲', '\xbc\xd7')
          .replace('一', '\xd2\xbb')
          .replace('二', '\xb6\xfe')
          .replace('三', '\xc8\xfd'),
        'latin1',
      ),
    ],
    ['that SheetJS wrote', Buffer.from(SheetJS.utils.sheet_to_csv(SheetJS.utils.aoa_to_sheet(meant)))],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual([{ name: '', rows: meant }])
  })

  it('with the guard against formulas taken off', async () => {
    const cells = [["'=1", "'", "''+1", '-2', '＝1', '\t甲', "'甲", "'\n"]]
    async function* each() {
      yield* cells
    }
    const chunks: Uint8Array[] = []
    const plan = { name: '', columns: cells[0]!.map((_, at) => ({ title: `列${at}` })), rows: each() }
    for await (const chunk of writers.csv.write(plan)) chunks.push(chunk)
    const [sheet] = await read(Buffer.concat(chunks))
    expect(sheet!.rows.slice(1)).toEqual(cells)
  })
})

/** What an export may have to hold; dates go into it as text. */
const written: readonly Cell[][] = [
  ['文字', '013800138000', 12.5, 3],
  ['  两边空格  ', '第一行\n第二行\t格', -0.01, 9007199254740991],
  ['<b>&"\'</b>', '=1+1', 99999999999.99, -7],
  [null, null, null, null],
  ['😀𠮷é', '+86-1', 0, 1e-7],
  ['字'.repeat(9_000), '-x', 0.1, 5e-324],
  ['文字', '文字', 1.5, 123456789012345680000],
]
const columns: Column[] = [
  { title: '名称' },
  { title: '电话', kind: 'text' },
  { title: '金额', kind: 'money' },
  { title: '数量', kind: 'number' },
]
const titles = columns.map(({ title }) => title)

async function ours(kind: 'xlsx' | 'xls' | 'csv', cells = written, more: { heading?: string[] } = {}) {
  async function* each() {
    yield* cells
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writers[kind].write({ name: '订单', columns, rows: each(), ...more })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const cleared = (found: readonly (readonly unknown[] | undefined)[]) =>
  // Of a row with nothing in it hucre has nothing at all in an .xls.
  Array.from(found, (row) => withoutEmptyEnd((row ?? []).map((cell) => (cell ?? null) as Cell)))

describe('others read what we wrote', () => {
  it.each([
    ['hucre, .xlsx', 'xlsx', readXlsx],
    ['hucre, .xls', 'xls', readXls],
  ] as const)('%s', async (_, kind, open) => {
    const book = await open(await ours(kind, written, { heading: ['订单导出'] }))
    expect(book.sheets.map(({ name }) => name)).toEqual(['订单'])
    expect(cleared(book.sheets[0]!.rows)).toEqual(cleared([['订单导出'], titles, ...written]))
    expect(book.sheets[0]!.merges).toEqual([{ startRow: 0, startCol: 0, endRow: 0, endCol: 3 }])
  })

  it('xlsx-populate, .xlsx', async () => {
    const book = await XlsxPopulate.fromDataAsync(await ours('xlsx'))
    const sheet = book.sheet('订单')
    const found = [titles, ...written].map((row, r) => row.map((_, c) => sheet.cell(r + 1, c + 1).value()))
    expect(cleared(found)).toEqual(cleared([titles, ...written]))
    expect(sheet.cell('B4').formula()).toBeUndefined()
    expect(sheet.cell('C2').style('numberFormat')).toBe('0.00')
  })

  it('papaparse, .csv', async () => {
    const texts = written.map(([name, phone, amount, count]) => [
      name ?? '',
      // What a spreadsheet would take for a formula is defused.
      /^[=+-]/.test(String(phone)) ? `'${phone}` : (phone ?? ''),
      amount === null ? '' : Number(amount).toFixed(2),
      count === null ? '' : String(count),
    ])
    const { data, errors } = Papa.parse<string[]>((await ours('csv')).toString('utf8').replace(/^\ufeff/, ''))
    expect(errors).toEqual([])
    expect(data).toEqual([titles, ...texts, ['']])
  })
})
