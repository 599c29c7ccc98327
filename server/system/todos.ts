/** 我的待办: every record that waits for a decision this person may take. */
import { and, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { permissionOf, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { may, type Caller } from '../http/caller.ts'
import { route, type Route } from '../http/route.ts'
import type { Row } from '../resource/hooks.ts'
import { finish, type Reading } from '../resource/list.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../resource/table.ts'
import { wireRow } from '../resource/wire.ts'

const MOST = 500

export interface Todo {
  resource: string
  label: string
  id: string
  title: string
  summary: string
  amount: string | null
  status: string
  applyTime: string | null
  dueTime: string | null
  overdue: boolean
}

const decisions = (caller: Caller, resource: Resource) =>
  Object.entries(resource.actions).filter(
    ([name, action]) => action.decide && may(caller, permissionOf(resource, name)),
  )

async function todosOf({ services, caller }: Reading, resource: Resource): Promise<Row[]> {
  const actions = decisions(caller, resource)
  if (!actions.length || !may(caller, `${resource.permission}:list`)) return []
  const table = tableOf(resource)
  const states = or(
    ...actions.map(([, { when }]) =>
      and(...Object.entries(when ?? {}).map(([field, values]) => inArray(table[field]!, [...values!]))),
    ),
  )
  const records = await services.db
    .select()
    .from(table)
    .where(and(scopeOf(caller, resource), states))
    .orderBy(table.createTime!)
    .limit(MOST)
  const rows = records.map((record) => wireRow(resource, record))
  await finish({ services, caller }, resource, rows)
  // Somebody else has to decide on what I asked for myself: saying no to it is no duty of mine.
  const accepts = new Set(actions.filter(([, action]) => !action.danger).map(([name]) => name))
  return rows.filter((row) => (row.may as string[]).some((name) => accepts.has(name)))
}

const text = (row: Row, field: string | undefined): string =>
  field ? String(row[`${field}_dictText`] ?? row[field] ?? '') : ''

function todo(resource: Resource, row: Row, now: string): Todo {
  const { card } = resource.list
  const dueTime = (row.dueTime as string | null | undefined) ?? null
  return {
    resource: resource.name,
    label: resource.label,
    id: String(row.id),
    title: text(row, resource.title),
    summary: text(row, card.subtitle),
    amount: card.aside ? text(row, card.aside) : null,
    status: text(row, card.badge),
    applyTime: String(row.applyTime ?? row.createTime),
    dueTime,
    overdue: dueTime !== null && dueTime < now,
  }
}

export const todoRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/todo/list',
    permission: 'session',
    summary: '我的待办，最急的在前',
    tag: '待办',
    query: z.strictObject({
      pageNo: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    handler: async ({ services, caller, query: { pageNo, pageSize } }) => {
      const now = services.clock.now().toLocaleString('sv-SE', { timeZone: services.settings.timeZone })
      const all: Todo[] = []
      for (const resource of allResources())
        for (const row of await todosOf({ services, caller }, resource)) all.push(todo(resource, row, now))
      all.sort((a, b) => (a.dueTime ?? '9').localeCompare(b.dueTime ?? '9') || a.id.localeCompare(b.id))
      const from = (pageNo - 1) * pageSize
      return {
        records: all.slice(from, from + pageSize),
        total: all.length,
        size: pageSize,
        current: pageNo,
        pages: Math.ceil(all.length / pageSize),
      }
    },
  }),
]
