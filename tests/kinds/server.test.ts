/** Every kind through the server: column, wire, filter, order, spreadsheets both ways, by HTTP on both databases. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as SheetJS from 'xlsx'
import type { FieldKind } from '#model/fields.ts'
import { kinds } from '#model/kinds/index.ts'
import type { Rule } from '#model/kinds/rules.ts'
import { rulesFor } from '#model/query.ts'
import type { Reply } from '../empty-app.ts'
import { postgresUrl } from '../postgres.ts'
import { upload } from '../server/upload.ts'
import { kindsApp, type KindsApp } from './registered.ts'
import { allKinds, kindSample, sampleOf, type Typed } from './samples.ts'

const PATH = kindSample.path
const databases = (await postgresUrl()) ? (['embedded', 'postgres'] as const) : (['embedded'] as const)

type Row = Record<string, unknown>
const written = allKinds.filter((kind) => kind !== 'serial')
const whole = (which: 'value' | 'other'): Row =>
  Object.assign({}, ...written.map((kind) => ({ ...sampleOf(kind).beside, [kind]: sampleOf(kind)[which] }))) as Row
/** Lines have ids of their own once they are written. */
const plain = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one && 'item' in one)
    ? (value as Row[]).map(({ id: _, ...line }) =>
        Object.fromEntries(Object.entries(line).filter(([name]) => !name.endsWith('_dictText'))),
      )
    : value

describe.each(databases)('every kind on %s', (database) => {
  let app: KindsApp
  const ids = { value: '', other: '' }
  beforeAll(async () => {
    app = await kindsApp(database)
    for (const which of ['value', 'other'] as const) {
      const reply = await app.send('POST', `${PATH}/add`, whole(which))
      expect(reply, reply.message).toMatchObject({ success: true })
    }
    const { result } = await app.send('GET', `${PATH}/list`)
    for (const row of result.records as Row[])
      ids[row.text === sampleOf('text').value ? 'value' : 'other'] = String(row.id)
  })
  afterAll(() => app?.close())

  const read = async (id: string) => (await app.send('GET', `${PATH}/queryById?id=${id}`)).result as Row
  const find = async (query: Record<string, string>): Promise<string[] | string> => {
    const reply: Reply = await app.send('GET', `${PATH}/list?${new URLSearchParams(query).toString()}`)
    if (!reply.success) return `${reply.status} ${reply.message}`
    return (reply.result.records as Row[]).map((row) => String(row.id))
  }

  it.each(allKinds)('%s has its column', async (kind) => {
    const { column } = sampleOf(kind)
    const name = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const columns = await app.test.services.db.execute<{ column_name: string }>(
      sql`select column_name from information_schema.columns where table_name = ${kindSample.table}`,
    )
    expect(columns.rows.some(({ column_name }) => column_name === name)).toBe(column !== null)
    if (!column) return
    const [row] = (
      await app.test.services.db.execute<{ type: string; text: string }>(
        sql`select pg_typeof(${sql.identifier(name)})::text as type,
            ${kind === 'dateTime' ? sql`(date_time at time zone 'UTC')::text || '+00'` : sql`${sql.identifier(name)}::text`} as text
            from ${sql.identifier(kindSample.table)} where id = ${ids.value}`,
      )
    ).rows
    if (kind === 'serial') expect(row).toMatchObject({ type: 'text', text: expect.stringMatching(/^YB\d{8}\d{4}$/) })
    else expect([row!.type, row!.text]).toEqual(column)
  })

  it.each(written)('%s comes back as it was sent, with its words', async (kind) => {
    for (const which of ['value', 'other'] as const)
      expect(plain((await read(ids[which]))[kind])).toEqual(plain(sampleOf(kind)[which]))
    const { result } = await app.send('GET', `${PATH}/list?pageSize=10`)
    const row = (result.records as Row[]).find(({ id }) => id === ids.value)!
    expect(row[`${kind}_dictText`]).toBe(sampleOf(kind).dictText)
  })

  it.each(written)('%s can be changed and emptied', async (kind) => {
    const { field, value, other, beside } = sampleOf(kind)
    const added = await app.send('POST', `${PATH}/add`, { text: '改', ...beside, [kind]: value })
    const id = String(added.result.id)
    const edit = async (next: unknown) => {
      const { version } = await read(id)
      const reply = await app.send('PUT', `${PATH}/edit`, { id, version, [kind]: next })
      expect(reply, reply.message).toMatchObject({ success: true })
      return plain((await read(id))[kind])
    }
    expect(await edit(other)).toEqual(plain(other))
    if (!field.required) expect(await edit(null)).toEqual(kind === 'switch' ? 'N' : kind === 'lines' ? [] : null)
    await app.send('DELETE', `${PATH}/delete?id=${id}`)
  })

  it('serial is the server’s', async () => {
    const reply = await app.send('POST', `${PATH}/add`, { text: '改', serial: 'YB1' })
    expect([reply.status, reply.message]).toEqual([400, '编号由系统维护，不能填写'])
    const numbers = [await read(ids.value), await read(ids.other)].map((row) => Number(String(row.serial).slice(-4)))
    expect(numbers[1]! - numbers[0]!).toBe(1)
  })

  it.each(written)('%s is refused by name when it is wrong', async (kind) => {
    for (const [given, sentence] of sampleOf(kind).refuses) {
      const reply = await app.send('POST', `${PATH}/add`, { text: '错', ...sampleOf(kind).beside, [kind]: given })
      expect(reply.status, JSON.stringify(given)?.slice(0, 40)).toBe(400)
      const [where] = Object.keys(reply.result.fields as object)
      expect([where!.split('.')[0], reply.result.fields[where!]]).toEqual([kind, sentence])
    }
  })

  describe('is asked about', () => {
    /** As the text of a parameter. */
    const stored: Record<'value' | 'other', Record<string, string>> = { value: {}, other: {} }
    beforeAll(async () => {
      for (const which of ['value', 'other'] as const) {
        const row = await read(ids[which])
        for (const kind of allKinds) stored[which][kind] = String(row[kind])
      }
    })
    const numeric: readonly FieldKind[] = ['integer', 'decimal', 'money', 'percent']
    const several: readonly FieldKind[] = ['refs', 'department']
    const parts = (text: string) => text.split(',')

    /** What a rule means, on texts. */
    const means: Record<Rule, (kind: FieldKind, has: string, asked: string) => boolean> = {
      eq: (kind, has, asked) => (several.includes(kind) ? parts(has).includes(asked) : has === asked),
      ne: (_, has, asked) => has !== asked,
      gt: (kind, has, asked) => (numeric.includes(kind) ? Number(has) > Number(asked) : has > asked),
      ge: (kind, has, asked) => (numeric.includes(kind) ? Number(has) >= Number(asked) : has >= asked),
      lt: (kind, has, asked) => (numeric.includes(kind) ? Number(has) < Number(asked) : has < asked),
      le: (kind, has, asked) => (numeric.includes(kind) ? Number(has) <= Number(asked) : has <= asked),
      like: (_, has, asked) => has.includes(asked),
      right_like: (_, has, asked) => has.startsWith(asked),
      left_like: (_, has, asked) => has.endsWith(asked),
      in: (kind, has, asked) =>
        several.includes(kind) ? parts(has).some((one) => parts(asked).includes(one)) : parts(asked).includes(has),
    }
    /** Questions that tell the two records apart. */
    const questions = (kind: FieldKind, rule: Rule): string[] => {
      const [value, other] = [stored.value[kind]!, stored.other[kind]!]
      if (several.includes(kind)) return [...parts(value), ...parts(other)]
      if (rule === 'like') return [value.slice(1, -1), other.slice(1), other.slice(-3)]
      if (rule === 'right_like') return [value.slice(0, -1), other.slice(0, 2)]
      if (rule === 'left_like') return [value.slice(1), other.slice(-2)]
      if (rule === 'in') return [value, other, `${other},`].filter((text) => !value.includes(',') || text !== value)
      return [value, other]
    }
    const meant = (kind: FieldKind, rule: Rule, asked: string) =>
      (['value', 'other'] as const)
        .filter((which) => means[rule](kind, stored[which][kind]!, asked))
        .map((which) => ids[which])

    it.each(allKinds.filter((kind) => kinds[kind].rules.length))('%s by every rule it has', async (kind) => {
      for (const rule of rulesFor(sampleOf(kind).field))
        for (const val of questions(kind, rule)) {
          const found = await find({
            superQueryParams: encodeURIComponent(JSON.stringify([{ field: kind, rule, val }])),
          })
          expect(new Set(found), `${rule} ${val}`).toEqual(new Set(meant(kind, rule, val)))
        }
    })

    it('a day of a time means all of it, by every rule', async () => {
      const [day, other] = [stored.value.dateTime!.slice(0, 10), stored.other.dateTime!.slice(0, 10)]
      const [one, two, both] = [[ids.value], [ids.other], [ids.value, ids.other]]
      const expected: [Rule, string, string[]][] = [
        ['eq', day, one],
        ['ne', day, two],
        ['gt', day, []],
        ['gt', other, one],
        ['ge', day, one],
        ['lt', day, two],
        ['lt', other, []],
        ['le', day, both],
        ['le', other, two],
        ['in', day, one],
        ['in', `${day},${other}`, both],
        ['in', `${day},${stored.other.dateTime!}`, both],
        ['in', '2020-01-01', []],
      ]
      for (const [rule, val, found] of expected) {
        const superQueryParams = encodeURIComponent(JSON.stringify([{ field: 'dateTime', rule, val }]))
        expect(new Set(await find({ superQueryParams })), `${rule} ${val}`).toEqual(new Set(found))
      }
      expect(await find({ dateTime: day })).toEqual(one)
      expect(new Set(await find({ dateTime: `${day},${other}` }))).toEqual(new Set(both))
      expect(await find({ dateTime_MultiString: other })).toEqual(two)
    })

    it.each(allKinds)('%s as the search area of a list does, or not at all', async (kind) => {
      const value = stored.value[kind]!
      const other = stored.other[kind]!
      if (!kinds[kind].rules.length) return expect(await find({ [kind]: value })).toBe(`400 未知参数：${kind}`)
      const { search } = kinds[kind]
      if (search === 'contains')
        for (const part of [value.slice(1, -1), other.slice(1)])
          expect(new Set(await find({ [kind]: `*${part}*` })), part).toEqual(new Set(meant(kind, 'like', part)))
      if (search === 'choose')
        for (const [rule, text] of [
          ['in', value] as const,
          ['in', other] as const,
          ['in', `${value},${other}`] as const,
        ])
          expect(new Set(await find({ [kind]: several.includes(kind) ? `,${text},` : text })), text).toEqual(
            new Set(meant(kind, rule, text)),
          )
      if (search === 'range') {
        expect(await find({ [`${kind}_begin`]: value })).toEqual(meant(kind, 'ge', value))
        expect(await find({ [`${kind}_end`]: other })).toEqual(meant(kind, 'le', other))
        expect(new Set(await find({ [`${kind}_begin`]: other, [`${kind}_end`]: value }))).toEqual(
          new Set([ids.value, ids.other]),
        )
      }
    })

    it.each(allKinds)('%s for an order, or not at all', async (kind) => {
      const orders = [await find({ column: kind, order: 'asc' }), await find({ column: kind, order: 'desc' })]
      if (!kinds[kind].sortable) return expect(orders.map((order) => String(order).slice(0, 3))).toEqual(['400', '400'])
      expect(orders[1]).toEqual([...(orders[0] as string[])].reverse())
      // Texts are sorted by the database's own rules.
      if (kinds[kind].search === 'range') expect(orders[0]).toEqual([ids.other, ids.value])
    })
  })

  describe('in a spreadsheet', () => {
    const exported = async (format: 'xlsx' | 'xls' | 'csv', fields = '') => {
      const reply = await app.test.app.inject({
        url: `/jeecg-boot${PATH}/exportXls?format=${format}&selections=${ids.value}&exportFields=${fields}`,
        headers: { 'x-access-token': app.token },
      })
      expect(reply.statusCode).toBe(200)
      const [sheet] = Object.values(SheetJS.read(reply.rawPayload, { raw: format === 'csv' }).Sheets)
      const [row] = SheetJS.utils.sheet_to_json<Record<string, string | number>>(sheet!)
      return { row: row!, content: reply.rawPayload }
    }
    const sent = (rows: Record<string, Typed>[], fields?: Record<string, string>) => {
      const book = SheetJS.utils.book_new(
        SheetJS.utils.json_to_sheet(rows, { cellDates: true, UTC: true, dateNF: 'yyyy-mm-dd hh:mm:ss' }),
        '样本',
      )
      const content = SheetJS.write(book, { type: 'buffer', bookType: 'xlsx', cellDates: true }) as Buffer
      return upload(app.send, `${PATH}/importExcel`, '样本.xlsx', content, fields)
    }
    const onSheets = allKinds.filter((kind) => sampleOf(kind).sheet)

    it.each(['xlsx', 'xls', 'csv'] as const)('.%s: each is written as it says', async (format) => {
      const { row } = await exported(format)
      for (const kind of allKinds) {
        const { field, sheet } = sampleOf(kind)
        const cell = row[field.label]
        if (!sheet) expect(cell, kind).toBeUndefined()
        else if (kind === 'serial') expect(cell).toMatch(/^YB/)
        else if (format !== 'csv') expect(cell, kind).toEqual(sheet.written)
        else
          expect(cell, kind).toBe(
            typeof sheet.written === 'number' && kind !== 'integer' && kind !== 'decimal'
              ? sheet.written.toFixed(2)
              : String(sheet.written),
          )
      }
    })

    it.each(['xlsx', 'xls'] as const)('.%s: an export brings back what was there', async (format) => {
      // With its number the row would be the record itself.
      const told = Object.entries(kindSample.fields).filter(
        ([, { kind }]) => !['serial', 'json', 'lines'].includes(kind),
      )
      const { content } = await exported(format, told.map(([name]) => name).join())
      const reply = await upload(app.send, `${PATH}/importExcel`, `样本.${format}`, content)
      expect(reply, JSON.stringify(reply.result)).toMatchObject({ success: true, code: 200 })
      const found = await find({
        text: sampleOf('text').value.replace(',', '++'),
        column: 'createTime',
        order: 'desc',
      })
      const id = (found as string[]).find((one) => one !== ids.value)!
      const row = await read(id)
      for (const kind of onSheets.filter((one) => one !== 'serial')) {
        const { sheet, value } = sampleOf(kind)
        expect(row[kind], kind).toEqual(sheet!.again ?? value)
      }
      await app.send('DELETE', `${PATH}/delete?id=${id}`)
    })

    const besides = (kind: FieldKind) =>
      Object.fromEntries(
        Object.entries(sampleOf(kind).beside ?? {}).map(([name, value]) => [kindSample.fields[name]!.label, value]),
      )

    describe('of somebody else', () => {
      const typed = onSheets.flatMap((kind) =>
        sampleOf(kind).sheet!.typed.map(([cell, value], at) => ({ kind, cell, value, name: `${kind} ${at}` })),
      )
      let found: Row[]
      beforeAll(async () => {
        // The text itself is told apart by the code beside it.
        const reply = await sent(
          typed.map(({ kind, cell, name }) => ({
            文字: kind === 'text' ? cell : name,
            代码: JSON.stringify(name),
            ...besides(kind),
            ...(kind !== 'text' && { [sampleOf(kind).field.label]: cell }),
          })),
        )
        expect(reply, JSON.stringify(reply.result)).toMatchObject({ success: true, code: 200 })
        found = (await app.send('GET', `${PATH}/list?pageSize=1000`)).result.records as Row[]
      })

      it.each(typed.filter(({ kind }) => kind !== 'code'))(
        '$name is understood as it was typed',
        ({ kind, value, name }) => {
          expect(found.find(({ code }) => code === JSON.stringify(name))![kind]).toEqual(value)
        },
      )
      it.each(typed.filter(({ kind }) => kind === 'code'))('$name is understood as it was typed', ({ value, name }) => {
        expect(found.find(({ text }) => text === name)!.code).toEqual(value)
      })
    })

    describe('that holds what cannot be read', () => {
      const unreadable = onSheets.filter((kind) => sampleOf(kind).sheet!.unreadable)
      let faults: unknown[]
      beforeAll(async () => {
        const reply = await sent(
          unreadable.map((kind) => ({
            文字: '错',
            ...besides(kind),
            [sampleOf(kind).field.label]: sampleOf(kind).sheet!.unreadable![0],
          })),
          { validateStatus: '1' },
        )
        expect(reply).toMatchObject({
          success: true,
          code: 201,
          result: { successCount: 0, errorCount: unreadable.length },
        })
        const report = await app.test.app.inject(`/jeecg-boot${reply.result.fileUrl}`)
        faults = SheetJS.utils.sheet_to_json(Object.values(SheetJS.read(report.rawPayload).Sheets)[0]!)
      })

      it.each(unreadable)('%s is named by line and column, with the reason', (kind) => {
        const { field, sheet } = sampleOf(kind)
        const [cell, reason] = sheet!.unreadable!
        const line = unreadable.indexOf(kind) + 2
        expect(faults).toContainEqual({
          文件: '样本.xlsx',
          行号: line,
          列: field.label,
          内容: String(cell),
          原因: reason,
        })
      })
    })
  })
})
