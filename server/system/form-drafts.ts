/** Half-typed forms follow their person: by form and record, for thirty days, the newest. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Field } from '#model/fields.ts'
import { editable, permissionOf, type Resource, knownField } from '#model/resource.ts'
import { onlyRow } from '../db/only-row.ts'
import { allOf } from '../db/all-of.ts'
import { tableOf } from '../db/table.ts'
import { formDraft } from '../db/tables.ts'
import { may, type Caller } from '../kernel/caller.ts'
import type { Database } from '../kernel/database.ts'
import { badInput, forbidden, notFound } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { draftStamp } from '../resource/half-typed.ts'
import { resourceIn } from '../resource/online.ts'
import { idText, maybe } from '../resource/parameters.ts'
import { scopeOf } from '../resource/scope.ts'

const tag = '草稿'
/** Pictures and files are kept by their paths, so this is a long text. */
const MOST_CHARACTERS = 200_000
/** Of one person: nobody goes on with more, and what they hold is in every backup. The oldest go, never what is being typed. */
const MOST_DRAFTS = 50
const where = { resource: idText('resource'), recordId: maybe }

interface Place {
  resource: string
  recordId?: string | undefined
}

/** Only whoever may fill in the form has a draft of it. */
async function formNamed(db: Database, caller: Caller, { resource: name, recordId }: Place): Promise<Resource> {
  const resource = await resourceIn(db, name)
  if (!resource) throw notFound('表单')
  if (!may(caller, permissionOf(resource, recordId ? 'edit' : 'add'))) throw forbidden()
  return resource
}

async function refuseUnseen(db: Database, caller: Caller, resource: Resource, recordId: string): Promise<void> {
  const table = tableOf(resource)
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, recordId), scopeOf(caller, resource)))
  if (!found) throw notFound(resource.label)
}

const mine = (caller: Caller, { resource, recordId = '' }: Place): SQL =>
  allOf(
    eq(formDraft.userId, caller.userId),
    eq(formDraft.tenantId, caller.tenantId),
    eq(formDraft.resource, resource),
    eq(formDraft.recordId, recordId),
  )

/** What may lie here: fields of the form that are shown as they are. Passwords are no fields. */
const isKept = (field: Field): boolean => {
  if (field.kind === 'lines') return !Object.values(field.of).some((part) => 'mask' in part && part.mask)
  return !('mask' in field && field.mask)
}
const keptOf = (resource: Resource, values: Record<string, unknown>) => {
  const names = new Set(editable(resource.fields).filter((name) => isKept(knownField(resource, name))))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

const shown = {
  values: formDraft.values,
  recordVersion: formDraft.recordVersion,
  device: formDraft.device,
  host: formDraft.host,
  time: formDraft.updateTime,
  stamp: draftStamp,
}

export const formDraftRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/draft/one',
    viewable: false,
    permission: 'session',
    summary: '我在一个表单里没有保存的内容；ageMs 为多久以前填写，没有时 result 为 null',
    tag,
    query: z.strictObject(where),
    handler: async ({ services: { db, clock }, caller, query }) => {
      await formNamed(db, caller, query)
      const now = clock.now().toISOString()
      const [found] = await db
        .select({
          ...shown,
          ageMs: sql<number>`extract(epoch from ${now}::timestamptz - ${formDraft.updateTime})::float8 * 1000`,
        })
        .from(formDraft)
        .where(and(mine(caller, query), sql`${formDraft.updateTime} > ${now}::timestamptz - interval '30 days'`))
      return found ?? null
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/draft/save',
    logged: false,
    permission: 'session',
    summary: '保留一个表单里填写的内容；同一表单在别的设备上也填写过时 result.other 说明在哪里、什么时候',
    tag,
    body: z.strictObject({
      ...where,
      values: z.record(z.string().max(64), z.unknown(), { error: '缺少 values' }),
      recordVersion: z.number({ error: 'recordVersion 应为整数' }).int('recordVersion 应为整数').nullish(),
      device: idText('device'),
      /** The draft this device knows; another one was written elsewhere. */
      known: z.string().max(64).nullish(),
    }),
    handler: async ({ services: { db, clock }, caller, body }) => {
      const resource = await formNamed(db, caller, body)
      if (body.recordId) await refuseUnseen(db, caller, resource, body.recordId)
      const values = keptOf(resource, body.values)
      if (JSON.stringify(values).length > MOST_CHARACTERS) throw badInput('内容过长，未能保留草稿')
      return db.transaction(async (tx) => {
        const [before] = await tx.select(shown).from(formDraft).where(mine(caller, body)).for('update')
        const set = {
          values,
          recordVersion: body.recordVersion ?? null,
          device: body.device,
          host: caller.host,
          updateTime: clock.now().toISOString(),
        }
        const written = onlyRow(
          await tx
            .insert(formDraft)
            .values({
              userId: caller.userId,
              tenantId: caller.tenantId,
              resource: body.resource,
              recordId: body.recordId ?? '',
              ...set,
            })
            .onConflictDoUpdate({
              target: [formDraft.userId, formDraft.tenantId, formDraft.resource, formDraft.recordId],
              set,
            })
            .returning({ stamp: shown.stamp }),
        )
        const older = tx
          .select({ at: sql`ctid` })
          .from(formDraft)
          .where(eq(formDraft.userId, caller.userId))
          .orderBy(desc(formDraft.updateTime))
          .offset(MOST_DRAFTS)
        if (!before) await tx.delete(formDraft).where(sql`ctid in ${older}`)
        const other = before && before.device !== body.device && before.stamp !== body.known
        return { stamp: written.stamp, other: other ? { host: before.host, time: before.time } : null }
      })
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/draft/delete',
    logged: false,
    permission: 'session',
    summary: '放弃一个表单里没有保存的内容；带 known 时，别的设备此后填写的不放弃',
    tag,
    query: z.strictObject({ ...where, known: maybe }),
    handler: async ({ services: { db }, caller, query: { known, ...place } }) => {
      await db.delete(formDraft).where(and(mine(caller, place), known ? sql`${shown.stamp} = ${known}` : undefined))
      return said('删除成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/draft/all',
    logged: false,
    permission: 'session',
    summary: '放弃我的全部草稿；device 只放弃那台设备上最后填写的',
    tag,
    query: z.strictObject({ device: maybe }),
    handler: async ({ services: { db }, caller, query: { device } }) => {
      await db
        .delete(formDraft)
        .where(
          and(
            eq(formDraft.userId, caller.userId),
            eq(formDraft.tenantId, caller.tenantId),
            device ? eq(formDraft.device, device) : undefined,
          ),
        )
      return said('删除成功!')
    },
  }),
]
