/** Row rules of a menu (contract.md §4.4). A rule names a field of the resource behind the menu; raw SQL is not offered. */
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { ruleNamed } from '#model/query.ts'
import type { Resource } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { validStates } from '#resources/system/permission.ts'
import { hasPart } from '../db/held-text.ts'
import { tableOf } from '../db/table.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { permissionDataRule as rules } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { csv } from '../people/access.ts'
import { badInput, conflict, notFound, refused } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { columnNamed, comparisons } from '../resource/conditions.ts'
import { once } from '../resource/once.ts'
import { liveForm } from '../resource/online.ts'
import { ruleVariables } from '../resource/scope.ts'
import { dictionaries } from '../resource/words.ts'
import { localTime } from '../resource/write.ts'
import { refuseRules } from './grants.ts'
import { traceLink } from './links.ts'
import { menuRows, menus } from './menu-tree.ts'
import { idText, maybe, notKept } from '../resource/parameters.ts'
import { refuseForeign } from './rule-values.ts'

const tag = '菜单'

export const dataRulesOf = (db: Database | Tx, permissionId: string, more?: SQL) =>
  db
    .select()
    .from(rules)
    .where(and(eq(rules.permissionId, permissionId), more))
    .orderBy(asc(rules.createTime), asc(rules.id))

const CONDITIONS: readonly string[] = ['=', '!=', '>', '>=', '<', '<=', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE', 'IN']

/** `rental:userWithdrawal:list` → its resource. */
async function resourceBehind(tx: Tx, perms: string | null): Promise<Resource | undefined> {
  const codes = csv(perms)
  const own = allResources().find((resource) => codes.includes(`${resource.permission}:list`))
  const [, online] = codes.flatMap((code) => /^online:(.+):list$/.exec(code) ?? [])
  return own ?? (online === undefined ? undefined : (await liveForm(tx, online))?.resource)
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const variables = new Set(ruleVariables.flatMap((name) => [name, camel(name)]))

interface Rule {
  permissionId: string
  ruleName: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
  status: string
}

/** A rule that could not be read would hide everything from the people it binds, so it is refused when it is written. */
async function refuseBroken(tx: Tx, caller: Caller, rule: Rule): Promise<void> {
  const [menu] = await menuRows(tx, eq(menus.id, rule.permissionId))
  if (!menu) throw notFound('菜单')
  if (rule.ruleConditions === 'USE_SQL_RULES') throw refused('不支持自定义SQL表达式，请选择字段和条件')
  const resource = await resourceBehind(tx, menu.perms)
  if (!resource) throw refused('该菜单没有可以设置数据规则的列表')
  const column = columnNamed(resource, rule.ruleColumn)
  if (!column) throw badInput(`${resource.label}没有字段 ${rule.ruleColumn}`)
  const condition = CONDITIONS.includes(rule.ruleConditions) ? ruleNamed(rule.ruleConditions) : undefined
  if (!condition) throw badInput(`没有条件 ${rule.ruleConditions}`)
  const unknown = [...rule.ruleValue.matchAll(/#\{([^}]*)\}/g)].find(([, name = '']) => !variables.has(name))
  if (unknown) throw badInput(`规则值里没有变量 ${unknown[0]}`)
  // Without variables the value can be tried now.
  if (rule.ruleValue.includes('#{')) return
  // One that was taken before can still be switched off.
  if (rule.status !== validStates.invalid) {
    const said = (await dictionaries(tx)).get('rule_conditions')?.get(rule.ruleConditions)
    await refuseForeign(tx, caller, resource, column, {
      condition,
      says: said ?? rule.ruleConditions,
      value: rule.ruleValue,
    })
  }
  comparisons[condition](column, rule.ruleValue)
}

const flag = (tx: Tx, permissionId: string, ruleFlag: 0 | 1) =>
  tx.update(menus).set({ ruleFlag }).where(eq(menus.id, permissionId))

const text = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .min(1, `请输入${label}`)
    .max(255)
const ruleBody = {
  ruleName: text('规则名称'),
  ruleColumn: text('规则字段'),
  ruleConditions: text('条件规则'),
  ruleValue: text('规则值'),
  status: z
    .union([z.literal(['1', '0']), z.literal([1, 0])])
    .transform(String)
    .default('1'),
}
type RuleWords = z.infer<z.ZodObject<typeof ruleBody>>
const sameRule = (one: RuleWords, other: RuleWords) =>
  (Object.keys(ruleBody) as (keyof RuleWords)[]).every((name) => one[name] === other[name])

/** 数据规则“只看省级”已由 张三 于 2026-11-20 10:32 修改 */
async function changedBy(services: Services, tx: Tx, rule: typeof rules.$inferSelect): Promise<string> {
  const users = tableOf(resources.sysUser)
  const [by] = await tx
    .select({ realname: users.realname })
    .from(users)
    .where(eq(users.username, rule.updateBy ?? ''))
  const who = by?.realname ?? rule.updateBy ?? ''
  const when = localTime(services, new Date(rule.updateTime ?? rule.createTime)).slice(0, 16)
  return `数据规则“${rule.ruleName}”已由 ${who} 于 ${when} 修改`
}

/** As the rule was when the changing began. Clients of the contract do not say it. */
const lastRule = z.strictObject(ruleBody).nullish()
const echoes = notKept('createBy createTime updateBy updateTime')

export const dataRuleRoutes: Route[] = [
  ...(['getPermRuleListByPermId', 'queryPermissionRule'] as const).map((name) =>
    route({
      method: 'GET',
      path: `/sys/permission/${name}`,
      permission: 'system:permission:list',
      summary: '菜单的数据规则',
      tag,
      query: z.strictObject({ permissionId: idText('permissionId'), ruleName: maybe, ruleValue: maybe }),
      handler: ({ services: { db }, query }) => {
        const part = (column: typeof rules.ruleName, value: string | undefined) =>
          value ? hasPart(column, value.replace(/^\*|\*$/g, '')) : undefined
        return dataRulesOf(
          db,
          query.permissionId,
          and(part(rules.ruleName, query.ruleName), part(rules.ruleValue as never, query.ruleValue)),
        )
      },
    }),
  ),
  route({
    method: 'POST',
    path: '/sys/permission/addPermissionRule',
    permission: 'system:permission:addRule',
    summary: '新增数据规则',
    tag,
    body: z.strictObject({ ...ruleBody, id: z.unknown().optional(), permissionId: idText('permissionId'), ...echoes }),
    handler: async ({
      services,
      caller,
      request,
      body: { ruleName, ruleColumn, ruleConditions, ruleValue, status, permissionId },
    }) => {
      const rule = await once(services, caller, request, async (tx) => {
        const made = { id: newId(), permissionId, ruleName, ruleColumn, ruleConditions, ruleValue, status }
        await refuseBroken(tx, caller, made)
        await refuseRules(tx, caller, [permissionId])
        await tx.insert(rules).values({ ...made, createBy: caller.username })
        await flag(tx, permissionId, 1)
        await traceLink(tx, caller, resources.sysPermission, permissionId, '新增数据规则', {}, made)
        return made
      })
      return said('添加成功！', rule)
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/permission/editPermissionRule',
    permission: 'system:permission:editRule',
    summary: '修改数据规则',
    tag,
    body: z.strictObject({ ...ruleBody, id: idText(), permissionId: maybe, lastRule, ...echoes }),
    handler: async ({
      services,
      caller,
      body: { id, ruleName, ruleColumn, ruleConditions, ruleValue, status, lastRule: began },
    }) => {
      await services.db.transaction(async (tx) => {
        const [before] = await tx.select().from(rules).where(eq(rules.id, id)).for('update')
        if (!before) throw notFound('数据规则')
        await refuseRules(tx, caller, [before.permissionId])
        if (began && !sameRule(began, before))
          throw conflict(`${await changedBy(services, tx, before)}，请核对后再保存`)
        const rule = { ruleName, ruleColumn, ruleConditions, ruleValue, status }
        await refuseBroken(tx, caller, { ...rule, permissionId: before.permissionId })
        await tx
          .update(rules)
          .set({ ...rule, updateBy: caller.username, updateTime: new Date().toISOString() })
          .where(eq(rules.id, id))
        await traceLink(tx, caller, resources.sysPermission, before.permissionId, '修改数据规则', before, {
          ...before,
          ...rule,
        })
      })
      return said('修改成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/permission/deletePermissionRule',
    permission: 'system:permission:deleteRule',
    summary: '删除数据规则',
    tag,
    query: z.strictObject({ id: idText() }),
    handler: async ({ services: { db }, caller, query: { id } }) => {
      await db.transaction(async (tx) => {
        const [gone] = await tx.delete(rules).where(eq(rules.id, id)).returning()
        if (!gone) throw notFound('数据规则')
        await refuseRules(tx, caller, [gone.permissionId])
        const left = await dataRulesOf(tx, gone.permissionId)
        if (!left.length) await flag(tx, gone.permissionId, 0)
        await traceLink(tx, caller, resources.sysPermission, gone.permissionId, '删除数据规则', gone, {})
      })
      return said('删除成功!')
    },
  }),
]
