/** 我的待办 and 我已处理: every record that waits for a decision this person may take, and those they decided on. */
import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { permissionOf, type Resource, knownApproval } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { route, type Route } from '../kernel/route.ts'
import { standInsOf } from '../people/stand-ins.ts'
import type { Row } from '../resource/hooks.ts'
import { finish, type Reading } from '../resource/list.ts'
import { scopeOf } from '../resource/scope.ts'
import { live } from '../db/live.ts'
import { trailTableOf, tableOf, columnOf } from '../db/table.ts'
import { maskRows, wireRow } from '../resource/wire.ts'
import { addWords } from '../resource/words.ts'
import { localTime } from '../resource/write.ts'

const AT_ONCE = 500
/** So many open records of a kind are looked at: what somebody may not decide on must not hide what they may. */
const MOST = 5000

export interface Todo {
  resource: string
  label: string
  id: string
  /** Of the record as it is shown here: what a decision is sent with. */
  version: number
  title: string
  summary: string
  amount: string | null
  status: string
  applyTime: string | null
  dueTime: string | null
  overdue: boolean
  /** Whose it is, when this person decides as a deputy. */
  principal: string | null
}

export interface Decided extends Pick<Todo, 'resource' | 'label' | 'id' | 'title' | 'summary' | 'amount' | 'status'> {
  step: string
  result: string
  reason: string | null
  /** 李四（代 张三） */
  person: string
  host: string
  time: string
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
      and(...Object.entries(when ?? {}).map(([field, values]) => inArray(columnOf(table, field), [...(values ?? [])]))),
    ),
  )
  // Somebody else has to decide on what I asked for myself: saying no to it is no duty of mine.
  const accepts = new Set(actions.filter(([, action]) => !action.danger).map(([name]) => name))
  const mine: Row[] = []
  // Where the last page ended: from there the next one goes on, and passes none of those before.
  let after: { at: string; id: unknown } | undefined
  for (let seen = 0; seen < MOST; seen += AT_ONCE) {
    const records = await services.db
      // To the last digit, which a time as it is shown has not.
      .select({ record: table, at: sql<string>`${table.createTime}::text` })
      .from(table)
      .where(
        and(
          scopeOf(caller, resource),
          states,
          after && sql`(${table.createTime}, ${table.id}) > (${after.at}::timestamptz, ${after.id})`,
        ),
      )
      .orderBy(table.createTime, table.id)
      .limit(AT_ONCE)
    const rows = records.map(({ record }) => wireRow(resource, record))
    await finish({ services, caller }, resource, rows)
    mine.push(...rows.filter((row) => (row.may as string[]).some((name) => accepts.has(name))))
    const last = records.at(-1)
    if (!last || records.length < AT_ONCE) break
    after = { at: last.at, id: last.record.id }
  }
  return mine
}

const text = (row: Row, field: string | undefined): string =>
  field ? String(row[`${field}_dictText`] ?? row[field] ?? '') : ''

/** What a record is called where several kinds stand in one list; the row has its words. */
export function about(
  resource: Resource,
  row: Row,
): Omit<Decided, 'step' | 'result' | 'reason' | 'person' | 'host' | 'time'> {
  const { card } = resource.list
  const amount = resource.approval?.amount
  return {
    resource: resource.name,
    label: resource.label,
    id: String(row.id),
    title: text(row, resource.title),
    summary: text(row, card.subtitle),
    amount: amount ? text(row, amount) : null,
    status: text(row, resource.approval?.state ?? card.badge),
  }
}

function todo(resource: Resource, row: Row, now: string, caller: Caller): Todo {
  const dueTime = (row.dueTime as string | null | undefined) ?? null
  return {
    ...about(resource, row),
    version: Number(row.version),
    applyTime: String(row.applyTime ?? row.createTime),
    dueTime,
    overdue: dueTime !== null && dueTime < now,
    principal: caller.principal?.realname ?? null,
  }
}

const { sysThirdAccount } = resources

/** People of the chats whom nobody here knows yet: they came, and wait for somebody who may bind them. */
async function unbound({ services, caller }: Reading): Promise<Row[]> {
  if (!may(caller, permissionOf(sysThirdAccount, 'bind')) || !may(caller, `${sysThirdAccount.permission}:list`))
    return []
  const table = tableOf(sysThirdAccount)
  const records = await services.db
    .select()
    .from(table)
    .where(
      and(
        scopeOf(caller, sysThirdAccount),
        sql`coalesce(${table.sysUserId}, '') = ''`,
        eq(table.status, 1),
        isNotNull(table.lastTime),
      ),
    )
    .orderBy(table.createTime)
    .limit(AT_ONCE)
  const rows = records.map((record) => wireRow(sysThirdAccount, record))
  await finish({ services, caller }, sysThirdAccount, rows)
  return rows.map((row) => ({ ...row, status_dictText: '待绑定' }))
}

/** Who is not bound cannot work at all: they wait since they came. */
const urgencyOf = ({ resource, dueTime, applyTime }: Todo): string =>
  dueTime ?? (resource === sysThirdAccount.name && applyTime ? applyTime : '9')

/** The most urgent first; what waits for me and for somebody I stand in for is mine. */
async function allTodos({ services, caller }: Reading): Promise<Todo[]> {
  const now = localTime(services)
  const found = new Map<string, Todo>()
  for (const one of [caller, ...(await standInsOf(services.db, caller, services.clock.now()))])
    for (const resource of allResources()) {
      // Only what is approved is handed over, not every duty.
      if (one.principal && !resource.approval) continue
      for (const row of await todosOf({ services, caller: one }, resource)) {
        const key = `${resource.name}:${String(row.id)}`
        if (!found.has(key)) found.set(key, todo(resource, row, now, one))
      }
    }
  for (const row of await unbound({ services, caller }))
    found.set(`${sysThirdAccount.name}:${String(row.id)}`, todo(sysThirdAccount, row, now, caller))
  return [...found.values()].sort((a, b) => urgencyOf(a).localeCompare(urgencyOf(b)) || a.id.localeCompare(b.id))
}

/**
 * Lines of trails that this person, or a deputy for them, wrote when deciding; newest first. Of a record that they see no
 * longer they read what they did and its name, and not how it stands by now.
 */
async function decidedIn({ services, caller }: Reading, resource: Resource, limit: number) {
  const [table, trail] = [tableOf(resource), trailTableOf(resource)]
  const mine = and(
    or(eq(trail.personId, caller.userId), eq(trail.principalId, caller.userId)),
    inArray(
      trail.step,
      knownApproval(resource).steps.map(({ name }) => name),
    ),
    live(table),
    eq(table.tenantId, caller.tenantId),
  )
  const count = onlyRow(
    await services.db
      .select({ count: sql<number>`count(*)::int` })
      .from(trail)
      .innerJoin(table, eq(table.id, trail.mainId))
      .where(mine),
  )
  const found = await services.db
    .select({ record: table, line: trail, inScope: sql<boolean>`coalesce(${scopeOf(caller, resource)}, false)` })
    .from(trail)
    .innerJoin(table, eq(table.id, trail.mainId))
    .where(mine)
    .orderBy(desc(trail.time), desc(trail.id))
    .limit(limit)
  const lists = may(caller, `${resource.permission}:list`)
  const shown = found.map(({ record, line, inScope }) => ({
    row: wireRow(resource, record),
    line,
    hidden: lists && inScope ? {} : { summary: '', amount: null, status: '' },
  }))
  const rows = shown.map(({ row }) => row)
  await addWords(services.db, resource, rows)
  maskRows(resource, rows, caller)
  const decided = shown.map(({ row, line, hidden }): Decided => {
    const { step, result, reason, person, host, time } = line
    return {
      ...about(resource, row),
      ...hidden,
      step: String(step),
      result: String(result),
      reason: (reason as string | null) ?? null,
      person: String(person ?? ''),
      host: String(host ?? ''),
      time: String(time),
    }
  })
  return { total: count.count, decided }
}

const pages = z.strictObject({
  pageNo: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
})

const page = <T>(records: T[], total: number, { pageNo, pageSize }: z.output<typeof pages>) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

export const todoRoutes: Route[] = [
  route({
    method: 'GET',
    // Among the light ones: every page asks for it, and behind searches and reports, or behind each other in one of the
    // narrow lanes, all would wait for the few who may decide on very much.
    path: '/sys/todo/list',
    permission: 'session',
    summary: '我的待办，最急的在前',
    tag: '待办',
    query: pages,
    handler: async ({ services, caller, query }) => {
      const all = await allTodos({ services, caller })
      const from = (query.pageNo - 1) * query.pageSize
      return page(all.slice(from, from + query.pageSize), all.length, query)
    },
  }),
  route({
    method: 'GET',
    path: '/sys/todo/decided',
    lane: 'wide',
    permission: 'session',
    summary: '我已处理，最近的在前',
    tag: '待办',
    query: pages,
    handler: async ({ services, caller, query }) => {
      const upTo = query.pageNo * query.pageSize
      const parts = await Promise.all(
        allResources()
          .filter(({ approval }) => approval)
          .map((resource) => decidedIn({ services, caller }, resource, upTo)),
      )
      const all = parts.flatMap(({ decided }) => decided).sort((a, b) => b.time.localeCompare(a.time))
      const total = parts.reduce((sum, part) => sum + part.total, 0)
      return page(all.slice(upTo - query.pageSize, upTo), total, query)
    },
  }),
]
