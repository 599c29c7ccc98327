/** 为什么: what stands behind an address of the product, and what its permissions are called. */
import { and, eq } from 'drizzle-orm'
import { permissionOf, type Resource } from '#model/resource.ts'
import { dashboards, isDashboard, type DashboardName } from '#resources/dashboards.ts'
import { resourceNamed, resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { onlineName, onlinePermission, onlineUrl } from '#resources/onlineResource.ts'
import { mayReadReport, reportUrl } from '#resources/system/onlineReport.ts'
import { menuTypes } from '#resources/system/permission.ts'
import { tableOf } from '../db/table.ts'
import { may, type Caller } from '../kernel/caller.ts'
import type { Database } from '../kernel/database.ts'
import { resourceIn } from '../resource/online.ts'
import { boundsOf, scopeOf } from '../resource/scope.ts'
import { menuRows, VERB_LABELS, type MenuRow } from '../seed/menus.ts'
import { reportTables } from './online-reports/own-tables.ts'

/** A permission that something needs. */
export interface Need {
  /** Of what it opens, among the others of its place. */
  name: string
  label: string
  permission: string
  /** What the permission is called. */
  called: string
}

/** What is asked about: a resource, perhaps one record of it; or something that permissions open. */
export type Place =
  { resource: Resource; id?: string } | { label: string; needs: readonly Need[]; scope: readonly string[] }

export const VIEW = '查看'

/** Names of permissions as the product itself declares them: what staff called their menus is not everybody's to know. */
const declared = menuRows()
const titles = new Map(declared.map(({ key, name }) => [key, name]))
const byPermission = new Map<string, MenuRow[]>()
for (const row of declared) if (row.perms) byPermission.set(row.perms, [...(byPermission.get(row.perms) ?? []), row])
const above = ({ parentKey }: MenuRow) => (parentKey && titles.get(parentKey)) ?? ''

/** One right that opens several pages is called by what holds them. */
function declaredName(rows: readonly MenuRow[]): string | undefined {
  const [first, ...others] = rows
  if (!first) return undefined
  if (others.length && above(first)) return above(first)
  return first.menuType === menuTypes.button && above(first) ? `${above(first)} · ${first.name}` : first.name
}

const ownName = (resource: Resource, permission: string): string | undefined => {
  if (permission === permissionOf(resource, 'list')) return resource.label
  const verb = resource.verbs.find((one) => permissionOf(resource, one) === permission)
  return verb && `${resource.label} · ${VERB_LABELS[verb]}`
}

/** 用户提现 · 审核; for an online form by its resource. */
export const nameOf = (permission: string, resource?: Resource): string =>
  declaredName(byPermission.get(permission) ?? []) ?? (resource && ownName(resource, permission)) ?? permission

/** As it stands where it is no encoding: then it names nothing, and nothing is found. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The part of an address below another one. */
const below = (base: string, path: string): string[] | undefined =>
  path.startsWith(`${base}/`)
    ? path
        .slice(base.length + 1)
        .split('/')
        .map(decoded)
    : undefined

const recordAt = (resource: Resource, [id]: readonly string[] = []): Place => ({
  resource,
  ...(id && id !== 'add' && { id }),
})

const needing = (row: MenuRow): Place => ({
  label: row.name,
  needs: [
    {
      name: 'list',
      label: row.menuType === menuTypes.button ? row.name : VIEW,
      permission: row.perms!,
      called: nameOf(row.perms!),
    },
  ],
  scope: row.key === 'page:dataLog' ? ['只列出您可以查看的列表中的记录'] : [],
})

const listNeed = (resource: Resource): Need => {
  const permission = permissionOf(resource, 'list')
  return { name: resource.name, label: resource.label, permission, called: nameOf(permission) }
}

/** Every list that is counted there. */
function board(name: DashboardName): Place {
  const counted = [...new Map(dashboards[name].panels.map(({ resource }) => [resource.name, resource])).values()]
  return {
    label: dashboards[name].title,
    needs: counted.map(listNeed),
    scope: [],
  }
}

const reports = tableOf(resources.onlineReport)

/** A report needs the right to itself, then to the lists it reads; of these it shows the reader's own rows. */
async function report(db: Database, caller: Caller, code: string): Promise<Place | undefined> {
  const [found] = await db
    .select({ name: reports.name, sql: reports.cgrSql, dbSource: reports.dbSource })
    .from(reports)
    .where(and(scopeOf(caller, resources.onlineReport), eq(reports.code, code)))
  if (!found) return undefined
  const own = { name: 'list', label: VIEW, permission: mayReadReport(code), called: found.name }
  const opens = [own.permission, ...['add', 'edit'].map((verb) => permissionOf(resources.onlineReport, verb))]
  // What it reads is not everybody's to know.
  if (!opens.some((permission) => may(caller, permission))) return { label: found.name, needs: [own], scope: [] }
  // A report of a data source reads none of ours. A name that only stands in a text of the SQL costs no more than a line too much.
  const words = new Set(found.dbSource ? [] : found.sql.toLowerCase().match(/\w+/g))
  const read = [...reportTables().values()].filter(({ table }) => words.has(table))
  return {
    label: found.name,
    needs: read.map(listNeed),
    scope: read.flatMap((resource) => boundsOf(caller, resource).map((one) => `${resource.label}：${one.words()}`)),
  }
}

/** What stands behind an address; undefined for one that nobody has, or that staff made up. */
export async function atPath(db: Database, caller: Caller, path: string): Promise<Place | undefined> {
  const [dashboard] = below('/dashboard', path) ?? []
  if (isDashboard(dashboard)) return board(dashboard)
  const [reportCode] = below(reportUrl('').slice(0, -1), path) ?? []
  if (reportCode) return report(db, caller, reportCode)
  const [formCode, ...record] = below(onlineUrl('').slice(0, -1), path) ?? []
  if (formCode) {
    const form = await resourceIn(db, onlineName(formCode))
    return form && recordAt(form, record)
  }
  const at = declared.find(({ url, perms }) => url && perms && (path === url || path.startsWith(`${url}/`)))
  if (!at) return undefined
  const resource = at.key.startsWith('resource:') ? resourceNamed(at.key.slice('resource:'.length)) : undefined
  return resource ? recordAt(resource, below(menuUrl(resource), path)) : needing(at)
}

const [FORM_RIGHT, REPORT_RIGHT] = [onlinePermission(''), mayReadReport('')]

/** What a permission opens, by its code; undefined for one that nobody has. */
export async function behindPermission(db: Database, caller: Caller, permission: string): Promise<Place | undefined> {
  const [row] = byPermission.get(permission) ?? []
  if (row) return { ...needing(row), label: nameOf(permission) }
  if (permission.startsWith(REPORT_RIGHT)) return report(db, caller, permission.slice(REPORT_RIGHT.length))
  const [code = '', verb = ''] = permission.startsWith(FORM_RIGHT) ? permission.slice(FORM_RIGHT.length).split(':') : []
  const form = code ? await resourceIn(db, onlineName(code)) : undefined
  const called = form && ownName(form, permission)
  if (!called) return undefined
  const label = verb === 'list' ? VIEW : VERB_LABELS[verb as keyof typeof VERB_LABELS]
  return { label: called, needs: [{ name: 'list', label, permission, called }], scope: [] }
}
