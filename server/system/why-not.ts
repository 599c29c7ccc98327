/**
 * 为什么: what keeps this person from a page, a list, an action or a record, in words, and who can change it. Nothing is judged
 * here: it says what `barrierOf`, `boundsOf` and `hiddenFrom` answer, by which everything else is let through.
 */
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { When } from '#model/action.ts'
import { doableWith, fieldOf, permissionOf, type Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { askForPermission, giversOf, openRequests } from '../business/permissionRequest/index.ts'
import { tableOf } from '../db/table.ts'
import type { Database } from '../kernel/database.ts'
import { lacking, type Caller } from '../kernel/caller.ts'
import { badInput, notFound, Refusal, refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { mayGive } from '../people/granting.ts'
import type { Row } from '../resource/hooks.ts'
import { barrierOf } from '../resource/list.ts'
import { resourceIn } from '../resource/online.ts'
import { idText } from '../resource/parameters.ts'
import { readAsWhoMay } from '../resource/read-as.ts'
import { boundsOf } from '../resource/scope.ts'
import { hiddenFrom } from '../resource/wire.ts'
import { addWords } from '../resource/words.ts'
import { atPath, behindPermission, nameOf, VIEW, type Need, type Place } from './why-not-places.ts'

const tag = '权限'
/** More names help nobody. */
const MOST_NAMED = 5
const roles = tableOf(resources.sysRole)

/** What decided. */
type By = 'permission' | 'pack' | 'scope' | 'state' | 'rule' | 'mask'

interface Obstacle {
  /** Of what is kept away: `list`, a verb, an action. */
  name: string
  label: string
  by: By
  text: string
  /** The code of the permission that would change it. */
  permission?: string
  /** What a request for it would say. */
  wanted?: string
}

const verbLabels: Readonly<Record<string, string>> = {
  list: VIEW,
  add: '新增',
  edit: '编辑',
  delete: '删除',
  export: '导出',
  import: '导入',
  unmask: '查看完整信息',
}
const labelOf = (resource: Resource, name: string): string => resource.actions[name]?.label ?? verbLabels[name] ?? name

const listed = (words: readonly string[]) => words.join('、')

async function rolesOf(db: Database, caller: Caller): Promise<string[]> {
  if (!caller.roles.length) return []
  const rows = await db
    .select({ name: roles.roleName })
    .from(roles)
    .where(inArray(roles.roleCode, [...caller.roles]))
  return rows.map(({ name }) => name)
}

const lacks = ({ permission, name, label, called }: Need, { mine, call: { caller } }: Asking): Obstacle => ({
  name,
  label,
  by: caller.beyondPacks?.has(permission) ? 'pack' : 'permission',
  text: caller.beyondPacks?.has(permission)
    ? `您的角色（${listed(mine)}）有“${called}”，但本租户的套餐不含这项权限`
    : mine.length
      ? `您的角色（${listed(mine)}）没有“${called}”这项权限`
      : `您还没有任何角色，“${called}”须由角色授予`,
  permission,
  wanted: called,
})

const needOf = (resource: Resource, name: string, permission: string): Need => ({
  name,
  label: labelOf(resource, name),
  permission,
  called: nameOf(permission, resource),
})

/** 只有状态为“待审核、待复核”时可以，现在是“已打款”。 */
async function stateWords(db: Database, resource: Resource, row: Row, when: When): Promise<string> {
  const said = Object.entries(when).map(async ([name, values = []]) => {
    const field = fieldOf(resource, name)
    const rows: Row[] = values.map((value) => ({ [name]: value }))
    if (field) await addWords(db, { fields: { [name]: field } }, rows)
    const text = (one: Row) => String(one[`${name}_dictText`] ?? one[name] ?? '')
    return `${field?.label ?? name}为“${listed(rows.map(text))}”时可以，现在是“${text(row)}”`
  })
  return `只有${(await Promise.all(said)).join('，')}`
}

interface Asking {
  call: Call<unknown, unknown>
  mine: readonly string[]
}

/** What is not offered on a record that is there for this person. */
async function onRecord({ call, mine }: Asking, resource: Resource, row: Row): Promise<Obstacle[]> {
  const { services, caller } = call
  const offered = new Set(row.may as string[])
  const found: Obstacle[] = []
  for (const name of doableWith(resource)) {
    const barrier = offered.has(name) ? undefined : barrierOf(caller, resource, row, name)
    const label = labelOf(resource, name)
    if (!barrier) continue
    if ('permission' in barrier) found.push(lacks(needOf(resource, name, barrier.permission), { call, mine }))
    else if ('state' in barrier)
      found.push({ name, label, by: 'state', text: await stateWords(services.db, resource, row, barrier.state) })
    else found.push({ name, label, by: 'rule', text: barrier.rule })
  }
  return [...found, ...masked(caller, resource)]
}

function masked(caller: Caller, resource: Resource): Obstacle[] {
  const hidden = hiddenFrom(caller, resource)
  if (!hidden.length) return []
  const permission = permissionOf(resource, 'unmask')
  const called = nameOf(permission, resource)
  const text = `${listed(hidden.map(([, field]) => field.label))}只显示一部分，完整内容需要“${called}”这项权限`
  return [{ name: 'unmask', label: verbLabels.unmask!, by: 'mask', text, permission, wanted: called }]
}

/** One answer for a record that does not exist, was deleted, or is somebody else's. */
const outOfSight = (resource: Resource): Obstacle => ({
  name: 'list',
  label: verbLabels.list!,
  by: 'scope',
  text: `这条${resource.label}不存在、已删除，或不在您能看到的范围内`,
})

/** Of the resource as a whole: may they do this. */
function onList({ call, mine }: Asking, resource: Resource, name: string): Obstacle[] {
  const missing = lacking(call.caller, permissionOf(resource, name))
  return missing === undefined ? [] : [lacks(needOf(resource, name, missing), { call, mine })]
}

/** What is not offered above a list. */
const besideList = (asking: Asking, resource: Resource): Obstacle[] =>
  [
    ...resource.verbs.filter((verb) => verb !== 'edit' && verb !== 'delete'),
    ...Object.entries(resource.actions).flatMap(([name, { creates }]) => (creates ? [name] : [])),
  ].flatMap((name) => onList(asking, resource, name))

async function obstacles(asking: Asking, resource: Resource, name: string, id?: string): Promise<Obstacle[]> {
  const { call } = asking
  const general = onList(asking, resource, id ? 'list' : name)
  if (!id) {
    if (name !== 'list' || general.length) return general
    return [...besideList(asking, resource), ...masked(call.caller, resource)]
  }
  // What is decided on may be read as somebody's deputy.
  if (general.length && !resource.approval) return general
  try {
    return await onRecord(asking, resource, await readAsWhoMay(call, resource, id))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return general.length ? general : [outOfSight(resource)]
  }
}

const body = z
  .strictObject({
    resource: idText('resource').optional(),
    action: idText('action').optional(),
    id: idText().optional(),
    path: z.string().max(300).optional(),
    /** As a refusal named it. */
    permission: z.string().max(200).optional(),
  })
  .refine(({ resource, path, permission }) => resource || path || permission, '缺少 resource、path 或 permission')
type Asked = z.output<typeof body>

async function placeOf({ services: { db }, caller }: Call<unknown, unknown>, asked: Asked): Promise<Place | undefined> {
  if (asked.resource) {
    const resource = await resourceIn(db, asked.resource)
    if (!resource) throw notFound('业务')
    return { resource, ...(asked.id && { id: asked.id }) }
  }
  return asked.permission === undefined
    ? atPath(db, caller, asked.path ?? '')
    : behindPermission(db, caller, asked.permission)
}

/** What stands in the way of what was asked about, before who can change it. */
async function judged(call: Call<unknown, unknown>, asked: Asked) {
  const mine = await rolesOf(call.services.db, call.caller)
  const asking: Asking = { call, mine }
  const at = await placeOf(call, asked)
  // An address that nobody has, or that staff made up for others, is the same to whoever has it not in their menu.
  if (!at) return { label: '页面', scope: [], mine, found: [] }
  if (!('resource' in at)) {
    const found = at.needs
      .filter(({ permission }) => lacking(call.caller, permission))
      .map((need) => lacks(need, asking))
    return { label: at.label, scope: at.scope, mine, found }
  }
  const { resource } = at
  const action = asked.action ?? 'list'
  if (!Object.hasOwn(verbLabels, action) && !Object.hasOwn(resource.actions, action)) throw badInput('action 无法识别')
  const found = await obstacles(asking, resource, action, at.id)
  const listing = lacking(call.caller, permissionOf(resource, 'list')) === undefined
  const scope = listing ? boundsOf(call.caller, resource).map((one) => one.words()) : []
  return {
    label: resource.label,
    scope,
    mine,
    found: asked.id && asked.action ? found.filter((one) => one.name === action || one.by === 'scope') : found,
  }
}

export const whyNotRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/permission/why',
    permission: 'session',
    logged: false,
    viewable: true,
    summary: '为什么看不到、不能做：逐项说明由什么决定，谁能改',
    tag,
    body,
    handler: async (call) => {
      const { services, caller } = call
      const { label, scope, mine, found } = await judged(call, call.body)
      const givers = found.some(({ wanted }) => wanted) ? await giversOf(services.db, caller) : []
      const open = found.length ? await openRequests(services.db, caller) : []
      return {
        label,
        roles: mine,
        scope,
        obstacles: found.map(({ permission, wanted: _wanted, ...rest }) => {
          const able = permission ? givers.filter((one) => mayGive(one, permission)) : []
          const asked = open.find((one) => one.code === permission)
          return {
            ...rest,
            permission: permission ?? null,
            changers: able.slice(0, MOST_NAMED).map(({ realname }) => realname),
            mayAsk: able.length > 0 && !asked,
            asked: asked ? { requestNo: asked.requestNo, dueTime: asked.dueTime } : null,
          }
        }),
      }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/permission/request',
    permission: 'session',
    summary: '申请权限：能授予的人收到一条待办；重复申请算同一份',
    tag,
    body: body.safeExtend({ name: idText('name'), note: z.string().trim().max(255, '说明最多255位').optional() }),
    handler: async (call) => {
      const {
        services,
        caller,
        body: { name, note, ...asked },
      } = call
      const { mine, found } = await judged(call, asked)
      const wanted = found.find((one) => one.name === name && one.wanted)
      if (!wanted?.permission || !wanted.wanted) throw refused('这一项不是由权限决定的，或您已经有这项权限')
      const { permission } = wanted
      const able = (await giversOf(services.db, caller)).some((one) => mayGive(one, permission))
      if (!able) throw refused('本租户没有人可以授予这项权限，请联系平台管理员')
      const done = await services.db.transaction((tx) =>
        askForPermission(
          { tx, services, caller },
          { wanted: wanted.wanted!, code: permission, askerRoles: listed(mine).slice(0, 255), note: note || null },
        ),
      )
      const { again, ...request } = done
      return said(again ? '已经申请过，正在等待处理' : '已提交申请，处理结果会通知您', request)
    },
  }),
]
