/**
 * Triggers that note, in the transaction of a change, which hours have to be counted anew. A write that changes nothing a
 * figure looks at notes nothing.
 */
import type { Pool } from 'pg'
import { knownField, snake, type Resource } from '#model/resource.ts'
import { inLongTransaction, type Patience } from '../db/long-transaction.ts'
import { isLockBusy } from '../db/sql-state.ts'
import { keptFigures, keptTogether, type Kept } from './kept.ts'

// Any number, the same on every node.
const LOCK = 7_268_206

const column = (resource: Resource, name: string): string =>
  name === 'createTime' ? 'create_time' : (knownField(resource, name).column ?? snake(name))

/** What decides whether, when and where a record counts. */
const looksAt = (group: readonly Kept[]): string[] => [
  ...new Set([
    ...['tenant_id', 'sys_org_code', 'delete_time'],
    ...group.flatMap(({ resource, figure: { at, sum, when = {}, by = [] } }) =>
      [at, sum, ...Object.keys(when), ...by].filter((name) => name !== undefined).map((name) => column(resource, name)),
    ),
  ]),
]

const noted = (resource: Resource, at: string, from: string): string => `
  insert into sys_figure_stale (resource, at, tenant_id, hour)
    select distinct '${resource.name}', '${at}', tenant_id, hour from (${from}) as changed where hour is not null;`

const rowsOf = (source: string, time: string) => `select tenant_id, date_trunc('hour', ${time}) as hour from ${source}`

function functions(resource: Resource, groups: readonly (readonly Kept[])[]): string {
  const each = (from: (time: string, group: readonly Kept[]) => string) =>
    groups.map((group) => noted(resource, group[0]!.at, from(column(resource, group[0]!.at), group))).join('')
  const made = (event: string, body: string) => `
create or replace function note_figures_${resource.table}_${event}() returns trigger language plpgsql as $body$
begin ${body}
  return null;
end $body$;
create or replace trigger ${resource.table}_figures_${event} after ${event} on ${resource.table}
  referencing ${[event !== 'insert' && 'old table as was', event !== 'delete' && 'new table as becomes'].filter(Boolean).join(' ')}
  for each statement execute function note_figures_${resource.table}_${event}();`
  const differ = (group: readonly Kept[]) =>
    `row(${looksAt(group).map((name) => `was.${name}`).join(', ')}) is distinct from row(${looksAt(group).map((name) => `becomes.${name}`).join(', ')})` // prettier-ignore
  return [
    made('insert', each((time) => rowsOf('becomes', time))),
    made('delete', each((time) => rowsOf('was', time))),
    made(
      'update',
      each(
        (time, group) => `select here.tenant_id, date_trunc('hour', here.at) as hour
      from was join becomes on becomes.id = was.id and ${differ(group)}
      cross join lateral (values (was.tenant_id, was.${time}), (becomes.tenant_id, becomes.${time})) as here (tenant_id, at)`,
      ),
    ),
  ].join('') // prettier-ignore
}

/** Every hour of a table that has a record. */
const everything = ({ resource, at }: Kept) => noted(resource, at, rowsOf(resource.table, column(resource, at)))

interface Standing {
  known: string[]
  watched: string[]
}
const STANDING = `select coalesce((select array_agg(figure) from sys_figure_known), '{}') as known,
  coalesce((select array_agg(tgname::text) from pg_trigger where tgname like '%\\_figures\\_%'), '{}') as watched`

/** Nobody waits for it: what it notes nobody counts, and where the table is in use (by a backup) the next start takes it away. */
async function dropUnlessBusy(pool: Pool, trigger: string, table: string, patience?: Patience): Promise<void> {
  const statements = [`drop trigger if exists ${trigger} on ${table}`]
  await inLongTransaction(pool, LOCK, statements, { ...patience, mostTries: 1 }).catch((error: unknown) => {
    if (!isLockBusy(error)) throw error
  })
}

/**
 * One query when nothing is new. A new figure, or one that is said otherwise than before, counts every hour there is; what
 * nobody counts any more is forgotten.
 */
export async function watchFigures(pool: Pool, patience?: Patience): Promise<void> {
  const { rows } = await pool.query<Standing>(STANDING)
  const { known = [], watched = [] } = rows[0] ?? {}
  const ids = keptFigures.map(({ id }) => id)
  const fresh = keptFigures.filter(({ id }) => !known.includes(id))
  const gone = known.filter((id) => !ids.includes(id))
  const byTable = new Map<string, (readonly Kept[])[]>()
  for (const group of keptTogether().values()) {
    const { table } = group[0]!.resource
    byTable.set(table, [...(byTable.get(table) ?? []), group])
  }
  // One transaction a table: a node that runs already and writes to several of them must not meet us halfway.
  for (const [table, groups] of byTable) {
    const { resource } = groups[0]![0]!
    const begun = fresh.filter((one) => one.resource.table === table)
    const changed = begun.length > 0 || gone.some((id) => id.startsWith(`${resource.name}.`))
    if (!changed && watched.includes(`${table}_figures_update`)) continue
    const statements = [
      functions(resource, groups),
      ...begun.map(everything),
      ...begun.map(({ id }) => `insert into sys_figure_known values ('${id}') on conflict do nothing`),
    ]
    await inLongTransaction(pool, LOCK, statements, patience)
  }
  for (const trigger of watched) {
    const [, table = ''] = /^(.+)_figures_\w+$/.exec(trigger) ?? []
    if (table && !byTable.has(table)) await dropUnlessBusy(pool, trigger, table, patience)
  }
  if (gone.length)
    await pool.query(
      `with gone as (delete from sys_figure_known where figure = any($1) returning figure)
       delete from sys_figure_hour where figure in (select figure from gone)`,
      [gone],
    )
}
