/** The first page over a million orders of the last two months: kept by the hour, today counted live. */
import { setTimeout as sleep } from 'node:timers/promises'
import { dashboards } from '#resources/dashboards.ts'
import { emptyDatabase, KINDS, type Kind } from './database.ts'
import type { Figure } from './figure.ts'
import { load, told } from './load.ts'
import { fillTable, MILLION } from './million.ts'
import { startServer } from './server.ts'

const TARGET_MS = 300
const RATE = 4
const SECONDS = 20
const LOOK_MS = 2000
const MOST_LOOKS = 900

const INSERT = `
  insert into rental_order_message (id, tenant_id, sys_org_code, create_by, create_time, order_no, user_id, device_id,
    borrow_cabinet_id, provider_id, area_code, bill_mode, start_time, end_time, use_minutes, total_amount, pay_amount,
    refunded_amount, pay_channel, status, settle_status)
  select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || left(md5(n::text), 16), 1,
    'A01A0' || (1 + n % 9), 'miniapp', at, 'DDM' || lpad(n::text, 9, '0'), 'u' || n % 9973, 'd' || n % 60000, 'c' || n % 20000,
    'p' || n % 300, (array['440305', '440304', '440106', '310115', '110105', '330106'])[1 + n % 6], '1', at,
    at + interval '40 minutes', 40, n % 3000, n % 3000, 0, (array['1', '2', '3'])[1 + n % 3],
    case when n % 97 = 0 then '8' when n % 53 = 0 then '6' else '4' end, '0'
  from (select n, now() - (${MILLION} - n) * interval '5.2 seconds' as at from generate_series($1::int, $2::int) n) rows`

async function* measureOn(kind: Kind): AsyncGenerator<Figure> {
  const database = await emptyDatabase(kind)
  await fillTable(database, 'rental_order_message', INSERT)
  const server = await startServer(database.env)
  const token = await server.signIn('admin')
  const path = '/jeecg-boot/rental/figures/analysis'
  const ask = { path }
  const measured = async (name: string): Promise<Figure> => {
    const found = await load({
      address: server.address,
      token,
      rate: RATE,
      seconds: SECONDS,
      warmUp: 3,
      next: () => ask,
    })
    if (found.failure) process.stderr.write(`${kind}, ${name}: ${found.failed} failed: ${found.failure}\n`)
    return {
      name: `home of ${dashboards.analysis.panels.length} figures over 1,000,000 orders, ${kind}: ${name}`,
      measured: told(found),
      target: `p99 ≤ ${TARGET_MS} ms at ${RATE}/s`,
      reached: found.p99 <= TARGET_MS && found.failed === 0,
    }
  }
  // The clock counts once a minute, and says when there is nothing left.
  const kept = async () => {
    const { records } = (await server.get('/sys/quartzJob/list?jobClassName=count-figures', token)) as {
      records: { lastMessage?: string }[]
    }
    return records[0]?.lastMessage === '没有变化'
  }
  for (let look = 0; look < MOST_LOOKS && !(await kept()); look += 1) await sleep(LOOK_MS)
  yield await measured('kept by the hour')
  await server.stop()
}

export async function* measure(): AsyncGenerator<Figure> {
  const only = process.env['BENCH_DATABASE']
  for (const kind of KINDS) if (!only || only === kind) yield* measureOn(kind)
}
