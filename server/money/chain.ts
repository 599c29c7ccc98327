/** Ratios along a way through the tree, from a province down to a merchant and the drivers there: together never more than the whole. */
import { sql } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'

const provider = tableOf(resources.serviceProvider)
const config = tableOf(resources.serviceProviderConfig)
const driver = tableOf(resources.driverMessage)

/** 100 % in hundredths of a percent. */
export const WHOLE = 10_000n
/** Five levels are what there is; a ring in the data must end somewhere. */
const DEEPEST = 10

/**
 * Until the transaction ends nobody else changes a ratio or the tree: two changes that fit one by one and not together
 * meet here. Taken after the lock of the ledger and before records.
 */
export async function lockRatios(tx: Tx): Promise<void> {
  if (holding.has(tx)) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ratios'))`)
  holding.add(tx)
}
const holding = new WeakSet<Tx>()

/** A place in the tree: `above` is the provider it hangs on, none for a province; `below` what hangs on it with all further down, none for a driver. */
interface Place {
  above: unknown
  below?: unknown
}

export interface Room {
  /** What may still be given at this place on the fullest way through it, in hundredths of a percent. */
  left: bigint
  /** 上级已占 20.00%，下级最多已占 81.50%（司机 张三）: who has the rest. */
  taken: string
}

/** The one judge of every change of a ratio or of the tree; locks it. */
export async function roomAt(tx: Tx, { above, below }: Place): Promise<Room> {
  await lockRatios(tx)
  const up = above ? await ratiosUpFrom(tx, String(above)) : 0n
  const down = below ? await fullestBelow(tx, String(below)) : { ratio: 0n, who: '' }
  const left = WHOLE - up - down.ratio
  const said = [
    ...(above ? [`上级已占 ${fromHundredths(up)}%`] : []),
    ...(down.ratio > 0n ? [`下级最多已占 ${fromHundredths(down.ratio)}%（${down.who}）`] : []),
  ]
  return { left: left < 0n ? 0n : left, taken: said.join('，') }
}

/** Of this provider and all above. */
async function ratiosUpFrom(tx: Tx, id: string): Promise<bigint> {
  const { rows } = await tx.execute<{ total: string }>(sql`
    with recursive up as (
      select p.id, p.parent_id, 1 as depth from ${provider} p where p.id = ${id}
      union all
      select p.id, p.parent_id, up.depth + 1 from ${provider} p join up on p.id = up.parent_id where up.depth < ${DEEPEST}
    )
    select coalesce(sum(c.share_ratio), 0)::text as total from up join ${config} c on c.provider_id = up.id and ${live('c')}`)
  return BigInt(onlyRow(rows).total)
}

/** The way down from a provider, itself left out, that takes most; a driver counts whatever his state, because he may be back tomorrow. */
async function fullestBelow(tx: Tx, id: string): Promise<{ ratio: bigint; who: string }> {
  const { rows } = await tx.execute<{ total: string; provider: string; driver: string | null }>(sql`
    with recursive down as (
      select p.id, p.provider_name, 0::bigint as total, 0 as depth from ${provider} p where p.id = ${id}
      union all
      select p.id, p.provider_name, down.total + coalesce(c.share_ratio, 0), down.depth + 1
      from ${provider} p join down on p.parent_id = down.id
        left join ${config} c on c.provider_id = p.id and ${live('c')}
      where ${live('p')} and down.depth < ${DEEPEST}
    )
    select (down.total + coalesce(d.share_ratio, 0))::text as total, down.provider_name as provider, d.real_name as driver
    from down left join ${driver} d on d.provider_id = down.id and ${live('d')}
    order by down.total + coalesce(d.share_ratio, 0) desc, down.id limit 1`)
  const [row] = rows
  if (!row) return { ratio: 0n, who: '' }
  return { ratio: BigInt(row.total), who: row.driver ? `司机 ${row.driver}` : row.provider }
}

/** What a provider takes of every order below. */
export async function ratioOf(tx: Tx, id: unknown): Promise<bigint> {
  const { rows } = await tx.execute<{ ratio: string }>(sql`
    select coalesce(share_ratio, 0)::text as ratio from ${config} where provider_id = ${id} and ${live()} limit 1`)
  return BigInt(rows[0]?.ratio ?? 0)
}
