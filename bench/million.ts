/** A million consumers of tenant 1, as the product would have written them over some years. */
import type { FreshDatabase } from '../tests/postgres.ts'
import { startServer } from './server.ts'

export const MILLION = 1_000_000
const STEP = 50_000
const TABLE = 'rental_user_message'

// Oldest first, because that is how rows lie on a disk; every 61st is frozen, every 9th waits for its check.
const INSERT = `
  insert into ${TABLE} (id, tenant_id, sys_org_code, create_by, create_time, user_no, nick_name, phone, real_name,
    auth_status, sex, open_id, area_code, balance, gift_balance, frozen, deposit_status, order_count, pay_total,
    owe_amount, status, freeze_reason, register_time)
  select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || left(md5(n::text), 16), 1, 'A01A01', 'miniapp', at, 'YHM' || lpad(n::text, 9, '0'),
    (array['小鹿', '阿杰', '星辰', '橘子汽水', '风起', '晚安', '追光', '大白', '可可', '山海'])[1 + n % 10] || n % 9973,
    '192' || lpad(n::text, 8, '0'), case when n % 2 = 0 then '王小明' end, case when n % 9 = 0 then '1' when n % 2 = 0 then '2' else '0' end,
    (1 + n % 2)::text, 'o' || md5(n::text), (array['440305', '440304', '440106', '310115', '110105', '330106'])[1 + n % 6],
    (n::bigint * 7919) % 50000, (n::bigint * 104729) % 3000, 0, case when n % 3 = 0 then '1' end, n % 57,
    (n::bigint * 15485863) % 900000, case when n % 53 = 0 then 1500 else 0 end,
    case when n % 61 = 0 then '2' else '1' end, case when n % 61 = 0 then '多次超时未归还' end, at
  from (select n, now() - (${MILLION} - n) * interval '97 seconds' as at from generate_series($1::int, $2::int) n) rows`

/** Migrated and seeded by the server itself, then filled. Nobody has it open afterwards. */
export const fillMillion = (database: FreshDatabase): Promise<void> => fillTable(database, TABLE, INSERT)

/** `insert`: the rows from $1 to $2 of the million. */
export async function fillTable(database: FreshDatabase, table: string, insert: string): Promise<void> {
  const server = await startServer(database.env)
  await server.stop()
  const { pool, close } = await database.reopen()
  // Indexes made afterwards are made in a tenth of the time, and as good.
  const { rows: indexes } = await pool.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes where tablename = $1 and indexname not like '%_pkey'`,
    [table],
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  for (let from = 1; from <= MILLION; from += STEP) await pool.query(insert, [from, from + STEP - 1])
  for (const { sql } of indexes) await pool.query(sql)
  await pool.query(`vacuum analyze ${table}`)
  // What filling left to be written must not be written while the lists are measured.
  await pool.query('checkpoint')
  await close()
}
