/** An action on everything a query finds: as it was counted, each record on its own, many in the background. On both databases. */
import { problemTypes } from '#resources/content/commonProblem.ts'
import { publishStates } from '#resources/content/publishStates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { and, eq, like } from 'drizzle-orm'
import type { Task } from '#model/tasks.ts'
import { resources } from '#resources/index.ts'
import { shelfStates } from '#resources/shelf.ts'
import { newId } from '../../server/kernel/id.ts'
import { idempotency } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import * as SheetJS from 'xlsx'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

const problems = tableOf(resources.commonProblem)
const PATH = '/rental/commonProblem'

describe.each([await oneKind()])('actions by query on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const put = async (prefix: string, count: number, more: object = {}) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      id: newId(),
      tenantId: 1,
      category: problemTypes.rent,
      title: `${prefix}${n}`,
      answer: '<p>答</p>',
      isHot: 'N',
      sortNo: 900,
      status: publishStates.draft,
      views: 0,
      useful: 0,
      useless: 0,
      ...more,
    }))
    await test.services.db.insert(problems).values(rows)
    return rows.map(({ id }) => id)
  }
  const shown = async (prefix: string) =>
    (
      await test.services.db
        .select({ id: problems.id })
        .from(problems)
        .where(and(like(problems.title, `${prefix}%`), eq(problems.status, shelfStates.on)))
    ).length
  const query = (prefix: string) => ({ title: `${prefix}*` })
  const run = (prefix: string, count: number, send = admin) =>
    send('POST', `${PATH}/putOn`, { query: query(prefix), count })

  it('shows first what would be done and what not, and does it to those that were counted', async () => {
    await put('少数', 11)
    await put('少数已', 1, { status: shelfStates.on })
    const preview = await admin('POST', `${PATH}/preview`, { action: 'putOn', query: query('少数'), count: 12 })
    expect(preview.result).toMatchObject({ count: 11, total: '0', excludedCount: 1, excluded: [{ name: '少数已0' }] })
    expect(preview.result.ids).toHaveLength(11)
    expect(await run('少数', 11)).toMatchObject({
      status: 409,
      message: '符合条件的记录已由 11 条变为 12 条，请重新确认',
    })
    expect(await shown('少数')).toBe(1)
    expect(await run('少数', 12)).toMatchObject({ success: true, message: '已上架 11 条，1 条未处理' })
    expect(await shown('少数')).toBe(12)
    expect((await run('少数', 12)).message).toMatch(/^没有一条可以上架：/)
  })

  it('does nothing when those that were chosen are not those that are found, however many, and says so before', async () => {
    const [first] = await put('换掉', 3)
    const whom = { query: query('换掉'), count: 3 }
    const { digest } = (await admin('POST', `${PATH}/found`, whom)).result
    expect((await admin('POST', `${PATH}/preview`, { action: 'putOn', ...whom })).result).toMatchObject({ digest })
    await test.services.db.update(problems).set({ title: '走了' }).where(eq(problems.id, first!))
    await put('换掉来', 1)
    const message = '符合条件的 3 条记录已不是确认时的那些，请重新确认'
    for (const [verb, more] of [
      ['putOn', {}],
      ['preview', { action: 'putOn' }],
    ] as const)
      expect(await admin('POST', `${PATH}/${verb}`, { ...whom, ...more, digest })).toMatchObject({
        status: 409,
        message,
      })
    expect(await shown('换掉')).toBe(0)
  })

  it.each([
    ['by their ids', (ids: string[]) => ({ ids })],
    ['by a query', (ids: string[]) => ({ query: query('重发'), count: ids.length })],
  ])(
    'named %s, what is sent again under its key is done once and answered alike; taken back in time it is never done',
    async (name, whom) => {
      await test.services.db.delete(problems).where(like(problems.title, '重发%'))
      const ids = await put('重发', 3)
      const send = (verb: string, key: string, more = {}) =>
        admin('POST', `${PATH}/${verb}`, whom(ids), { 'x-idempotency-key': `${key}-${name.length}-batch`, ...more })
      const withdraw = { 'x-idempotency-withdraw': '1' }
      const first = await send('putOn', 'one')
      expect(first).toMatchObject({ success: true, message: '已上架 3 条' })
      // Somebody takes one off before the reply that was lost is asked for again.
      expect((await admin('POST', `${PATH}/takeOff`, { ids: [ids[0]] })).success).toBe(true)
      for (const again of [await send('putOn', 'one'), await send('putOn', 'one', withdraw)])
        expect(again).toMatchObject({ success: true, message: first.message, result: first.result })
      expect(await shown('重发')).toBe(2)
      expect((await send('takeOff', 'two', withdraw)).status).toBe(410)
      expect((await send('takeOff', 'two')).status).toBe(410)
      expect(await shown('重发')).toBe(2)
      // Nothing could be done: nothing is kept of it either.
      await admin('POST', `${PATH}/takeOff`, { ids })
      expect((await send('takeOff', 'three')).message).toMatch(/^没有一条可以下架/)
      await admin('POST', `${PATH}/putOn`, { ids })
      expect(await send('takeOff', 'three')).toMatchObject({ success: true, message: '已下架 3 条' })
    },
  )

  it.each([
    ['ids', (ids: string[]) => ({ ids })],
    ['query', (ids: string[]) => ({ query: query('未做'), count: ids.length })],
  ])('a batch by %s of which nothing was done can be taken back, or sent again to be done anew', async (name, whom) => {
    const { db } = test.services
    await db.delete(problems).where(like(problems.title, '未做%'))
    const ids = await put('未做', 2)
    const send = (nth: string, headers = {}, more = {}) =>
      admin(
        'POST',
        `${PATH}/takeOff`,
        { ...whom(ids), ...more },
        { 'x-idempotency-key': `nothing-${name}-${nth}`, ...headers },
      )
    const withdraw = { 'x-idempotency-withdraw': '1' }
    // None is on the shelf.
    for (const nth of ['withdrawn', 'again']) expect((await send(nth)).message).toMatch(/^没有一条可以下架/)
    expect(await send('withdrawn', withdraw)).toMatchObject({ status: 410 })
    await admin('POST', `${PATH}/putOn`, { ids })
    expect(await send('withdrawn')).toMatchObject({ status: 410 })
    expect(await shown('未做')).toBe(2)
    if (name === 'query') {
      // They have become more: found anew they are what is counted now.
      await db.delete(problems).where(eq(problems.id, ids[1]!))
      ids.splice(1, 1, ...(await put('未做二', 2, { status: shelfStates.on })))
      expect(await send('moved', {}, { count: 2 })).toMatchObject({ status: 409, result: { count: 3 } })
      expect(await send('moved', withdraw, { count: 2 })).toMatchObject({ status: 410 })
    }
    const done = await send('again', {}, name === 'query' ? { count: 2 } : {})
    expect(done).toMatchObject(name === 'query' ? { status: 409 } : { message: '已下架 2 条' })
    // Of which some was done has begun, also for whoever is refused the rest: its rows are kept.
    if (name === 'query') return
    await db
      .update(idempotency)
      .set({ answer: null })
      .where(like(idempotency.key, `%nothing-${name}-again`))
    expect(await send('again', withdraw)).toMatchObject({ status: 409 })
    expect(await send('again')).toMatchObject({ message: '已下架 2 条' })
  })

  it.each([
    ['ids', (ids: string[]) => ({ ids })],
    ['query', (ids: string[]) => ({ query: { ...query('中断'), status: publishStates.draft }, count: ids.length })],
  ])('a batch by %s that was cut off goes on where it stopped, and says so as long as it runs', async (name, whom) => {
    const { db } = test.services
    await db.delete(problems).where(like(problems.title, '中断%'))
    const ids = await put('中断', 3)
    const [first, , third] = ids
    const key = `cut-off-${kind}-${name}`
    const send = (headers = {}) => admin('POST', `${PATH}/putOn`, whom(ids), { 'x-idempotency-key': key, ...headers })
    expect(await send()).toMatchObject({ message: '已上架 3 条' })
    // As a killed process leaves it: two were done, and there is no answer yet.
    await db
      .update(idempotency)
      .set({ answer: null })
      .where(like(idempotency.key, `%${key}`))
    await db.delete(idempotency).where(like(idempotency.key, `%${key}|${third}`))
    await admin('POST', `${PATH}/takeOff`, { ids: [first, third] })
    expect(await send({ 'x-idempotency-withdraw': '1' })).toMatchObject({
      status: 409,
      message: '这些记录仍在处理，请稍后再看',
    })
    expect(await send()).toMatchObject({ message: '已上架 3 条' })
    expect(await shown('中断')).toBe(2)
  })

  it('many go on in the background; each refusal is in a list, and no other record is touched', async () => {
    await put('多数', 260)
    await put('多数已', 3, { status: shelfStates.on })
    await put('旁观', 2)
    const preview = await admin('POST', `${PATH}/preview`, { action: 'putOn', query: query('多数'), count: 263 })
    expect(preview.result).toMatchObject({ count: 260, ids: [], excludedCount: 3 })
    const ordered = await run('多数', 263)
    expect(ordered).toMatchObject({ success: true, message: '数据较多，已转入后台处理，完成后会通知您' })
    const { id } = ordered.result.task as Task
    const task = await until(
      'the end of the task',
      async () => {
        const now = (await admin('GET', `/sys/task/queryById?id=${id}`)).result as Task
        return !['queued', 'running'].includes(now.state) && now
      },
      60,
    )
    expect(task).toMatchObject({
      kind: 'action',
      state: 'done',
      title: '批量上架常见问题',
      total: 263,
      done: 263,
      message: '已上架 260 条，3 条未处理',
      faultName: '常见问题未处理.xlsx',
    })
    expect(await shown('多数')).toBe(263)
    expect(await shown('旁观')).toBe(0)

    const { address } = (await admin('GET', `/sys/task/file?id=${id}&which=faults`)).result as { address: string }
    const book = SheetJS.read((await test.anonymous('GET', address)).raw.rawPayload)
    const rows = SheetJS.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    expect(rows[0]).toEqual(['问题', '原因'])
    expect(rows.slice(1).map(([title]) => title)).toEqual(['多数已0', '多数已1', '多数已2'])
  })

  it('a decision names its records: not by query, and no more in the preview than one request takes', async () => {
    const count = (await admin('GET', '/rental/userWithdrawal/list?pageSize=1')).result.total as number
    expect(await admin('POST', '/rental/userWithdrawal/approve', { query: {}, count })).toMatchObject({ status: 400 })
    const preview = await admin('POST', '/rental/userWithdrawal/preview', { action: 'approve', query: {}, count })
    expect(preview.result.ids).toHaveLength(preview.result.count)
    expect(preview.result.excludedCount).toBe(count - preview.result.count)
    expect(preview.result.total).toMatch(/^\d+\.\d\d$/)
    const freeze = { query: {}, count: 1 }
    expect(await admin('POST', '/sys/user/freeze', freeze)).toMatchObject({ status: 400 })
  })

  it.each([
    ['a field that is none', { query: { shoeSize: '42' }, count: 1 }],
    ['no count', { query: {} }],
    ['ids beside a query', { query: {}, count: 1, ids: ['x'] }],
    ['more than 10,000', { query: {}, count: 10_001 }],
  ])('refuses %s', async (_, body) => {
    expect((await admin('POST', `${PATH}/putOn`, body)).status).toBe(400)
    expect((await admin('POST', `${PATH}/preview`, { action: 'putOn', ...body })).status).toBe(400)
  })

  it('is for those who may, within the rows they may see', async () => {
    await put('别家', 2, { tenantId: 2 })
    expect(await run('别家', 2)).toMatchObject({ status: 409, result: { count: 0 } })
    expect(await run('别家', 2, await test.as('viewer'))).toMatchObject({ status: 403 })
  })
})
