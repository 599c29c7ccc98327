/** Records put into an order by hand: `PUT {path}/sort`, for resources whose definition says `list.order`. */
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MOST_ORDERED, renumbered, type Place } from '#model/ordering.ts'
import { permissionOf, type Resource, knownField } from '#model/resource.ts'
import { badInput, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import type { Row } from './hooks.ts'
import { once } from './once.ts'
import { scopeOf } from './scope.ts'
import { tableOf, columnOf } from '../db/table.ts'
import { trace, type Write } from './trace.ts'
import { wireRow } from './wire.ts'
import { localTime, refuseStale, touched, type Writing } from './write.ts'

/** So many are looked at to see who stands on the same number, and so many step aside at most. */
const MOST_READ = 10_000
const MOST_STEPPING = 1000
const LOCK = 7_268_205

const id = z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64)

export const orderRoutes = (resource: Resource): Route[] => {
  const { order } = resource.list
  if (!order || !resource.verbs.includes('edit')) return []
  return [
    route({
      method: 'PUT',
      path: `${resource.path}/sort`,
      permission: permissionOf(resource, 'edit'),
      summary: `按给出的先后排列这些${resource.label}，最多 ${MOST_ORDERED} 条`,
      tag: resource.label,
      body: z.strictObject({
        rows: z
          .array(z.strictObject({ id, version: z.number({ error: 'version 应为整数' }).int('version 应为整数') }), {
            error: '缺少 rows',
          })
          .min(2, '至少两条记录才能排序')
          .max(MOST_ORDERED, `一次最多排序 ${MOST_ORDERED} 条`),
      }),
      handler: async ({ services, caller, request, body: { rows } }) => {
        await once(services, caller, request, (tx) => arrange({ tx, caller, services }, resource, order, rows))
        return said('排序已保存')
      },
    }),
  ]
}

async function arrange(
  writing: Writing,
  resource: Resource,
  order: string,
  wanted: readonly { id: string; version: number }[],
): Promise<null> {
  const { tx } = writing
  const ids = wanted.map((one) => one.id)
  if (new Set(ids).size < ids.length) throw badInput('同一条记录不能出现两次')
  // Two people at once would lock each other's neighbours.
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${resource.table}))`)
  const own = await lockRows(writing, resource, ids)
  for (const { id, version } of wanted) {
    const row = own.get(id)
    if (!row) throw notFound(resource.label)
    await refuseStale(writing, resource, row, version, { required: true })
  }
  const places = await placesOf(writing, resource, order, own)
  const today = new Map(places.map((place) => [place.id, place.number]))
  const changed = [...renumbered(places, ids)].filter(([one, number]) => today.get(one) !== number)
  const stepping = changed.flatMap(([one]) => (own.has(one) ? [] : [one]))
  if (stepping.length > MOST_STEPPING) throw refused(TOO_MANY)
  const field = knownField(resource, order)
  const most = field.kind === 'integer' ? (field.max ?? Infinity) : Infinity
  if (changed.some(([, number]) => number > most))
    throw refused(`${field.label}已到上限 ${most}，请先改小后面几条的数值`)
  const aside = await lockRows(writing, resource, stepping)
  // Their places were read before they were locked.
  const read = new Map(places.map(({ id, version }) => [id, version]))
  for (const [id, row] of aside)
    await refuseStale(writing, resource, row, read.get(id), { required: true, then: '排序' })
  const all = new Map([...own, ...aside])
  await write(
    writing,
    resource,
    order,
    changed.flatMap(([one, number]) => {
      const before = all.get(one)
      return before ? [{ before, number }] : []
    }),
  )
  return null
}

const TOO_MANY = '排序数值相同的记录过多，请先在编辑中把数值改开'

/** Those of the ids that the caller sees, locked in the order of their ids. */
async function lockRows(
  { tx, caller }: Writing,
  resource: Resource,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (!ids.length) return new Map()
  const table = tableOf(resource)
  const records = await tx
    .select()
    .from(table)
    .where(and(inArray(table.id, [...ids]), scopeOf(caller, resource)))
    .orderBy(asc(table.id))
    .for('update')
  return new Map(records.map((record) => [String(record.id), wireRow(resource, record)]))
}

const byPlace = (a: Place, b: Place) => a.number - b.number || (a.id < b.id ? -1 : 1)

/** These records alone when each has a number of its own; otherwise everything that may have to make room. */
async function placesOf(
  { tx, caller }: Writing,
  resource: Resource,
  order: string,
  own: ReadonlyMap<string, Row>,
): Promise<(Place & { version: unknown })[]> {
  const places = [...own].map(([id, row]) => ({ id, number: Number(row[order]), version: row.version })).sort(byPlace)
  const [first] = places
  if (!first || new Set(places.map(({ number }) => number)).size === places.length) return places
  const table = tableOf(resource)
  const rows = await tx
    .select({ id: table.id, number: columnOf(table, order), version: table.version })
    .from(table)
    .where(and(scopeOf(caller, resource), gte(columnOf(table, order), first.number)))
    .orderBy(asc(columnOf(table, order)), asc(table.id))
    .limit(MOST_READ + 1)
  if (rows.length > MOST_READ) throw refused(TOO_MANY)
  return rows.map(({ id, number, version }) => ({ id: String(id), number: Number(number), version }))
}

/** One statement and one line of the log for each record that came to another number. */
async function write(
  { tx, caller, services }: Writing,
  resource: Resource,
  order: string,
  moves: readonly { before: Row; number: number }[],
): Promise<void> {
  const table = tableOf(resource)
  const stamp = { updateBy: caller.username, updateTime: localTime(services) }
  const writes: (Write & { after: Row })[] = moves.map(({ before, number }) => {
    const version = Number(before.version) + 1
    const after = { ...before, ...stamp, [order]: number, version }
    return { operation: 'sort', id: String(before.id), version, before, after }
  })
  for (const { id, version, after } of writes)
    await tx
      .update(table)
      .set({ ...stamp, [order]: after[order], version })
      .where(eq(table.id, id))
  if (writes.length) await trace(tx, caller, resource, writes)
  touched(resource)
}
