/** What a list writes its own import reads: every resource in every format comes back as it went. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as SheetJS from 'xlsx'
import XlsxPopulate from 'xlsx-populate'
import { parse } from '@voltdesk/sheets/parse'
import { standardLimits, type Cell } from '@voltdesk/sheets'
import { resources } from '#resources/index.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { bothWays, checked, expectUnchanged, exported, FORMATS } from './sheet-trip.ts'

/** As the import takes them, without the process of their own that files of strangers are read in. */
async function rowsOf(content: Buffer): Promise<Cell[][]> {
  const rows: Cell[][] = []
  await parse(content, standardLimits, { sheet() {}, row: (_, cells) => void rows.push(cells) })
  return rows
}
/** A text table has the digits of a number; the import takes both. */
const asNumbersIn = (before: Cell[][], rows: Cell[][]): Cell[][] =>
  rows.map((row, r) => row.map((cell, c) => (typeof before[r]?.[c] === 'number' ? Number(cell) : cell)))

/** Opened and saved by SheetJS. */
const resaved = (content: Buffer, format: (typeof FORMATS)[number]): Buffer => {
  const saved: unknown = SheetJS.write(SheetJS.read(content, { raw: true, cellNF: true }), {
    type: 'buffer',
    bookType: format === 'xls' ? 'biff8' : format,
  })
  return Buffer.from(saved as Uint8Array)
}

describe.each([await oneKind()])('a list and its import on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    test.services.sheetReader = { parse }
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  it.each(bothWays.map((resource) => [resource.name, resource] as const))(
    '%s comes back unchanged from .xlsx, .xls and .csv, and reads the same when SheetJS has saved them',
    async (_, resource) => {
      const { files, rows } = await exported(admin, resource)
      await expectUnchanged(test, admin, resource, files, rows)
      for (const { name, content } of files) {
        const before = await rowsOf(content)
        expect(before, name).toHaveLength(rows + 1)
        for (const format of FORMATS) {
          const after = await rowsOf(resaved(content, format))
          expect(asNumbersIn(before, after), `${name} saved as .${format}`).toEqual(before)
        }
      }
    },
  )

  it.each(['banner', 'trend', 'notice'])(
    'says before %s are doubled that records of these titles are there',
    async (name) => {
      const resource = bothWays.find((one) => one.name === name)!
      const { files } = await exported(admin, resource, ['xlsx'])
      const [task] = await checked(admin, resource, files, '')
      expect(task!.counts!.twins).toBeGreaterThan(0)
      expect(task!.counts!.twins).toBe(task!.counts!.added)
      expect(task!.message).toContain(`${task!.counts!.twins} 行与已有记录同名`)
    },
  )

  it('takes rows that carry the number of a record for that record, though nobody asked to change it', async () => {
    const resource = bothWays.find((one) => one.name === 'userCard')!
    const { files, rows } = await exported(admin, resource, ['xlsx'])
    const [task] = await checked(admin, resource, files, '')
    expect(task!.counts).toMatchObject({ added: 0, wrong: rows })
  })

  it.each(bothWays.map((resource) => [resource.name, resource] as const))(
    '%s offers a template whose titles it knows and whose example it leaves out',
    async (_, resource) => {
      const { raw } = await admin('GET', `${resource.path}/importTemplate`)
      expect(raw.statusCode).toBe(200)
      const template = { name: '模板.xlsx', content: raw.rawPayload }
      expect(await checked(admin, resource, [template])).toMatchObject([
        { state: 'failed', message: '表格里没有数据行' },
      ])
      const book = SheetJS.read(raw.rawPayload)
      const [titles, example] = SheetJS.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
      expect(titles!.map((title) => title.replace('*', ''))).toEqual(
        resource.excel.import.map((name) => resource.fields[name]!.label),
      )
      expect(example![0]).toMatch(/^示例：/)
      const dicts = resource.excel.import.filter((name) => ['dict', 'switch'].includes(resource.fields[name]!.kind))
      expect(book.SheetNames).toEqual([resource.label, '填写说明', ...(dicts.length ? ['可选内容'] : [])])
    },
  )

  it('chooses from the words of the dictionary, as another program reads the template', async () => {
    const { raw } = await admin('GET', '/rental/userMessage/importTemplate')
    const book = await XlsxPopulate.fromDataAsync(raw.rawPayload)
    const names = resources.userMessage.excel.import
    const column = SheetJS.utils.encode_col(names.indexOf('sex'))
    const validation = book.sheet(0).range(`${column}2:${column}100010`).dataValidation()
    expect(validation).toMatchObject({ type: 'list', formula1: expect.stringContaining('可选内容!') })
    const formula = validation ? validation.formula1 : ''
    const [, letter, last] = /^可选内容!\$(\w+)\$2:\$\w+\$(\d+)$/.exec(formula)!
    const words = Array.from({ length: Number(last) - 1 }, (_, at) =>
      book
        .sheet('可选内容')
        .cell(`${letter}${at + 2}`)
        .value(),
    )
    expect(words).toEqual(expect.arrayContaining(['男', '女']))
  })
})
