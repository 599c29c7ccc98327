/** Pages of a large list, whatever is written in between, on both databases: compared with a plain walk to the same place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIST_LIMITS } from '../../server/resource/list-limits.ts'
import { LAG_MS } from '../../server/resource/remembered.ts'
import { bothKinds } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { statementsOf } from '../statements.ts'

const TABLE = 'rental_user_message'
const SIZE = 7
/** Where the page begins that this row is on. */
const pageAt = (row: number) => row - (row % SIZE)

/** What a list is asked for, and the same in plain SQL. */
const FILTERS: Record<string, [query: Record<string, string>, condition: string]> = {
  none: [{}, 'true'],
  'the common status': [{ status: '1' }, `status = '1'`],
  'the rare status': [{ status: '2' }, `status = '2'`],
  'a range of times': [
    { registerTime_begin: '2025-02-01', registerTime_end: '2025-02-20' },
    `register_time between '2025-02-01 00:00:00+08' and '2025-02-20 23:59:59.999+08'`,
  ],
  'some money': [{ balance_begin: '1.00' }, 'balance >= 100'],
}
const COLUMNS: Record<string, string> = {
  createTime: 'create_time',
  registerTime: 'register_time',
  balance: 'balance',
  nickName: 'nick_name',
  // No index has this order.
  payTotal: 'pay_total',
}

/** Numbers that come again in the same order: a failure can be repeated. */
function dice(seed: number) {
  let state = seed
  const upTo = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  return { upTo, pick: <T>(all: readonly T[]): T => all[upTo(all.length)]! }
}

describe.each(await bothKinds())('pages of a large list on %s', (kind) => {
  /** The embedded database is several times dearer: there all limits are a tenth of what people meet, and crossed by a tenth of the rows. */
  const part = kind === 'embedded' ? 10 : 1
  const few = (rows: number) => Math.round(rows / part)
  /** Enough that places are remembered and the count may lag. */
  const ROWS = few(60_000)
  let test: TestApp
  let admin: Send
  let ahead = 0
  let born = 0
  const { upTo, pick } = dice(20_261)
  const sql = async (text: string, values: unknown[] = []) => (await test.services.pool.query(text, values)).rows

  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    test.services.clock = { now: () => new Date(Date.now() + ahead) }
    const { near, deep, large, stride } = LIST_LIMITS
    test.services.lists = { near: few(near), deep: few(deep), large: few(large), stride: few(stride) }
    await sql(`delete from ${TABLE}`)
    await insert(ROWS)
    await sql(`analyze ${TABLE}`)
  })
  afterAll(() => test?.close())

  // Every fifth has no time and every third no name; times and money come more than once.
  async function insert(rows: number) {
    await sql(
      `insert into ${TABLE} (id, tenant_id, create_time, nick_name, phone, balance, pay_total, status, register_time)
       select md5(n::text), 1, timestamptz '2024-11-01 08:00:00+08' + n % ${few(40_000)} * ${part} * interval '173.001 seconds', case when n % 3 > 0 then '昵称' || n * 7919 % 997 end,
         'p' || n, n * 104729 % 500, n * 7919 % 9000, case when n % 41 = 0 then '2' else '1' end,
         case when n % 5 > 0 then timestamptz '2024-11-01 08:00:00+08' + n % ${few(30_000)} * ${part} * interval '233 seconds' end
       from generate_series($1::bigint, $2::bigint) n`,
      [born + 1, born + rows],
    )
    born += rows
  }
  const some = (most: number) => `id in (select md5(n::text) from generate_series(${1 + upTo(born)}, ${born}, ${1 + upTo(born / most)}) n limit ${most})` // prettier-ignore
  const changes: Record<string, () => Promise<unknown>> = {
    'rows are added': () => insert(1 + upTo(few(400))),
    'rows are thrown away': () => sql(`delete from ${TABLE} where ${some(few(300))}`),
    'rows are deleted': () => sql(`update ${TABLE} set delete_time = now() where ${some(few(300))}`),
    'rows come back': () => sql(`update ${TABLE} set delete_time = null where ${some(few(2000))}`),
    'rows move': () =>
      sql(`update ${TABLE} set balance = balance * 31 % 700, register_time = register_time - interval '9 days',
        create_time = create_time - interval '40 days' where ${some(few(500))}`),
    'values go and come': () =>
      sql(`update ${TABLE} set register_time = case when register_time is null then timestamptz '2025-02-03 10:00:00+08' end,
        nick_name = case when nick_name is null then '新的' end where ${some(few(500))}`),
  }

  interface Asked {
    filter: string
    column: string
    order: 'asc' | 'desc'
    offset: number
  }
  const someAsk = (offset: number): Asked => ({
    filter: pick(Object.keys(FILTERS)),
    column: pick(Object.keys(COLUMNS)),
    order: pick(['asc', 'desc']),
    offset: pageAt(offset),
  })
  async function shown({ filter, column, order, offset }: Asked) {
    const query = { ...FILTERS[filter]![0], column, order, pageSize: String(SIZE), pageNo: String(offset / SIZE + 1) }
    const reply = await admin('GET', `/rental/userMessage/list?${new URLSearchParams(query)}`)
    expect(reply.success, reply.message).toBe(true)
    const { records, total, totals } = reply.result as {
      records: { id: string }[]
      total: number
      totals: Record<string, string>
    }
    return { ids: records.map(({ id }) => id), total, balance: totals.balance }
  }
  const from = ({ filter }: Asked) => `from ${TABLE} where delete_time is null and ${FILTERS[filter]![1]}`
  async function truth(asked: Asked) {
    const { column, order, offset } = asked
    const rows = await sql(
      `select id ${from(asked)} order by ${COLUMNS[column]} ${order} nulls last, id ${order} limit ${SIZE} offset ${offset}`,
    )
    const [all] = await sql(
      `select count(*)::int as total, round(coalesce(sum(balance), 0) / 100.0, 2)::text as balance ${from(asked)}`,
    )
    return { ids: rows.map(({ id }) => id as string), ...(all as { total: number; balance: string }) }
  }
  const compare = async (asked: Asked, when: string) =>
    expect(await shown(asked), `${when}: ${JSON.stringify(asked)}`).toEqual(await truth(asked))

  it('shows at every place what a walk from the first row finds there', async () => {
    const places = [...[0, 700, 9_996, 10_003, 20_000, 35_000, 47_990].map(few), ROWS - 10, ROWS + 70]
    for (const filter of Object.keys(FILTERS))
      for (const column of Object.keys(COLUMNS))
        for (const order of ['asc', 'desc'] as const) {
          const offset = upTo(2) ? pick(places) : upTo(ROWS)
          await compare({ filter, column, order, offset: pageAt(offset) }, 'nothing was written')
        }
  })

  it('shows the true page after writes of every kind, once what it may lag behind is over', async () => {
    for (let round = 0; round < 5; round++) {
      const [name, change] = pick(Object.entries(changes))
      await change()
      ahead += LAG_MS
      for (let asks = 0; asks < 6; asks++) await compare(someAsk(upTo(ROWS + few(2000))), `round ${round}, ${name}`)
      // Asked again, nothing having happened, from what is remembered.
      await compare({ filter: 'none', column: 'registerTime', order: 'desc', offset: pageAt(few(44_401)) }, name)
    }
  })

  it('shows the first pages as they are at any moment, and small results with their total', async () => {
    for (let round = 0; round < 3; round++) {
      for (const [name, change] of Object.entries(changes)) {
        await change()
        const asked = someAsk(upTo(few(9_000)))
        const small = { ...asked, filter: pick(['the rare status', 'a range of times']) }
        expect((await shown(asked)).ids, `${name}: ${JSON.stringify(asked)}`).toEqual((await truth(asked)).ids)
        await compare(small, name)
      }
    }
  })

  it('shows rows that follow each other, near the place asked for, while writes go on', async () => {
    const asked: Asked = { filter: 'none', column: 'createTime', order: 'desc', offset: pageAt(few(30_002)) }
    ahead += LAG_MS
    await compare(asked, 'before')
    for (let round = 0; round < 6; round++) {
      await insert(few(50))
      await changes['rows are deleted']!()
      const { ids } = await shown(asked)
      const around = await sql(
        `select id, place from (select id, row_number() over (order by create_time desc, id desc)::int - 1 as place
           from ${TABLE} where delete_time is null) x where id = any($1) order by place`,
        [ids],
      )
      expect(around.map(({ id }) => id as string)).toEqual(ids)
      const places = around.map(({ place }) => place as number)
      expect(places).toEqual(places.map((_, index) => places[0]! + index))
      expect(Math.abs(places[0]! - asked.offset)).toBeLessThanOrEqual((round + 1) * few(350))
    }
  })

  // On the embedded database nobody reads while somebody else's transaction is open.
  if (kind === 'postgres')
    it('counts what a transaction wrote that was open when the list was counted', async () => {
      const asked: Asked = { filter: 'the rare status', column: 'createTime', order: 'desc', offset: 0 }
      const client = await test.services.pool.connect()
      try {
        await client.query('begin')
        await client.query(`update ${TABLE} set delete_time = now() where id in (select id ${from(asked)} limit 3)`)
        const before = await shown(asked)
        expect(await shown(asked)).toEqual(before)
        await client.query('commit')
        expect((await shown(asked)).total).toBe(before.total - 3)
        await compare(asked, 'after the commit')
      } finally {
        client.release()
      }
    })

  async function asking(asked: Asked) {
    const { statements } = await statementsOf(test.services.pool, () => shown(asked))
    // What works on its own asks meanwhile, of its own tables.
    const reads = statements.filter((text) => text.includes(TABLE))
    return { counts: reads.filter((text) => /count\(|row_number/.test(text)), reads: reads.length }
  }
  const far = pageAt(few(50_001))

  if (kind === 'postgres')
    it('keeps no first page that was cut to where rows lay before somebody who was writing was done', async () => {
      const asked: Asked = { filter: 'some money', column: 'createTime', order: 'desc', offset: 0 }
      const { pool } = test.services
      const client = await pool.connect()
      const query = pool.query
      try {
        await client.query('begin')
        await client.query(
          `insert into ${TABLE} (id, tenant_id, create_time, phone, balance, pay_total, status, register_time)
           select 'newest', 1, max(create_time) + interval '1 day', 'pnew', 500, 1, '1', now() from ${TABLE}`,
        )
        // So that the ends of what is found are known while it is not there to be seen.
        await shown({ ...asked, offset: SIZE })
        let done: Promise<unknown> | undefined
        pool.query = ((...args: unknown[]) => {
          const ask = () => (query as (...all: unknown[]) => unknown).apply(pool, args) as Promise<unknown>
          if ((args[0] as { name?: string }).name !== 'voltdesk-writing') return ask()
          done ??= client.query('commit')
          return done.then(ask)
        }) as typeof pool.query
        await shown(asked)
        expect(done).toBeDefined()
        await compare(asked, 'after the commit')
      } finally {
        pool.query = query
        client.release()
        await sql(`delete from ${TABLE} where id = 'newest'`)
      }
    })

  it('counts nothing a second time while nothing is written', async () => {
    const asked: Asked = { filter: 'some money', column: 'balance', order: 'asc', offset: far }
    ahead += LAG_MS
    await compare(asked, 'first')
    ahead += 100 * LAG_MS
    expect(await asking(asked)).toEqual({ counts: [], reads: 1 })
  })

  if (kind === 'postgres')
    it('counts nothing a second time because of what was open elsewhere when it counted', async () => {
      const asked: Asked = { filter: 'the common status', column: 'balance', order: 'asc', offset: far }
      const client = await test.services.pool.connect()
      try {
        await sql(`update ${TABLE} set balance = balance + 1 where id = md5('1')`)
        ahead += LAG_MS
        await client.query('begin')
        await client.query('select pg_current_xact_id()')
        await compare(asked, 'first')
        await client.query('commit')
        ahead += 100 * LAG_MS
        expect(await asking(asked)).toEqual({ counts: [], reads: 1 })
      } finally {
        client.release()
      }
    })
})
