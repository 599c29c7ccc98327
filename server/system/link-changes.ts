/** What was changed of what hangs on a record, in words: which role a person was given, which rights a role lost. */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { listed } from '#model/listed.ts'
import { resources } from '#resources/index.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { oneOf } from '../db/one-of.ts'
import { tableOf } from '../db/table.ts'
import { departRole, permissionDataRule, type dataLog } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Database } from '../kernel/database.ts'
import { list } from '../resource/conditions.ts'
import type { Row } from '../resource/hooks.ts'

/** `{ label: '角色', before: '', after: '运维' }` */
export interface LinkChange {
  label: string
  before: string
  after: string
}

type Logged = Pick<typeof dataLog.$inferSelect, 'id' | 'dataTable' | 'operation' | 'before' | 'dataContent'>

const [roles, departs, menus, tenants] = [
  tableOf(resources.sysRole),
  tableOf(resources.sysDepart),
  tableOf(resources.sysPermission),
  tableOf(resources.sysTenant),
]
const named = {
  role: { of: roles, id: roles.id, name: roles.roleName },
  departRole: { of: departRole, id: departRole.id, name: departRole.roleName },
  depart: { of: departs, id: departs.id, name: departs.departName },
  menu: { of: menus, id: menus.id, name: menus.name },
  rule: { of: permissionDataRule, id: permissionDataRule.id, name: permissionDataRule.ruleName },
  tenant: { of: tenants, id: tenants.id, name: tenants.name },
} satisfies Record<string, { of: PgTable; id: PgColumn; name: PgColumn }>
type Named = keyof typeof named

interface Part {
  label: string
  /** Ids of these, or codes of these; said as it is written otherwise. */
  of?: Named
  codes?: readonly (readonly [code: string, word: string, ...unknown[]])[]
  /** The keys that hold it; `about`: of which role or page the rest tells, whichever side says it. */
  before?: string
  after?: string
  about?: string
}

const same = (label: string, key: string, of?: Named): Part => ({ label, before: key, after: key, ...(of && { of }) })

/** Those of every record, in the order they are read in. */
const PARTS: readonly Part[] = [
  same('租户', 'tenantId', 'tenant'),
  same('角色', 'roleIds', 'role'),
  same('部门', 'departIds', 'depart'),
  same('部门', 'depId', 'depart'),
  { label: '部门角色', of: 'departRole', before: 'oldRoleId', after: 'newRoleId' },
  { label: '菜单', of: 'menu', about: 'permissionId' },
  { label: '增加的权限', of: 'menu', after: 'added' },
  { label: '取消的权限', of: 'menu', before: 'removed' },
  same('数据规则', 'dataRuleIds', 'rule'),
  { label: '管理员', about: 'viewer' },
  { label: '开始时间', about: 'from' },
  { label: '结束时间', about: 'until' },
]
/** A department has roles of its own; of a person the role itself is what was given or taken. */
const OF_DEPART: readonly Part[] = [{ label: '部门角色', of: 'departRole', about: 'roleId' }, ...PARTS]
const OF_PERSON: readonly Part[] = [same('角色', 'roleId', 'role'), ...PARTS]

/** What hangs there is a record of its own, with its fields: a data rule of a menu, a role of a department. */
const OWN: readonly Part[] = [
  same('规则名称', 'ruleName'),
  same('规则字段', 'ruleColumn'),
  same('条件规则', 'ruleConditions'),
  same('规则值', 'ruleValue'),
  { label: '状态', before: 'status', after: 'status', codes: dictionaries.valid_status.items },
  same('角色名称', 'roleName'),
  same('角色编码', 'roleCode'),
  same('备注', 'description'),
]

function partsOf({ dataTable, before, dataContent }: Logged): readonly Part[] {
  if ([before, dataContent].some((row) => (row as Row | null)?.id !== undefined)) return OWN
  return dataTable === resources.sysDepart.table ? OF_DEPART : OF_PERSON
}

/** Ids stand alone, in a list, or joined by commas; other words may have commas of their own. */
const valuesAt = (row: Row | null, key: string | undefined, of: Named | undefined): string[] => {
  const value = key === undefined ? undefined : row?.[key]
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.map(String)
  return of ? list(String(value)) : [String(value)]
}

/** Where rights are taken, what is gone stands with what is new: the log keeps both after the change. */
function sidesOf(part: Part, { before, dataContent }: Logged) {
  const [was, is] = [before as Row | null, dataContent as Row | null]
  const { of, about } = part
  if (about) return { before: [], after: [...valuesAt(is, about, of), ...valuesAt(was, about, of)].slice(0, 1) }
  const gone = part.before === 'removed' ? is : was
  return { before: valuesAt(gone, part.before, of), after: valuesAt(is, part.after, of) }
}

/** What a person left together with a tenant that is not the reader's is none of the reader's business. */
const isElsewhere = ({ before }: Logged, { isAdmin, tenantId }: Caller): boolean => {
  const left = (before as Row | null)?.tenantId
  return !isAdmin && left !== undefined && Number(left) !== tenantId
}

/**
 * By the id of the log's row. What has gone since is called by its id. Of an edit the fields of the record say it themselves.
 */
export async function linkChanges(
  db: Database,
  caller: Caller,
  logged: readonly Logged[],
): Promise<ReadonlyMap<string, LinkChange[]>> {
  const [elsewhere, rows] = [[], []] as [Logged[], Logged[]]
  for (const row of logged) if (row.operation !== 'edit') (isElsewhere(row, caller) ? elsewhere : rows).push(row)
  const all = rows.flatMap((row) => partsOf(row).map((part) => ({ row, part, ...sidesOf(part, row) })))
  const changed = all.filter(({ before, after }) => before.join() !== after.join())
  const names = new Map<string, string>()
  for (const kind of Object.keys(named) as Named[]) {
    const ids = changed.flatMap(({ part, before, after }) => (part.of === kind ? [...before, ...after] : []))
    if (!ids.length) continue
    const { of, id, name } = named[kind]
    const found = await db
      .select({ id, name })
      .from(of)
      .where(oneOf(id, [...new Set(ids)]))
    for (const one of found) names.set(`${kind} ${String(one.id)}`, String(one.name))
  }
  const told = new Map<string, LinkChange[]>(
    elsewhere.map(({ id }) => [id, [{ label: '租户', before: '其他租户', after: '' }]]),
  )
  for (const { row, part, before, after } of changed) {
    const wordOf = (id: string) => part.codes?.find(([code]) => code === id)?.[1] ?? names.get(`${part.of} ${id}`) ?? id
    const words = (ids: readonly string[]) => listed(ids.map(wordOf))
    const change = { label: part.label, before: words(before), after: words(after) }
    told.set(row.id, [...(told.get(row.id) ?? []), change])
  }
  return told
}
