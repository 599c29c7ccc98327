import fc from 'fast-check'
import { zipSync, strToU8 } from 'fflate'
import { readXlsx, writeXlsx as writeXlsxByHucre, writeXlsxStream } from 'hucre'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import * as SheetJS from 'xlsx'
import {
  type Cell,
  type Column,
  type Limits,
  readSpreadsheet,
  type SheetPlan,
  sniff,
  SpreadsheetError,
  standardLimits,
  writers,
  XLS_MAX_ROWS,
} from '../src/index.ts'
import { dateKind, dateText } from '../src/dates.ts'
import { parse } from '../src/parse.ts'
import { collecting, type SheetContent } from '../src/read-spreadsheet.ts'
import { writeXls } from '../src/write-xls.ts'
import { writeXlsx } from '../src/write-xlsx.ts'
import { reader } from './reader.ts'
import { providerRows, providerTitles } from './fixtures/providers.ts'

// One byte in a million asks for a list longer than V8 makes, which ends the process that reads: there it is heard of as a broken
// file, here it would end the tests.
fc.configureGlobal({ seed: 20_261_122 })

const folder = mkdtempSync(join(tmpdir(), 'spreadsheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url).pathname

async function bytesOf(chunks: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Without the process that a reading of the product has around it: what it refuses and hands on is asked below. */
async function read(content: Uint8Array, limits?: Partial<Limits>) {
  const sheets: SheetContent[] = []
  await parse(Buffer.from(content), { ...standardLimits, ...limits }, collecting(sheets))
  return sheets
}

let files = 0
async function readApart(content: Uint8Array, limits?: Partial<Limits>) {
  const file = join(folder, `upload-${++files}`)
  writeFileSync(file, content)
  return (await readSpreadsheet(file, reader, limits)).sheets
}

async function* rowsOf(rows: Iterable<Cell[]>) {
  yield* rows
}

const plan = (columns: Column[], rows: Iterable<Cell[]>, more: Partial<SheetPlan> = {}): SheetPlan => ({
  name: '订单',
  columns,
  rows: rowsOf(rows),
  ...more,
})

/** What another reader finds in our file. */
function bySheetJs(content: Buffer) {
  const book = SheetJS.read(content)
  return book.SheetNames.map((name) => ({
    name,
    rows: SheetJS.utils.sheet_to_json<Cell[]>(book.Sheets[name]!, {
      header: 1,
      raw: true,
      defval: null,
      blankrows: true,
    }),
  }))
}

const withoutEmptyEnds = (rows: Cell[][]) =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null && cell !== '') + 1))

const awkward: Cell[][] = [
  ['中文，带标点', '013800138000', -12.5, 3],
  ['emoji 😀👨‍👩‍👧 and 𠮷', '00123', 0.1 + 0.2, -7],
  [null, null, null, null],
  ['', 'x'.repeat(40), 1234567.89, 9007199254740991],
  ['=1+1', '+86', 0, null],
  ['@cmd', '-x', 99.9, 1e-7],
  ['两\n行\t格', ' 空格 ', 1, 2],
  ['_x0041_ & <b>"引号"</b>', '字'.repeat(20_000), 1, 2],
  ['a'.repeat(8_223) + '界' + 'b'.repeat(9_000), 'é'.repeat(32_767), 1, 2],
]
const awkwardRead = awkward.map((row) => row.map((cell) => (cell === '' ? null : cell === 0.1 + 0.2 ? 0.3 : cell)))
const columns: Column[] = [
  { title: '名称' },
  { title: '电话', kind: 'text', width: 20 },
  { title: '金额', kind: 'money' },
  { title: '数量', kind: 'number' },
]
const header = columns.map(({ title }) => title)

describe.each(['xlsx', 'xls'] as const)('a written .%s', (kind) => {
  const write = (given: SheetPlan) => bytesOf(writers[kind].write(given))

  it('reads back as it was', async () => {
    const content = await write(plan(columns, awkward))
    const [sheet] = await read(content)
    expect(sheet!.name).toBe('订单')
    expect(sheet!.rows).toEqual([header, ...withoutEmptyEnds(awkwardRead)])
    expect(sniff(content)).toBe(kind)
  })

  it('means the same to SheetJS', async () => {
    const found = bySheetJs(await write(plan(columns, awkward)))
    const given = awkward.map((row) => row.map((cell) => cell || (cell === 0 ? 0 : null)))
    expect(withoutEmptyEnds(found[0]!.rows)).toEqual([header, ...withoutEmptyEnds(given)])
  })

  it('has title rows above its header', async () => {
    const content = await write(plan(columns, [['甲', '1', 2, 3]], { heading: ['订单导出', '导出人：张三'] }))
    const [sheet] = await read(content)
    expect(sheet!.rows).toEqual([['订单导出'], ['导出人：张三'], header, ['甲', '1', 2, 3]])
    const merges = SheetJS.read(content).Sheets['订单']!['!merges']
    expect(merges?.map((range) => SheetJS.utils.encode_range(range))).toEqual(['A1:D1', 'A2:D2'])
  })

  it('shows money with two decimals, as a number, and nothing as a formula', async () => {
    const content = await write(plan(columns, [['=1+1', 5, 2.5, 3]]))
    const sheet = SheetJS.read(content, { cellNF: true, cellStyles: true }).Sheets['订单']!
    expect(sheet.A2).toMatchObject({ t: 's', v: '=1+1' })
    expect(sheet.A2.f).toBeUndefined()
    expect(sheet.B2).toMatchObject({ t: 's', v: '5' })
    expect(sheet.C2).toMatchObject({ t: 'n', v: 2.5, z: '0.00' })
    expect(sheet.D2).toMatchObject({ t: 'n', v: 3 })
    expect(sheet['!cols']?.[1]?.width).toBeCloseTo(20, 0)
  })

  it('holds several thousand rows', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i): Cell[] => [`第${i}行`, String(i).padStart(11, '0'), i / 100, i])
    const content = await write(plan(columns, rows))
    const [sheet] = await readApart(content)
    expect(sheet!.rows.slice(1)).toEqual(rows)
    expect(bySheetJs(content)[0]!.rows.slice(1)).toEqual(rows)
  })

  it('continues on a second sheet', async () => {
    const rows = Array.from({ length: 25 }, (_, i): Cell[] => [i])
    const writer = { xlsx: writeXlsx, xls: writeXls }[kind]
    const sheets = await read(await bytesOf(writer(plan([{ title: '号' }], rows, { heading: ['题'] }), 12)))
    expect(sheets.map(({ name }) => name)).toEqual(['订单', '订单_2', '订单_3'])
    expect(sheets.map(({ rows }) => rows.length)).toEqual([12, 12, 7])
    for (const sheet of sheets) expect(sheet.rows.slice(0, 2)).toEqual([['题'], ['号']])
    expect(sheets.flatMap((sheet) => sheet.rows.slice(2))).toEqual(rows)
  })

  it('does not open a second sheet for rows that just fit', async () => {
    const writer = { xlsx: writeXlsx, xls: writeXls }[kind]
    expect(await read(await bytesOf(writer(plan([{ title: '号' }], [[1], [2]]), 3)))).toHaveLength(1)
  })

  it('has a header when there are no rows, and a name Excel allows', async () => {
    const content = await write(
      plan(columns, [], { name: "'订单/导出[2026]:很长很长很长很长很长很长很长很长很长很长" }),
    )
    const [sheet] = await read(content)
    expect(sheet!.rows).toEqual([header])
    expect(sheet!.name).toMatch(/^[^[\]:*?/\\']{1,31}$/)
    expect(bySheetJs(content)).toHaveLength(1)
  })

  it('cuts what no cell can hold and leaves out what is not a number', async () => {
    const content = await write(plan(columns, [['长'.repeat(40_000), NaN, Infinity, -0]]))
    const [sheet] = await read(content)
    expect(sheet!.rows[1]).toEqual(['长'.repeat(32_767), null, null, 0])
  })

  it('passes on the failure of its rows', async () => {
    async function* failing(): AsyncGenerator<Cell[]> {
      yield [1]
      throw new Error('database gone')
    }
    await expect(write({ name: '订单', columns: [{ title: '号' }], rows: failing() })).rejects.toThrow('database gone')
  })
})

it('stops asking for rows when the reader of its .xlsx leaves', async () => {
  let closed = false
  async function* endless(): AsyncGenerator<Cell[]> {
    try {
      for (let i = 0; ; i++) yield [`第${i}行`.repeat(50)]
    } finally {
      closed = true
    }
  }
  let seen = 0
  for await (const _chunk of writers.xlsx.write({ name: '订单', columns: [{ title: '号' }], rows: endless() })) {
    if (++seen > 20) break
  }
  expect(closed).toBe(true)
})

it('fills an .xls to its last row', async () => {
  const rows = Array.from({ length: XLS_MAX_ROWS }, (_, i): Cell[] => [`第${i}行`, i])
  const content = await bytesOf(writers.xls.write(plan([{ title: '名称' }, { title: '号' }], rows)))
  const sheets = await readApart(content)
  expect(sheets).toHaveLength(1)
  expect(sheets[0]!.rows).toHaveLength(65_536)
  expect(sheets[0]!.rows.at(-1)).toEqual(rows.at(-1))
})

it('keeps memory flat and others served while writing 200,000 rows', async () => {
  async function* rows() {
    for (let i = 0; i < 200_000; i++) yield [`第${i}行，一些说明文字`, String(i).padStart(11, '0'), i / 100, i]
  }
  const before = process.memoryUsage().rss
  let most = 0
  let turns = 0
  let writing = true
  const others = (async () => {
    while (writing) {
      await setImmediate()
      turns++
    }
  })()
  let size = 0
  for await (const chunk of writers.xlsx.write({ name: '订单', columns, rows: rows() })) {
    size += chunk.length
    most = Math.max(most, process.memoryUsage().rss)
  }
  writing = false
  await others
  expect(size).toBeGreaterThan(1_000_000)
  expect((most - before) / 1024 / 1024).toBeLessThan(200)
  expect(turns).toBeGreaterThan(100)
})

describe('a written .csv', () => {
  const write = async (columns: Column[], rows: Cell[][], more?: Partial<SheetPlan>) =>
    (await bytesOf(writers.csv.write(plan(columns, rows, more)))).toString()

  it('has a byte order mark, CRLF and quotes where needed', async () => {
    expect(
      await write(
        columns,
        [
          ['甲,乙', '说"好"', 2.5, 3],
          ['两\n行', null, null, null],
        ],
        { heading: ['题'] },
      ),
    ).toBe('\ufeff题\r\n名称,电话,金额,数量\r\n"甲,乙","说""好""",2.50,3\r\n"两\n行",,,\r\n')
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+8613800138000', "'+8613800138000"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3|cmd', "'-2+3|cmd"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['=1,"x"', `"'=1,""x"""`],
    ['\r=1', `"'\r=1"`],
    ['-5', '-5'],
    ['-0.50', '-0.50'],
    [-5, '-5'],
    ['a=b', 'a=b'],
  ])('defuses %j', async (cell, text) => {
    expect(await write([{ title: '列' }], [[cell]])).toBe(`\ufeff列\r\n${text}\r\n`)
  })

  it('means the same to SheetJS', async () => {
    const rows: Cell[][] = [['甲,"乙"', '两\r\n行', 1.25, -3]]
    const sheet = SheetJS.read(Buffer.from(await write(columns, rows)), { raw: true }).Sheets.Sheet1!
    expect(SheetJS.utils.sheet_to_json(sheet, { header: 1 })).toEqual([header, ['甲,"乙"', '两\r\n行', '1.25', '-3']])
  })
})

describe('a file made by LibreOffice', () => {
  const providers = [[...providerTitles], ...providerRows().map((row) => row.map((text) => text || null))]

  it.each(['providers-500.xls', 'providers-500.xlsx'])('reads %s as it was generated', async (name) => {
    const { sheets } = await readSpreadsheet(fixture(name), reader)
    expect(sheets[0]!.rows).toEqual(providers)
  })

  it.each(['mixed.xls', 'mixed.xlsx'])('reads the kinds of cells in %s', async (name) => {
    const { sheets } = await readSpreadsheet(fixture(name), reader)
    expect(sheets).toEqual([
      {
        name: '混合',
        rows: [
          ['合并的标题'],
          ['0571-88 & 😀', '013800138000', '第一行\n第二行'],
          [1234567.89, -42, 0.3, 123456789012345, 0.01],
          ['2026-02-28', '2024-02-29', '2026-12-31 23:59:59', '08:30:05', '30:15:00'],
          [],
          [],
          // LibreOffice stores the boolean result of a formula as the number 0
          ['TRUE', 0, '#N/A', '#DIV/0!', '算出', null, '=不是公式'],
        ],
      },
      { name: '第二张', rows: [['甲']] },
    ])
  })

  it('agrees with SheetJS and hucre', async () => {
    for (const name of ['providers-500.xls', 'providers-500.xlsx']) {
      const { sheets } = await readSpreadsheet(fixture(name), reader)
      const withoutDates = (rows: unknown[][]) =>
        rows.map((row) => row.filter((_cell, i) => i !== 7).map((cell) => cell ?? null))
      expect(withoutDates(sheets[0]!.rows)).toEqual(withoutDates(bySheetJs(readFileSync(fixture(name)))[0]!.rows))
    }
    const book = await readXlsx(readFileSync(fixture('providers-500.xlsx')))
    const dates = book.sheets[0]!.rows.slice(1).map((row) => (row[7] as Date).toISOString().slice(0, 10))
    expect(dates).toEqual(providerRows().map((row) => row[7]))
  })
})

const namespaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const parts = (sheetData: string, more: Record<string, string> = {}) => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook ${namespaces}><sheets><sheet name="一" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}${relation('rId3', 'styles', 'styles.xml')}</Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet ${namespaces}><sheetData>${sheetData}</sheetData></worksheet>`,
  ...more,
})
const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]),
    ),
    { level: 9 },
  )
const styles = (...formats: (number | string)[]) =>
  `<styleSheet><numFmts>${formats.map((code, i) => (typeof code === 'string' ? `<numFmt numFmtId="${200 + i}" formatCode="${code}"/>` : '')).join('')}</numFmts>` +
  `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((id, i) => `<xf numFmtId="${typeof id === 'number' ? id : 200 + i}"/>`).join('')}</cellXfs>` +
  '<dxfs><dxf><numFmt numFmtId="201" formatCode="0.00"/></dxf></dxfs></styleSheet>'

describe('reading what other programs write', () => {
  const rowsOfFirst = async (sheetData: string, more?: Record<string, string>) =>
    (await read(zip(parts(sheetData, more))))[0]!.rows

  it('reads cells and rows without references, with gaps, prefixes, rich text, readings and escapes', async () => {
    expect(
      await rowsOfFirst(
        '<row><c t="inlineStr"><is><t>甲</t></is></c><c><v>1.5</v></c></row><!-- <row> --><row r="4"><c r="C4" t="s"><v>0</v></c><c r="D4" t="s"><v>1</v></c></row>' +
          '<row r="5"><c r="B5" t="str"><f>A1</f><v>a&amp;&#20013;_x000D_</v></c><c r="C5" t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c><c r="D5" s="1"/><c r="E5" t="b"><v>1</v></c><c r="F5" t="e"><v>#REF!</v></c></row>',
        {
          'xl/sharedStrings.xml':
            '<x:sst xmlns:x="a"><x:si><x:r><x:t>富</x:t></x:r><x:r><x:rPr><x:b/></x:rPr><x:t xml:space="preserve"> 文本</x:t></x:r><x:rPh><x:t>ふ</x:t></x:rPh></x:si><x:si><x:t>_x005F_x0041_</x:t></x:si></x:sst>',
        },
      ),
    ).toEqual([['甲', 1.5], [], [], [null, null, '富 文本', '_x0041_'], [null, 'a&中\r', '<b>', null, 'TRUE', '#REF!']])
  })

  it('knows the Chinese date formats, by number and by code', async () => {
    const cells = [
      31,
      'yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@',
      '[$-804]aaaa',
      33,
      '0.00&quot;day&quot;',
      22,
      '[Red]0',
      'General',
    ].map((_format, i) => `<c s="${i}"><v>46081.25</v></c>`)
    const formats = [
      31,
      'yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@',
      '[$-804]aaaa',
      33,
      '0.00&quot;day&quot;',
      22,
      '[Red]0',
      'General',
    ]
    expect(await rowsOfFirst(`<row>${cells.join('')}</row>`, { 'xl/styles.xml': styles(...formats) })).toEqual([
      ['2026-02-28', '2026-02-28', '2026-02-28', '06:00:00', 46081.25, '2026-02-28 06:00:00', 46081.25, 46081.25],
    ])
  })

  it('reads the 1904 system in both formats', async () => {
    const date = new Date(Date.UTC(2026, 1, 28, 18, 30))
    const sheet = SheetJS.utils.aoa_to_sheet([[date]], { UTC: true, cellDates: true, dateNF: 'yyyy-mm-dd hh:mm' })
    const book = SheetJS.utils.book_new(sheet, '一')
    book.Workbook = { WBProps: { date1904: true } }
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const content = SheetJS.write(book, { type: 'buffer', bookType, cellDates: false }) as Buffer
      expect((await read(content))[0]!.rows).toEqual([['2026-02-28 18:30:00']])
    }
  })

  it('leaves hidden sheets out', async () => {
    const book = SheetJS.utils.book_new()
    for (const name of ['字典', '数据'])
      SheetJS.utils.book_append_sheet(book, SheetJS.utils.aoa_to_sheet([[name]]), name)
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const content = SheetJS.write(book, { type: 'buffer', bookType }) as Buffer
      expect(await read(content)).toEqual([{ name: '数据', rows: [['数据']] }])
    }
  })

  it('reads what hucre writes', async () => {
    const content = await writeXlsxByHucre({
      sheets: [{ name: '一', rows: [['甲', 1, true, new Date(Date.UTC(2026, 0, 31))]] }],
    })
    expect(await read(content)).toEqual([{ name: '一', rows: [['甲', 1, 'TRUE', '2026-01-31']] }])
  })

  it('reads zip64, which Apache POI writes even into small files', async () => {
    const content = await bytesOf(writeXlsxStream([['甲', 1]], { name: '一', zip64: true }))
    expect(await read(content)).toEqual([{ name: '一', rows: [['甲', 1]] }])
  })

  it('is not hurt by wide declarations or formatted emptiness', async () => {
    const wide = parts(
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="3"/></row><row r="1048576"><c r="A1048576" s="1"/></row>',
    )
    wide['xl/worksheets/sheet1.xml'] = wide['xl/worksheets/sheet1.xml'].replace(
      '<sheetData>',
      '<dimension ref="A1:ZZZZ200000"/><cols><col min="1" max="200000" width="9"/></cols><sheetData>',
    )
    expect((await read(zip(wide)))[0]!.rows).toEqual([[1]])
  })
})

describe('dates', () => {
  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [46081, '2026-02-28'],
    [2958465, '9999-12-31'],
    [2958466, 2958466],
    [-1, -1],
    [0, 0],
  ])('day %d of the 1900 system is %s', (serial, text) => expect(dateText(serial, 'date', false)).toBe(text))

  it('rounds to the second as Excel does', () => {
    expect(dateText(46081 + 12 / 24 + 1e-9, 'datetime', false)).toBe('2026-02-28 12:00:00')
    expect(dateText(46081.9999999999, 'datetime', false)).toBe('2026-03-01 00:00:00')
    expect(dateText(0.5, 'time', false)).toBe('12:00:00')
  })

  it.each([
    ['yyyy/m/d h:mm', 'datetime'],
    ['h"时"mm"分"', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm', 'duration'],
    ['上午/下午h:mm', 'time'],
    ['mmm', 'date'],
    ['#,##0.00', null],
    ['"d"0', null],
    ['0.00_);[Red]\\(0.00\\)', null],
    ['@', null],
  ])('format %s shows %s', (code, kind) => expect(dateKind(164, code)).toBe(kind))
})

async function refusal(content: Uint8Array, limits?: Partial<Limits>, reading = read) {
  const error = await reading(content, limits).then(
    () => expect.unreachable('was read'),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(SpreadsheetError)
  expect((error as SpreadsheetError).message).toMatch(/[\u4e00-\u9fff]/)
  return (error as SpreadsheetError).reason
}

describe('refuses', () => {
  const sheetOf = (rows: number, cell = '<c><v>1</v></c>') => zip(parts(`<row>${cell}</row>`.repeat(rows)))
  const cfb = (path: string, content: Uint8Array) => {
    const container = SheetJS.CFB.utils.cfb_new()
    SheetJS.CFB.utils.cfb_add(container, path, content)
    return SheetJS.CFB.write(container, { type: 'buffer' }) as Buffer
  }

  it('what is no spreadsheet', async () => {
    expect(await refusal(Buffer.from('<html><table><tr><td>1</td></tr></table></html>'))).toBe('not-spreadsheet')
    expect(await refusal(Buffer.from('{"名称":"甲"}'))).toBe('not-spreadsheet')
    expect(await refusal(Buffer.from('%PDF-1.7\n%âãÏÓ\n'))).toBe('not-spreadsheet')
    expect(await refusal(Buffer.alloc(0), {}, readApart)).toBe('not-spreadsheet')
    expect(await refusal(zip({ 'word/document.xml': '<w/>' }))).toBe('not-spreadsheet')
    expect(await refusal(zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }))).toBe(
      'not-spreadsheet',
    )
    expect(await refusal(cfb('/WordDocument', Buffer.alloc(5_000)))).toBe('not-spreadsheet')
    const xlsb = SheetJS.write({ SheetNames: ['a'], Sheets: { a: {} } }, { type: 'buffer', bookType: 'xlsb' }) as Buffer
    expect(await refusal(xlsb)).toBe('not-spreadsheet')
  })

  it('files with a password', async () => {
    const locked = await writeXlsxByHucre({
      sheets: [{ name: '一', rows: [[1]] }],
      encryption: { password: 'x', spinCount: 1000 },
    })
    expect(await refusal(locked)).toBe('encrypted')
    const filePass = Buffer.from([
      9,
      8,
      16,
      0,
      0,
      6,
      5,
      0,
      ...Array<number>(12).fill(0),
      0x2f,
      0,
      4,
      0,
      1,
      0,
      1,
      0,
      10,
      0,
      0,
      0,
    ])
    expect(await refusal(cfb('/Workbook', Buffer.concat([filePass, Buffer.alloc(5_000)])))).toBe('encrypted')
  })

  it('formats older than Excel 97', async () => {
    const book = SheetJS.utils.book_new(SheetJS.utils.aoa_to_sheet([['a', 1]]), 'a')
    for (const bookType of ['biff2', 'biff3', 'biff4', 'biff5'] as SheetJS.BookType[]) {
      expect(await refusal(SheetJS.write(book, { type: 'buffer', bookType }) as Buffer)).toBe('old-format')
    }
  })

  it('too much of anything', async () => {
    expect(await refusal(sheetOf(300_000))).toBe('too-many-rows')
    expect(await refusal(zip(parts('<row r="999999999"><c><v>1</v></c></row>')))).toBe('too-many-rows')
    expect(await refusal(zip(parts('<row><c r="IW1"><v>1</v></c></row>')))).toBe('too-many-columns')
    expect(await refusal(sheetOf(1, `<c t="str"><v>${'a'.repeat(32_768)}</v></c>`))).toBe('too-large')
    expect(await refusal(sheetOf(10), { cells: 9 })).toBe('too-large')
    expect(await refusal(sheetOf(10), { entries: 4 })).toBe('too-large')
    expect(await refusal(sheetOf(10), { fileSize: 100 }, readApart)).toBe('too-large')
    const xls = await bytesOf(writers.xls.write(plan([{ title: '号' }], Array(20).fill([1]))))
    expect(await refusal(xls, { rows: 20 })).toBe('too-many-rows')
  })

  it('one shared text used too often', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`
    const strings = `<sst><si><t>${'长'.repeat(32_000)}</t></si></sst>`
    expect(await refusal(zip(parts(row.repeat(1_000), { 'xl/sharedStrings.xml': strings })))).toBe('too-large')
  })

  it('a zip bomb, in the sheet or in the shared texts, whatever its header says', async () => {
    const limits = { unpacked: 30 * 1024 * 1024 }
    const blanks = new Uint8Array(1.1 * limits.unpacked).fill(0x20)
    for (const path of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']) {
      const bomb = Buffer.from(zip({ ...parts(''), [path]: blanks }))
      expect(bomb.length).toBeLessThan(100 * 1024)
      expect(await refusal(bomb, limits)).toBe('too-large')
      if (path.endsWith('Strings.xml')) continue
      // Sizes in the directory lie: 100 bytes unpacked
      for (let at = 0; (at = bomb.indexOf('PK\x01\x02', at, 'latin1')) >= 0; at++) bomb.writeUInt32LE(100, at + 24)
      expect(await refusal(bomb, limits)).toBe('too-large')
    }
  })

  it('what fills the heap or takes too long', async () => {
    const strings = Array.from({ length: 400_000 }, (_, i) => `<si><t>${i}${'长'.repeat(60)}</t></si>`).join('')
    const heavy = zip(parts('', { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }))
    expect(await refusal(heavy, { memory: 32 }, readApart)).toBe('too-large')
    expect(await refusal(heavy, { seconds: 0.01 }, readApart)).toBe('timeout')
  })

  it('entity expansion', async () => {
    const entities = parts('<row><c t="str"><v>&lol;</v></c></row>')
    entities['xl/worksheets/sheet1.xml'] = `<!DOCTYPE x [<!ENTITY lol "lol">]>${entities['xl/worksheets/sheet1.xml']}`
    expect(await refusal(zip(entities))).toBe('broken')
  })

  it('truncated and damaged files', async () => {
    for (const name of ['providers-500.xlsx', 'providers-500.xls']) {
      const whole = readFileSync(fixture(name))
      for (const part of [0.02, 0.5, 0.9]) expect(await refusal(whole.subarray(0, whole.length * part))).toBe('broken')
    }
    const damaged = Buffer.from(zip(parts('<row><c><v>1</v></c></row>'.repeat(1_000))))
    damaged[damaged.indexOf('xl/worksheets/sheet1.xml') + 34]! ^= 0xff
    expect(await refusal(damaged)).toBe('broken')
    expect(await refusal(zip(parts('<row><c><v>1</v>')))).toBe('broken')
  })

  it('random bytes', async () => {
    const magic = [Buffer.from([0]), Buffer.from('PK\x03\x04'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...magic), fc.uint8Array({ maxLength: 2_000 }), async (start, rest) => {
        await refusal(Buffer.concat([start, rest]))
      }),
      { numRuns: 15 },
    )
  })

  it('changed bytes in a real file, or reads it, but never anything else', async () => {
    for (const name of ['mixed.xls', 'mixed.xlsx']) {
      const whole = readFileSync(fixture(name))
      const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
          const changed = Buffer.from(whole)
          for (const [at, byte] of changes) changed[at] = byte
          try {
            await parse(changed, standardLimits, { sheet() {}, row() {} })
          } catch (error) {
            expect(error).toBeInstanceOf(SpreadsheetError)
          }
        }),
        { numRuns: 500 },
      )
    }
  })
})

it('reads many files at once, two at a time', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => readSpreadsheet(fixture('mixed.xlsx'), reader)))
  expect(all.map(({ sheets }) => sheets.length)).toEqual(Array(6).fill(2))
})
