/**
 * Advanced queries people keep for a list: own ones, and those a colleague shares with a role. Only the owner changes one;
 * who may share may also delete what others share.
 */
import { and, arrayOverlaps, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listed } from '#model/listed.ts'
import { MOST_LINES, problemOf, problemOfQuery } from '#model/query.ts'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { savedQuery } from '../db/tables.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { badInput, conflict, forbidden, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { resourceIn } from '../resource/online.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import { mayUnmask } from '../resource/wire.ts'
import { localTime } from '../resource/write.ts'

const tag = '高级查询'
const SHARE = 'system:savedQuery:share'
/** The most one person keeps for one list. */
const MOST = 100
const users = tableOf(resources.sysUser)
const roles = tableOf(resources.sysRole)

const short = (label: string, most: number) => z.string({ error: `${label}应为文字` }).max(most, `${label}过长`)
/** What a condition carries for the editors of clients (contract.md §5.3), besides field, rule and value. */
const carried = ['type', 'dbType', 'dictCode', 'dictTable', 'dictText', 'customReturnField', 'formatStr'] as const
const line = z.strictObject(
  {
    field: short('字段', 64),
    rule: short('规则', 20),
    val: short('值', 2000),
    ...Object.fromEntries(carried.map((name) => [name, short(name, 100).nullish()])),
    options: z.array(z.unknown()).max(200, 'options 过长').nullish(),
    popup: z.unknown().optional(),
    extendOption: z.unknown().optional(),
  },
  {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `未知字段：${listed(issue.keys)}` : '条件应为一个对象'),
  },
)
const MOST_CHARACTERS = 20_000
const query = {
  title: z
    .string({ error: '保存的名称不能为空' })
    .trim()
    .min(1, '保存的名称不能为空')
    .max(50, '保存的名称最多50个字符'),
  matchType: z.enum(['and', 'or'], { error: '匹配模式应为 and 或 or' }),
  records: z
    .array(line, { error: '空条件不能保存' })
    .max(MOST_LINES, `最多${MOST_LINES}个条件`)
    .refine((lines) => lines.some(({ field, rule, val }) => field && rule && val.trim()), '空条件不能保存')
    .refine((lines) => JSON.stringify(lines).length <= MOST_CHARACTERS, '条件过长，请减少后再保存'),
}
const resourceName = z.string({ error: '缺少 resource' }).min(1, '缺少 resource').max(64)
const roleCodes = z.array(short('角色', 64)).max(50, '最多共享给50个角色').default([])

/** The list of that name, if this person may read it. */
async function listNamed(db: Database, caller: Caller, name: string): Promise<Resource> {
  const resource = await resourceIn(db, name)
  if (!resource) throw notFound('列表')
  if (!may(caller, `${resource.permission}:list`)) throw forbidden()
  return resource
}

const mine = (caller: Caller, resource: Resource) =>
  and(
    eq(savedQuery.tenantId, caller.tenantId),
    eq(savedQuery.resource, resource.name),
    eq(savedQuery.userId, caller.userId),
  )

const GONE = or(isNull(users.id), isNotNull(users.deleteTime))
const isShared = sql`cardinality(${savedQuery.roleCodes}) > 0`

const textsOf = async (db: Database, caller: Caller, codes: readonly string[]) =>
  codes.length
    ? await db
        .select({ value: roles.roleCode, text: roles.roleName })
        .from(roles)
        .where(and(scopeOf(caller, resources.sysRole), inArray(roles.roleCode, [...codes])))
    : []

/** Every role is there and sharing is allowed. */
async function checkSharing(db: Database, caller: Caller, codes: readonly string[]): Promise<void> {
  if (!codes.length) return
  if (!may(caller, SHARE)) throw forbidden('没有共享查询条件的权限')
  const found = await textsOf(db, caller, codes)
  const lost = codes.find((code) => !found.some(({ value }) => value === code))
  if (lost !== undefined) throw badInput(`没有角色 ${lost}`)
}

/** One person saves one after the other: neither the name nor the count can be passed by two at once. */
async function ownTitles(tx: Tx, caller: Caller, resource: Resource): Promise<Map<string, string>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`savedQuery ${caller.userId}`}))`)
  const rows = await tx
    .select({ id: savedQuery.id, title: savedQuery.title })
    .from(savedQuery)
    .where(mine(caller, resource))
  return new Map(rows.map(({ id, title }) => [title, id]))
}

const tooMany = () => refused(`每个列表最多保存${MOST}个查询，请先删除不用的`)

export const savedQueryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/savedQuery/list',
    permission: 'session',
    summary: '一个列表的已存查询：自己的，和共享给自己角色的；有共享权限的人还有已删除用户共享的',
    tag,
    query: z.strictObject({ resource: resourceName }),
    handler: async ({ services: { db }, caller, query: { resource: name } }) => {
      const resource = await listNamed(db, caller, name)
      const unmasked = mayUnmask(caller, resource)
      const mayShare = may(caller, SHARE)
      const shared = or(
        caller.roles.length ? arrayOverlaps(savedQuery.roleCodes, [...caller.roles]) : undefined,
        // Nobody else is going to tidy them away.
        mayShare ? and(isShared, GONE) : undefined,
      )
      const rows = await db
        .select({ query: savedQuery, owner: users.realname, isGone: sql<boolean>`${GONE}` })
        .from(savedQuery)
        .leftJoin(users, eq(users.id, savedQuery.userId))
        .where(
          or(
            mine(caller, resource),
            shared && and(eq(savedQuery.tenantId, caller.tenantId), eq(savedQuery.resource, resource.name), shared),
          ),
        )
        .orderBy(asc(savedQuery.title), asc(savedQuery.id))
      const codes = [...new Set(rows.flatMap(({ query: { roleCodes } }) => roleCodes))]
      const texts = new Map((await textsOf(db, caller, codes)).map(({ value, text }) => [value, text]))
      return rows.map(({ query: { id, title, matchType, records, roleCodes, userId }, owner, isGone }) => ({
        id,
        title,
        matchType,
        records,
        roleCodes,
        roles: roleCodes.map((code) => texts.get(code) ?? code).join('、'),
        mine: userId === caller.userId,
        mayDelete: userId === caller.userId || mayShare,
        owner: isGone ? `${owner ?? '用户'}（已删除）` : (owner ?? ''),
        problem: problemOfQuery(resource, records, unmasked) ?? null,
      }))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/savedQuery/roles',
    permission: SHARE,
    summary: '可以共享给哪些角色',
    tag,
    handler: ({ services: { db }, caller }) =>
      db
        .select({ value: roles.roleCode, text: roles.roleName })
        .from(roles)
        .where(scopeOf(caller, resources.sysRole))
        .orderBy(asc(roles.createTime), asc(roles.id)),
  }),
  route({
    method: 'POST',
    path: '/sys/savedQuery/save',
    permission: 'session',
    summary: '保存查询条件；同名的要 overwrite 才覆盖',
    tag,
    body: z.strictObject({
      resource: resourceName,
      ...query,
      roleCodes,
      overwrite: z.boolean({ error: 'overwrite 应为 true 或 false' }).default(false),
    }),
    handler: async ({ services, caller, body: { resource: name, overwrite, ...given } }) => {
      const resource = await listNamed(services.db, caller, name)
      for (const [index, one] of given.records.entries()) {
        const problem = one.field && one.rule && problemOf(resource, one, mayUnmask(caller, resource))
        if (problem) throw badInput(`第${index + 1}行：${problem}`)
      }
      await checkSharing(services.db, caller, given.roleCodes)
      const id = await services.db.transaction(async (tx) => {
        const titles = await ownTitles(tx, caller, resource)
        const known = titles.get(given.title)
        if (known !== undefined) {
          if (!overwrite) throw conflict('已存在，是否覆盖？')
          await tx
            .update(savedQuery)
            .set({ ...given, updateTime: localTime(services) })
            .where(eq(savedQuery.id, known))
          return known
        }
        if (titles.size >= MOST) throw tooMany()
        const made = newId()
        await tx.insert(savedQuery).values({
          id: made,
          tenantId: caller.tenantId,
          resource: resource.name,
          userId: caller.userId,
          createTime: localTime(services),
          ...given,
        })
        return made
      })
      return said('保存成功', { id })
    },
  }),
  route({
    method: 'POST',
    path: '/sys/savedQuery/import',
    permission: 'session',
    summary: '接收浏览器里留下的查询条件；已有同名的不动，字段已不存在的也收下',
    tag,
    body: z.strictObject({
      resource: resourceName,
      queries: z.array(z.strictObject(query), { error: '缺少 queries' }).max(MOST, `最多${MOST}个查询`),
    }),
    handler: async ({ services, caller, body: { resource: name, queries } }) => {
      const resource = await listNamed(services.db, caller, name)
      const written = await services.db.transaction(async (tx) => {
        const titles = await ownTitles(tx, caller, resource)
        const fresh = [...new Map(queries.map((one) => [one.title, one])).values()].filter(
          ({ title }) => !titles.has(title),
        )
        if (titles.size + fresh.length > MOST) throw tooMany()
        const rows = fresh.map((one) => ({
          ...one,
          id: newId(),
          tenantId: caller.tenantId,
          resource: resource.name,
          userId: caller.userId,
          createTime: localTime(services),
          roleCodes: [],
        }))
        if (rows.length) await tx.insert(savedQuery).values(rows)
        return rows.length
      })
      return said(`导入${written}个查询`, { count: written })
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/savedQuery/delete',
    permission: 'session',
    summary: '删除查询条件：自己的；有共享权限的人也可以删除他人共享的',
    tag,
    query: z.strictObject({ id: z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64) }),
    handler: async ({ services: { db }, caller, query: { id } }) => {
      const [found] = await db
        .select({ userId: savedQuery.userId, roleCodes: savedQuery.roleCodes })
        .from(savedQuery)
        .where(and(eq(savedQuery.id, id), eq(savedQuery.tenantId, caller.tenantId)))
      const mayDelete = found?.userId === caller.userId || (Boolean(found?.roleCodes.length) && may(caller, SHARE))
      // Somebody else's that is not shared with this person is not there for them.
      if (!found || !(mayDelete || found.roleCodes.some((code) => caller.roles.includes(code))))
        throw notFound('查询条件')
      if (!mayDelete) throw forbidden('只有保存它的人和有共享权限的人可以删除')
      await db.delete(savedQuery).where(
        and(
          eq(savedQuery.id, id),
          // Its owner may have taken it back in between.
          or(eq(savedQuery.userId, caller.userId), isShared),
        ),
      )
      return said('删除成功!')
    },
  }),
]
