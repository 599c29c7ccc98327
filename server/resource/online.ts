/** Online forms that are published, as resources. One statement says which version is used, so every node sees a change at once. */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { summed } from '#model/listed.ts'
import type { Resource } from '#model/resource.ts'
import { resourceNamed, resources } from '#resources/index.ts'
import {
  onlineCode,
  onlineName,
  onlineResource,
  type OnlineDefinition,
  type OnlineField,
} from '#resources/onlineResource.ts'
import { formStates } from '#resources/system/onlineKinds.ts'
import { allOf } from '../db/all-of.ts'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import { onlineFormVersion } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { conflict, refused } from '../kernel/errors.ts'
import { giveRules } from './hooks.ts'

const forms = tableOf(resources.onlineForm)

export interface LiveForm {
  /** Of its version: another publication has another. */
  id: string
  definition: OnlineDefinition
  resource: Resource
}

const MOST_KEPT = 500
/** By version, which never changes. */
const kept = new Map<string, LiveForm>()
const madeOf = new WeakMap<Resource, LiveForm>()

const isLive = (code?: string): SQL =>
  allOf(
    eq(forms.tenantId, 0),
    code === undefined ? undefined : eq(forms.code, code),
    eq(forms.formState, formStates.live),
    live(forms),
  )

function remember(version: { id: string; definition: OnlineDefinition }): LiveForm {
  const found = { ...version, resource: onlineResource(version.definition) }
  if (kept.size >= MOST_KEPT) kept.clear()
  giveRules(found.resource, { locksFirst: (tx) => refuseReplaced(tx, found) })
  kept.set(found.id, found)
  madeOf.set(found.resource, found)
  return found
}

/** What is published where this holds. */
async function published(db: Database | Tx, where: SQL): Promise<LiveForm[]> {
  const rows = await db.select({ id: forms.liveId }).from(forms).where(where)
  return versionsWith(
    db,
    rows.flatMap(({ id }) => (id ? [id] : [])),
  )
}

/** Only what is new here is read. */
async function versionsWith(db: Database | Tx, ids: readonly string[]): Promise<LiveForm[]> {
  const known = ids.flatMap((id) => kept.get(id) ?? [])
  const unread = ids.filter((id) => !known.some((form) => form.id === id))
  if (!unread.length) return known
  const versions = await db
    .select({ id: onlineFormVersion.id, definition: onlineFormVersion.definition })
    .from(onlineFormVersion)
    .where(oneOf(onlineFormVersion.id, unread))
  return [...known, ...versions.map(remember)]
}

export const liveForm = async (db: Database | Tx, code: string): Promise<LiveForm | undefined> =>
  (await published(db, isLive(code)))[0]

/** Every form that is published. */
export const liveForms = (db: Database | Tx): Promise<LiveForm[]> => published(db, isLive())

/** What is published of a form, if anything, which nobody changes until the transaction ends. */
async function held(tx: Tx, code: string) {
  const [form] = await tx
    .select({ liveId: forms.liveId, formState: forms.formState })
    .from(forms)
    .where(and(eq(forms.tenantId, 0), eq(forms.code, code), live(forms)))
    .for('share')
  const [version] = form?.liveId ? await versionsWith(tx, [form.liveId]) : []
  return version && { ...version, isLive: form?.formState === formStates.live }
}

/**
 * Whoever writes keeps the publication from changing until they are done: another one may keep the same field elsewhere. One
 * that takes all they have for what it was takes it from them too.
 */
async function refuseReplaced(tx: Tx, { id, definition }: LiveForm): Promise<void> {
  const now = await held(tx, definition.code)
  if (!now?.isLive) throw conflict(`在线表单“${definition.name}”已停用或撤回`)
  const changes = now.id === id ? [] : changesOf(definition, now.definition)
  if (changes.length) throw conflict(`在线表单“${definition.name}”已重新发布，${summed(changes)}，请重试`)
}

const whatIsWritten = ({ name, kind, required, dictCode, size, checkRule, column }: OnlineField) => ({
  name,
  kind,
  required,
  dictCode,
  size,
  checkRule,
  column,
})

/** Why a record made for one publication is none of the next. */
function changesOf(before: OnlineDefinition, now: OnlineDefinition): string[] {
  const ids = new Set(before.fields.map(({ id }) => id))
  return [
    ...before.fields.flatMap((one) => {
      const next = now.fields.find(({ id }) => id === one.id)
      if (!next) return [`字段“${one.label}”已移除`]
      return isDeepStrictEqual(whatIsWritten(one), whatIsWritten(next)) ? [] : [`字段“${one.label}”的定义已改变`]
    }),
    ...now.fields.flatMap((one) => (one.required && !ids.has(one.id) ? [`新增了必填字段“${one.label}”`] : [])),
    ...(before.scope === now.scope ? [] : ['数据范围已改变']),
    ...(isDeepStrictEqual(before.enhancements, now.enhancements) ? [] : ['增强记录已改变']),
  ]
}

/** The publication that a resource is; undefined where it is none of an online form. */
export const publicationOf = (resource: Resource): string | undefined => madeOf.get(resource)?.id

/** The resource of a task as it was when it was ordered, whatever was published since. */
export async function orderedResourceIn(db: Database, name: string | null, publication?: string): Promise<Resource> {
  const [form] = publication === undefined ? [] : await versionsWith(db, [publication])
  return form?.resource ?? knownResourceIn(db, name)
}

/**
 * For taking back what was written: the form as it is now, also where nobody reaches it any more, and as it was where nothing
 * is published. Nobody changes it until the transaction ends. Any other resource is itself.
 */
export async function presentResource(tx: Tx, resource: Resource): Promise<Resource> {
  const form = madeOf.get(resource)
  return form ? onlineResource((await held(tx, form.definition.code))?.definition ?? form.definition) : resource
}

/** The resource of a task: its form may have been stopped since it was ordered. */
export async function knownResourceIn(db: Database, name: string | null): Promise<Resource> {
  const resource = await resourceIn(db, name ?? '')
  if (!resource) throw refused('在线表单已停用或已被删除')
  return resource
}

/** The tables of all online forms, published or stopped. */
export async function onlineTables(tx: Tx): Promise<string[]> {
  const codes = await tx.select({ code: forms.code }).from(forms).where(live(forms))
  const names = codes.map(({ code }) => onlineName(String(code)))
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from unnest(${sql.param(names)}::text[]) as name where to_regclass('public.' || quote_ident(name)) is not null`,
  )
  return rows.map(({ name }) => name)
}

/** Is there a record of this tenant in any online form, published or stopped? */
export async function hasOnlineRecords(tx: Tx, tenantId: number): Promise<boolean> {
  for (const table of await onlineTables(tx)) {
    const { rows } = await tx.execute(
      sql`select 1 from ${sql.identifier(table)} where tenant_id = ${tenantId} and delete_time is null limit 1`,
    )
    if (rows.length) return true
  }
  return false
}

/** The resource of that name, of the program or of an online form: for names that come from outside. */
export async function resourceIn(db: Database | Tx, name: string): Promise<Resource | undefined> {
  const code = onlineCode(name)
  return code === undefined ? resourceNamed(name) : (await liveForm(db, code))?.resource
}
