/** 请假代理: who decides for me while I am away. Everybody names their own; an administrator everybody's. */
import { and, asc, desc, eq, gt, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { hasPart } from '../db/held-text.ts'
import { allOf } from '../db/all-of.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { deputy } from '../db/notify-tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { members, partners, possibleDeputies } from '../people/deputy.ts'
import { tableOf } from '../db/table.ts'
import { localTime } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { leaveBeginsJob } from '../notify/jobs.ts'
import { insteadOf, lastJobs } from '../notify/lost-jobs.ts'
import { whenItBegins } from '../notify/to-deputy.ts'

const users = tableOf(resources.sysUser)
const MOST_DAYS = 90
const DAY_MS = 86_400_000
const MOST_CHOICES = 30

const id = z.string({ error: '请选择代理人' }).min(1, '请选择代理人').max(64)
/** A time as people write it, which there is. */
export const time = (label: string) =>
  z
    .string({ error: `请选择${label}` })
    .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, `${label}格式应为 YYYY-MM-DD HH:mm:ss`)
    .refine((text) => !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`)), `${label}不存在`)
const draft = {
  deputyId: id,
  beginTime: time('开始时间'),
  endTime: time('结束时间'),
  reason: z.string({ error: '请输入文字' }).trim().max(255, '最大长度255位字符').nullish(),
  /** Whose deputy it is; only an administrator names somebody else. */
  userId: z.string().max(64).nullish(),
}
export type Draft = z.output<z.ZodObject<typeof draft>>

/** Is this person among those? */
const isOne = async (db: Database | Tx, userId: string, which: SQL): Promise<boolean> =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), which))
  ).length > 0

// Only ever compared with each other, so the time zone does not matter.
const millis = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Throws what is wrong with it, in the order a person would look. */
async function check(
  tx: Tx,
  caller: Caller,
  now: string,
  given: Draft,
  userId: string,
  except?: string,
): Promise<void> {
  const { deputyId, beginTime, endTime } = given
  if (deputyId === userId) throw badInput('代理人不能是本人')
  if (!(await isOne(tx, userId, members(caller.tenantId)))) throw notFound('被代理人')
  if (!(await isOne(tx, deputyId, possibleDeputies(caller.tenantId)))) throw notFound('代理人')
  if (millis(endTime) <= millis(beginTime)) throw badInput('结束时间须晚于开始时间')
  if (endTime <= now) throw badInput('结束时间已过')
  if (millis(endTime) - millis(beginTime) > MOST_DAYS * DAY_MS) throw badInput(`代理期限最长 ${MOST_DAYS} 天`)
  // One after the other: two entries of one person made at once must not both pass.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`deputy ${caller.tenantId} ${userId}`}))`)
  const [other] = await tx
    .select({ id: deputy.id })
    .from(deputy)
    .where(
      and(
        eq(deputy.userId, userId),
        eq(deputy.tenantId, caller.tenantId),
        lt(deputy.beginTime, endTime),
        gt(deputy.endTime, beginTime),
        except === undefined ? undefined : ne(deputy.id, except),
      ),
    )
    .limit(1)
  if (other) throw refused('这段时间已有代理人，请先修改或删除')
}

const here = (caller: Caller): SQL => eq(deputy.tenantId, caller.tenantId)

/** Own entries only; an administrator those of every member of the tenant. */
export const mine = (caller: Caller): SQL =>
  allOf(
    here(caller),
    caller.isAdmin
      ? sql`${deputy.userId} in (select ${users.id} from ${users} where ${members(caller.tenantId)})`
      : eq(deputy.userId, caller.userId),
  )

async function own(tx: Tx, caller: Caller, entryId: string) {
  const [found] = await tx
    .select()
    .from(deputy)
    .where(and(eq(deputy.id, entryId), mine(caller)))
    .for('update')
  if (!found) throw notFound('代理设置')
  return found
}

const principalOf = (caller: Caller, given: string | null | undefined): string => {
  if (given && given !== caller.userId && !caller.isAdmin) throw refused('只能为自己设置代理人')
  return given ?? caller.userId
}

/**
 * A restored backup brings no queue, and a job may have been given up, or done before the leave began by a clock that was
 * wrong: of those that are not over, whichever no job waits for and none has looked at since. What is handed over already
 * is not handed over again. Answers how many.
 */
export async function takeUpLeaves(services: Services): Promise<number> {
  const about = sql`jsonb_build_object('id', ${deputy.id})`
  const notOver = gt(deputy.endTime, services.clock.now().toISOString())
  const looked = sql`last.state = 'completed' and last.completed_on between ${deputy.beginTime} and now()`
  const left = await services.db
    .select({ id: deputy.id, beginTime: deputy.beginTime, job: sql<string | null>`last.id` })
    .from(deputy)
    .leftJoin(
      sql`${lastJobs(leaveBeginsJob, sql`select ${about} from ${deputy} where ${notOver}`)} last`,
      sql`last.data = ${about}`,
    )
    .where(and(notOver, sql`coalesce(not (last.state < 'completed' or ${looked}), true)`))
  for (const { job, ...entry } of left)
    await services.db.transaction((tx) => whenItBegins({ tx, services }, entry, insteadOf(entry.id, job)))
  return left.length
}

interface Doing {
  tx: Tx
  services: Services
  caller: Caller
}

/** Throws what is wrong with it. */
export async function nameDeputy({ tx, services, caller }: Doing, given: Draft) {
  const userId = principalOf(caller, given.userId)
  const entry = { ...given, id: newId(), tenantId: caller.tenantId, userId, reason: given.reason ?? null }
  await check(tx, caller, localTime(services), given, userId)
  await tx.insert(deputy).values(entry)
  await whenItBegins({ tx, services }, entry)
  return entry
}

export async function changeDeputy({ tx, services, caller }: Doing, id: string, given: Draft): Promise<void> {
  const { userId } = await own(tx, caller, id)
  if (given.userId && given.userId !== userId) throw badInput('被代理人不能修改')
  await check(tx, caller, localTime(services), given, userId, id)
  const { deputyId, beginTime, endTime, reason } = given
  await tx
    .update(deputy)
    .set({ deputyId, beginTime, endTime, reason: reason ?? null })
    .where(eq(deputy.id, id))
  await whenItBegins({ tx, services }, { id, beginTime })
}

export async function endDeputy({ tx, caller }: Omit<Doing, 'services'>, id: string): Promise<void> {
  await own(tx, caller, id)
  await tx.delete(deputy).where(eq(deputy.id, id))
}

export const deputyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/deputy/list',
    permission: 'session',
    summary: '请假代理：我设置的和请我代理的；管理员看全部',
    tag: '待办',
    handler: async ({ services, caller }) => {
      const rows = await services.db
        .select()
        .from(deputy)
        .where(or(mine(caller), and(here(caller), eq(deputy.deputyId, caller.userId))))
        .orderBy(desc(deputy.beginTime), desc(deputy.id))
        .limit(200)
      const ids = [...new Set(rows.flatMap(({ userId, deputyId }) => [userId, deputyId]))]
      const people = ids.length
        ? await services.db
            .select({ id: users.id, name: users.realname })
            .from(users)
            .where(sql`${users.id} in ${ids}`)
        : []
      const nameOf = new Map(people.map((one) => [one.id, one.name]))
      const now = localTime(services)
      return rows.map((row) => ({
        ...row,
        userId_dictText: nameOf.get(row.userId) ?? row.userId,
        deputyId_dictText: nameOf.get(row.deputyId) ?? row.deputyId,
        active: row.beginTime <= now && row.endTime > now,
        mine: row.userId === caller.userId,
        may: row.userId === caller.userId || caller.isAdmin ? ['edit', 'delete'] : [],
      }))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/deputy/candidates',
    permission: 'session',
    summary: '可选的代理人',
    tag: '待办',
    query: z.strictObject({ keyword: z.string().max(50).optional() }),
    handler: async ({ services, caller, query: { keyword } }) => {
      if (await isOne(services.db, caller.userId, sql`${users.id} in ${partners(caller.tenantId)}`)) return []
      const part = (keyword ?? '').trim()
      return services.db
        .select({ id: users.id, realname: users.realname, username: users.username })
        .from(users)
        .where(
          and(
            possibleDeputies(caller.tenantId),
            ne(users.id, caller.userId),
            or(hasPart(users.realname, part), hasPart(users.username, part)),
          ),
        )
        .orderBy(asc(users.sort), asc(users.id))
        .limit(MOST_CHOICES)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/deputy/add',
    permission: 'session',
    summary: '设置代理人',
    tag: '待办',
    body: z.strictObject(draft),
    handler: async ({ services, caller, body }) => {
      const entry = await services.db.transaction((tx) => nameDeputy({ tx, services, caller }, body))
      return said('添加成功！', entry)
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/deputy/edit',
    permission: 'session',
    summary: '修改代理设置',
    tag: '待办',
    body: z.strictObject({ ...draft, id: z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64) }),
    handler: async ({ services, caller, body }) => {
      await services.db.transaction((tx) => changeDeputy({ tx, services, caller }, body.id, body))
      return said('修改成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/deputy/delete',
    permission: 'session',
    summary: '取消代理',
    tag: '待办',
    query: z.strictObject({ id: z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64) }),
    handler: async ({ services, caller, query }) => {
      await services.db.transaction((tx) => endDeputy({ tx, caller }, query.id))
      return said('删除成功!')
    },
  }),
]
