/** The promise that every resource keeps, on both databases: every verb, scope, words, refusals. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as SheetJS from 'xlsx'
import { writers, type Cell } from '@voltdesk/sheets'
import { parse } from '@voltdesk/sheets/parse'
import type { Field } from '#model/fields.ts'
import { masks } from '#model/masks.ts'
import { editable, permissionOf, type Resource } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { lockAccount, post } from '../../server/money/ledger.ts'
import { accountId } from '../../demo/accounts.ts'
import { tableOf, trailTableOf } from '../../server/db/table.ts'
import { newId } from '../../server/kernel/id.ts'
import { callerFor } from '../../server/people/caller-for.ts'
import { hooksOf } from '../../server/resource/hooks.ts'
import { optionsOf } from '../../server/resource/list.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { makePerson } from '../empty-app.ts'
import { make, makeDevice } from '../make.ts'
import { upload } from './upload.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'

type Row = Record<string, unknown>

describe.each([await oneKind()])('every resource on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    test.services.sheetReader = { parse }
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): Reply => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply
  }
  const add = async (resource: Resource, over: Record<string, unknown> = {}) =>
    must(await admin('POST', `${resource.path}/add`, { ...make(resource), ...(await needs(resource)), ...over }))
      .result as Record<string, unknown>

  /** What must be there before such a record can be made. */
  async function needs(resource: Resource): Promise<Record<string, unknown>> {
    return (await before[resource.name]?.()) ?? {}
  }
  const before: Record<string, () => Promise<Record<string, unknown>>> = {
    async serviceProviderConfig() {
      const { id } = await add(resources.serviceProvider)
      // A provider has its terms from the start: only of one whose terms were lost are there others to be made.
      const terms = tableOf(resources.serviceProviderConfig)
      await test.services.db
        .update(terms)
        .set({ deleteTime: new Date().toISOString() })
        .where(eq(terms.providerId, String(id)))
      return { providerId: id }
    },
    async device() {
      return makeDevice(admin)
    },
    async driverMessage() {
      return { providerId: (await add(resources.serviceProvider)).id }
    },
    async driverCar() {
      const { id, providerId } = await add(resources.driverMessage)
      return { driverId: id, providerId }
    },
    async userCard() {
      return { userId: (await add(resources.userMessage)).id, productId: (await add(resources.card)).id }
    },
    async ledgerAdjustment() {
      return { ownerId: (await add(resources.userMessage)).id }
    },
    async complaint() {
      return { userId: (await add(resources.userMessage)).id }
    },
    async sysAnnouncementSend() {
      return { anntId: (await add(resources.sysAnnouncement)).id, userId: accountId('viewer') }
    },
    async sysDictItem() {
      return { dictId: (await add(resources.sysDict)).id }
    },
    async userWithdrawal() {
      const { id } = await add(resources.userMessage, { registerTime: '2020-01-01 00:00:00' })
      await test.services.db.transaction(async (tx) => {
        const account = await lockAccount(tx, 1, { ownerType: ownerTypes.consumer, ownerId: String(id) })
        const source = { bizType: 'recharge' as const, bizNo: `CZ${String(id).slice(-10)}` }
        await post({ tx, services: test.services, caller: systemCaller(1) }, account, source, [
          { amountType: amountTypes.recharge, direction: directions.income, amount: 100_000n },
        ])
      })
      return { ownerId: id, applyAmount: '20.00' }
    },
  }

  /** Somebody who may read and export everything, but not see in full what is masked. */
  async function readerOf(resource: Resource) {
    const { name, approval } = resource
    const decisions = approval?.steps.map(({ action }) => action) ?? []
    const codes = ['list', 'query', 'export', ...decisions].map((verb) => permissionOf(resource, verb))
    const person = { tenants: [1], departs: ['A'], roles: { [`reads-${name}`]: codes } }
    const { id, username } = await makePerson(test, person)
    return { send: await test.as(username), caller: (await callerFor(test.services.db, id, 1))! }
  }

  /** As if this person had decided on them, once each. */
  async function decideOn(resource: Resource, ids: string, personId: string) {
    const step = resource.approval!.steps[0].name
    const time = '2026-03-01 12:00:00'
    await test.services.db
      .insert(trailTableOf(resource))
      .values(
        ids.split(',').map((mainId) => ({ id: newId(), mainId, orderNum: 99, step, personId, result: '通过', time })),
      )
  }

  const has = (resource: Resource, verb: Resource['verbs'][number]) => resource.verbs.includes(verb)
  /** A plain text field that may be changed. */
  const changeable = (resource: Resource): string | undefined =>
    editable(resource.fields).find((name) => {
      const field: Field = resource.fields[name]!
      return (field.kind === 'text' && !field.format && !field.fixed && !field.mask) || field.kind === 'longText'
    })

  /** What a resource filters by that is no field: a value out of its rows, and the rows that it means. */
  const ownFilters: Record<
    string,
    { value: (rows: readonly Row[]) => unknown; means: (row: Row, value: string) => boolean }
  > = {
    'sysUser code': { value: ([row]) => row!.id, means: ({ id }, value) => id === value },
    'sysUser departId': {
      value: (rows) => rows.find(({ username }) => username === 'provider01')?.departId,
      means: ({ belongDepIds }, value) => String(belongDepIds).split(',').includes(value),
    },
    'sysLog keyWord': {
      value: ([row]) => String(row!.logContent).slice(1, 5),
      means: ({ logContent }, value) => String(logContent).includes(value),
    },
    // Forms have no views here: each of them is a form itself.
    'onlineForm copyType': { value: () => '0', means: () => true },
    'onlineForm physicId': { value: ([row]) => row!.id, means: () => false },
  }
  it('knows what each filter means that is no field', () =>
    expect(
      allResources()
        .flatMap((resource) => hooksOf(resource).map(({ filters = {} }) => [resource.name, filters] as const))
        .flatMap(([resource, filters]) => Object.keys(filters).map((name) => `${resource} ${name}`))
        .sort(),
    ).toEqual(Object.keys(ownFilters).sort()))
  it.each(Object.entries(ownFilters))(
    'filters by %s: what it means is found, and nothing by what nothing has',
    async (key, { value, means }) => {
      const [resource, name] = key.split(' ') as [keyof typeof resources, string]
      const { path } = resources[resource]
      const rowsOf = async (query: Record<string, string>) =>
        must(await admin('GET', `${path}/list?${String(new URLSearchParams({ pageSize: '500', ...query }))}`)).result
          .records as Row[]
      const all = await rowsOf({})
      const wanted = String(value(all))
      const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
      const found = await rowsOf({ [name]: wanted })
      expect(found.filter((row) => !means(row, wanted))).toEqual([])
      expect(ids(found)).toEqual(expect.arrayContaining(ids(all.filter((row) => means(row, wanted)))))
      expect(all.length).toBeGreaterThan(0)
      expect(await rowsOf({ [name]: 'no-such-value' })).toEqual([])
    },
  )

  describe.each(allResources().map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
    const hidden = Object.entries<Field>(resource.fields).flatMap(([name, { mask }]) =>
      mask ? [[name, mask] as const] : [],
    )
    if (hidden.length)
      it('shows what is masked in full to nobody who may not see it, in whichever answer', async () => {
        const whole = must(await admin('GET', `${resource.path}/list?pageSize=50`)).result.records as Row[]
        // A firm is paid in its own name, which everybody may read.
        // Of a record also who asked for it, in its own right, whose name somebody else's account may bear.
        const one = must(await admin('GET', `${resource.path}/queryById?id=${String(whole[0]!.id)}`)).result as Row
        const plain = JSON.stringify([whole, one], (name, value: unknown) =>
          hidden.some(([own]) => own === name) ? null : value,
        )
        const secrets = whole
          .flatMap((row) => hidden.map(([name, mask]) => [String(row[name] ?? ''), mask] as const))
          .flatMap(([full, mask]) => (full && masks[mask](full) !== full && !plain.includes(full) ? [full] : []))
        expect(secrets.length).toBeGreaterThan(0)
        const reader = await readerOf(resource)
        const ids = whole.map(({ id }) => String(id)).join(',')
        const { approval } = resource
        if (approval) await decideOn(resource, ids, reader.caller.userId)
        for (const path of [
          `${resource.path}/list?pageSize=50`,
          `${resource.path}/queryById?id=${String(whole[0]!.id)}`,
          `${resource.path}/options?ids=${ids}`,
          ...(has(resource, 'export') ? [`${resource.path}/exportXls?format=csv&selections=${ids}`] : []),
          ...(approval ? ['/sys/todo/list?pageSize=100', '/sys/todo/decided?pageSize=100'] : []),
        ]) {
          const { status, raw } = await reader.send('GET', path)
          expect(status, path).toBe(200)
          const said = raw.rawPayload.toString()
          expect(said.length, path).toBeGreaterThan(100)
          expect(
            secrets.filter((full) => said.includes(full)),
            path,
          ).toEqual([])
        }
        // No record is called by what is masked, today.
        const reading = { services: test.services, caller: reader.caller }
        for (const [title] of hidden) {
          const offered = await optionsOf(reading, { ...resource, title }, { ids })
          expect(offered.length).toBeGreaterThan(0)
          expect(offered.map(({ text }) => text).filter((text) => secrets.includes(text))).toEqual([])
        }
      })

    it('lists pages with words, total and what the reader may do', async () => {
      const { result } = must(await admin('GET', `${resource.path}/list?pageNo=1&pageSize=5`))
      const records = Array.isArray(result) ? result : result.records
      expect(records.length).toBeGreaterThan(0)
      if (Array.isArray(result)) return
      expect(result).toMatchObject({ current: 1, size: 5, total: expect.any(Number), pages: expect.any(Number) })
      for (const row of records) {
        expect(row.may).toEqual(expect.any(Array))
        for (const [name, field] of Object.entries(resource.fields))
          if (field.kind === 'dict' && row[name] != null) expect(row[`${name}_dictText`]).toEqual(expect.any(String))
      }
    })

    it('refuses what it does not know', async () => {
      if (resource.name !== 'sysPermission') {
        expect(await admin('GET', `${resource.path}/list?nothing=1`)).toMatchObject({
          status: 400,
          message: '未知参数：nothing',
        })
        expect((await admin('GET', `${resource.path}/list?pageNo=abc`)).status).toBe(400)
        expect((await admin('GET', `${resource.path}/list?column=nothing`)).status).toBe(400)
      }
      expect((await admin('GET', `${resource.path}/queryById?id=nothing`)).status).toBe(404)
      if (has(resource, 'add'))
        expect(await admin('POST', `${resource.path}/add`, { ...make(resource), strange: 1 })).toMatchObject({
          status: 400,
          message: expect.stringContaining('未知字段：strange'),
        })
    })

    if (has(resource, 'add'))
      it('refuses server-owned fields by name and missing ones with 请输入 or 请选择', async () => {
        const owned = Object.entries(resource.fields).find(([, field]) => field.readOnly && field.kind !== 'lines')
        if (owned) {
          const reply = await admin('POST', `${resource.path}/add`, {
            ...make(resource),
            [owned[0]]: owned[1].kind === 'money' ? '1.00' : 'x',
          })
          expect(reply).toMatchObject({ status: 400, message: expect.stringContaining('由系统维护') })
        }
        const required = Object.entries(resource.fields).find(
          ([, field]) => field.required && !field.readOnly && !('initial' in field),
        )
        if (!required) return
        const reply = await admin('POST', `${resource.path}/add`, { ...make(resource), [required[0]]: null })
        expect(reply.status).toBe(400)
        expect(reply.message).toMatch(new RegExp(`请(输入|选择)${required[1].label}`))
      })

    if (has(resource, 'add'))
      it('adds, reads, finds, changes, refuses the stale and deletes', async () => {
        const made = await add(resource)
        const { result: row } = must(await admin('GET', `${resource.path}/queryById?id=${String(made.id)}`))
        expect(row.version).toBe(1)
        const titleField = resource.fields[resource.title]!
        if (resource.name !== 'sysPermission') {
          const found = must(
            await admin(
              'GET',
              `${resource.path}/list?${resource.title}=${encodeURIComponent(String(row[resource.title]))}`,
            ),
          ).result
          expect(found.records.map((one: { id: string }) => one.id)).toContain(made.id)
          if (titleField.kind === 'text') {
            const part = encodeURIComponent(`*${String(row[resource.title]).slice(1, -1)}*`)
            const like = must(await admin('GET', `${resource.path}/list?${resource.title}=${part}&pageSize=50`)).result
            expect(like.records.map((one: { id: string }) => one.id)).toContain(made.id)
          }
          const query = encodeURIComponent(
            JSON.stringify([{ field: resource.title, rule: 'eq', val: row[resource.title] }]),
          )
          expect(
            must(await admin('GET', `${resource.path}/list?superQueryParams=${query}&superQueryMatchType=or`)).result
              .total,
          ).toBeGreaterThan(0)
        }
        const field = changeable(resource)
        if (has(resource, 'edit') && field) {
          // Finer than it travels: an edit must not cut it, or the record moves among those of its second.
          const finer = `create_time = date_trunc('second', create_time) + interval '123 ms'`
          await test.services.pool.query(`update ${resource.table} set ${finer} where id = $1`, [made.id])
          const changed = must(
            await admin('PUT', `${resource.path}/edit`, { id: made.id, version: 1, [field]: '改过' }),
          ).result
          expect(changed).toMatchObject({ [field]: '改过', version: 2, updateBy: 'admin' })
          const stale = await admin('PUT', `${resource.path}/edit`, { id: made.id, version: 1, [field]: '旧的' })
          // Whoever may change or delete it need not be allowed to read it: the record is not in the refusal.
          expect(stale).toMatchObject({ status: 409, result: null })
          expect(stale.message).toMatch(/^已由 .+ 于 \d\d:\d\d 修改/)
          if (has(resource, 'delete') && !resource.contract) {
            const seen = await admin('DELETE', `${resource.path}/delete?id=${String(made.id)}&version=1`)
            expect(seen).toMatchObject({ status: 409, result: null })
            expect(seen.message).toMatch(/^已由 .+ 于 \d\d:\d\d 修改，请核对后再删除$/)
            const others = must(await admin('GET', `${resource.path}/list?pageSize=2`)).result.records as Row[]
            const other = others.find(({ id }) => id !== made.id)!
            const ids = `${String(other.id)},${String(made.id)}`
            const several = await admin(
              'DELETE',
              `${resource.path}/deleteBatch?ids=${ids}&versions=${String(other.version)},1`,
            )
            const { [resource.title]: title, [`${resource.title}_dictText`]: word = title } = must(
              await admin('GET', `${resource.path}/queryById?id=${String(made.id)}`),
            ).result as Row
            expect(several).toMatchObject({
              status: 409,
              message: expect.stringMatching(/^“.+”已由 .+ 于 \d\d:\d\d 修改，所选记录均未删除，请核对后再删除$/),
              result: { excluded: [{ id: made.id, name: String(word) }] },
            })
            expect(several.message).toContain(`“${String(word)}”`)
            must(await admin('GET', `${resource.path}/queryById?id=${String(other.id)}`))
          }
          const whole = must(await admin('GET', `${resource.path}/queryById?id=${String(made.id)}`)).result
          must(await admin('PUT', `${resource.path}/edit`, whole))
          const microseconds = `select extract(microseconds from create_time)::int % 1000000 as kept from ${resource.table}`
          expect((await test.services.pool.query(`${microseconds} where id = $1`, [made.id])).rows).toEqual([
            { kept: 123_000 },
          ])
          const history = must(
            await admin('GET', `/sys/dataLog/list?dataTable=${resource.table}&dataId=${String(made.id)}`),
          ).result
          expect(history.records.at(-1)).toMatchObject({ operation: 'add', createName: expect.any(String) })
          expect(history.total).toBeGreaterThanOrEqual(2)
        }
        if (!has(resource, 'delete')) return
        must(await admin('DELETE', `${resource.path}/delete?id=${String(made.id)}`))
        expect((await admin('GET', `${resource.path}/queryById?id=${String(made.id)}`)).status).toBe(404)
      })

    if (has(resource, 'export'))
      it.each(['xlsx', 'xls', 'csv'] as const)('exports .%s with its labels', async (format) => {
        // Some rows: how all of a list are exported is asked by the suites of spreadsheets and tasks.
        const { result } = must(await admin('GET', `${resource.path}/list?pageSize=5`))
        const some = ((Array.isArray(result) ? result : result.records) as { id: string }[]).slice(0, 5)
        const selections = some.map(({ id }) => id).join(',')
        const { raw } = await admin('GET', `${resource.path}/exportXls?format=${format}&selections=${selections}`)
        expect(raw.statusCode).toBe(200)
        const rows = readBack(raw.rawPayload, format)
        const labels = rows[0]!.map(String)
        for (const name of resource.list.columns)
          if (resource.fields[name] && !['lines', 'json'].includes(resource.fields[name].kind))
            expect(labels).toContain(resource.fields[name].label)
        expect(rows).toHaveLength(1 + some.length)
        expect(some.length).toBeGreaterThan(0)
      })

    if (has(resource, 'import'))
      it('imports what a form would accept and says line, label and reason of what it would not', async () => {
        const good = { ...make(resource), ...(await needs(resource)) }
        const names = resource.excel.import.filter((name) =>
          [
            'text',
            'longText',
            'integer',
            'money',
            'percent',
            'date',
            'dateTime',
            'dict',
            'switch',
            'area',
            'image',
            'images',
            'richText',
            'markdown',
            'tags',
            'typed',
            'cron',
            'ref',
            'refByType',
          ].includes(resource.fields[name]!.kind),
        )
        const sheet = await sheetOf(
          names.map((name) => resource.fields[name]!.label),
          [await cellsOf(resource, names, good), names.map(() => '错')],
        )
        const reply = await upload(admin, `${resource.path}/importExcel`, `${resource.label}.xlsx`, sheet)
        expect(reply, reply.message).toMatchObject({
          success: true,
          code: 201,
          result: { totalCount: 2, successCount: 1, errorCount: 1 },
        })
        // A link sends no token.
        const linked = await test.anonymous('GET', reply.result.fileUrl as string)
        const faults = readBack(linked.raw.rawPayload, 'xlsx')
        expect(faults[0]).toEqual(['文件', '行号', '列', '内容', '原因'])
        expect(faults.slice(1).every((line) => line[1] === 3 && line[2] && line[4])).toBe(true)
        expect(faults.length).toBeGreaterThan(1)
      })

    it('shows nothing of another tenant', async () => {
      if (resource.scope === 'platform') return
      const stranger = await foreigner()
      const { result } = must(await admin('GET', `${resource.path}/list?pageSize=1`))
      const id = result.records[0]?.id as string | undefined
      if (!id || resource.scope === 'members') return
      expect([403, 404]).toContain((await stranger('GET', `${resource.path}/queryById?id=${id}`)).status)
      const theirs = await stranger('GET', `${resource.path}/list?id=${id}`)
      expect(theirs.status === 403 || theirs.result.total === 0).toBe(true)
    })
  })

  /** Somebody of tenant 2 with every right there. */
  let foreign: Promise<Send> | undefined
  function foreigner(): Promise<Send> {
    foreign ??= (async () => {
      const send = await test.as('two_tenants')
      return (method, path, body, headers) => send(method, path, body, { ...headers, 'x-tenant-id': '2' })
    })()
    return foreign
  }

  async function cellsOf(
    resource: Resource,
    names: readonly string[],
    draft: Record<string, unknown>,
  ): Promise<Cell[]> {
    const dicts = (await admin('GET', '/sys/dict/queryAllDictItems')).result as Record<
      string,
      { value: string; text: string }[]
    >
    return Promise.all(
      names.map(async (name): Promise<Cell> => {
        const field = resource.fields[name]!
        const value = draft[name]
        if (value == null) return null
        if (field.kind === 'dict')
          return dicts[field.dict]?.find((item) => item.value === String(value))?.text ?? String(value)
        if (field.kind === 'switch') return value === 'N' ? '否' : '是'
        if (field.kind === 'area') return '广东省/深圳市/南山区'
        if (field.kind === 'ref' || field.kind === 'refByType') {
          const name = field.kind === 'ref' ? field.to : field.to[String(draft[field.by])]
          const target = allResources().find((other) => other.name === name)!
          return (await admin('GET', `${target.path}/options?ids=${String(value)}`)).result[0].text as string
        }
        return typeof value === 'number' ? value : String(value)
      }),
    )
  }
})

async function sheetOf(titles: string[], rows: Cell[][]): Promise<Buffer> {
  async function* each() {
    yield* rows
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writers.xlsx.write({
    name: '导入',
    columns: titles.map((title) => ({ title })),
    rows: each(),
  }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** As another program reads it; the first rows are enough. */
function readBack(content: Buffer, format: 'xlsx' | 'xls' | 'csv'): Cell[][] {
  const book = SheetJS.read(content, { sheetRows: 20, raw: format === 'csv' })
  return SheetJS.utils.sheet_to_json<Cell[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: true, defval: null })
}
