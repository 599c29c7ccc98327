/** Online forms that are published, as resources. One statement says which version is used, so every node sees a change at once. */
import { and, eq, sql } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { resourceNamed, resources } from '#resources/index.ts'
import { onlineCode, onlineName, onlineResource, type OnlineDefinition } from '#resources/onlineResource.ts'
import { formStates } from '#resources/system/onlineKinds.ts'
import { live } from '../db/live.ts'
import { columnsThere } from '../db/online-table.ts'
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

export async function liveForm(db: Database | Tx, code: string): Promise<LiveForm | undefined> {
  const [form] = await db
    .select({ liveId: forms.liveId })
    .from(forms)
    .where(and(eq(forms.tenantId, 0), eq(forms.code, code), eq(forms.formState, formStates.live), live(forms)))
  if (!form?.liveId) return undefined
  const known = kept.get(form.liveId)
  if (known) return known
  const [version] = await db
    .select({ id: onlineFormVersion.id, definition: onlineFormVersion.definition })
    .from(onlineFormVersion)
    .where(eq(onlineFormVersion.id, form.liveId))
  if (!version) return undefined
  const found = { ...version, resource: onlineResource(version.definition) }
  if (kept.size >= MOST_KEPT) kept.clear()
  giveRules(found.resource, { locksFirst: (tx) => refuseReplaced(tx, found) })
  kept.set(found.id, found)
  return found
}

/** Every form that is published. */
export async function liveForms(db: Database | Tx): Promise<LiveForm[]> {
  const codes = await db
    .select({ code: forms.code })
    .from(forms)
    .where(and(eq(forms.tenantId, 0), eq(forms.formState, formStates.live), live(forms)))
  const found = await Promise.all(codes.map(({ code }) => liveForm(db, String(code))))
  return found.filter((form) => form !== undefined)
}

/** Whoever writes keeps the publication from changing until they are done: another one may keep the same field elsewhere. */
async function refuseReplaced(tx: Tx, { id, definition }: LiveForm): Promise<void> {
  const [form] = await tx
    .select({ liveId: forms.liveId, formState: forms.formState })
    .from(forms)
    .where(and(eq(forms.tenantId, 0), eq(forms.code, definition.code), live(forms)))
    .for('share')
  if (form?.liveId !== id || form.formState !== formStates.live)
    throw conflict(`在线表单“${definition.name}”刚刚重新发布或停用，请重试`)
}

/** The same of a task: its form may have been stopped since it was ordered. */
export async function knownResourceIn(db: Database, name: string | null): Promise<Resource> {
  const resource = await resourceIn(db, name ?? '')
  if (!resource) throw refused('在线表单已停用或已被删除')
  return resource
}

/** Is there a record of this tenant in any online form, published or stopped? */
export async function hasOnlineRecords(tx: Tx, tenantId: number): Promise<boolean> {
  const codes = await tx.select({ code: forms.code }).from(forms).where(live(forms))
  for (const { code } of codes) {
    const table = onlineName(String(code))
    if (!(await columnsThere(tx, table))) continue
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
