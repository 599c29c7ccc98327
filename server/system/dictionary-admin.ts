/** Administration of dictionaries beyond the generated verbs (contract.md §6.7): what must stay, value check, recycle bin. */
import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DictionaryItem } from '#model/choices.ts'
import type { Field } from '#model/fields.ts'
import { isLines, type Wire } from '#model/resource.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { allResources, resources } from '#resources/index.ts'
import { onlineName, type OnlineField } from '#resources/onlineResource.ts'
import { itemStates } from '#resources/system/dictionary.ts'
import { onlineKinds } from '#resources/system/onlineKinds.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { hookOf } from '../resource/hooks.ts'
import { live } from '../db/live.ts'
import { quoted } from '../db/table-list.ts'
import { onlineFormVersion } from '../db/tables.ts'
import { lineTablesOf, tableOf } from '../db/table.ts'
import { trace } from '../resource/trace.ts'
import { wireRow } from '../resource/wire.ts'
import { PLATFORM } from '../resource/scope.ts'
import { naming, pointersOf } from '../resource/write.ts'
import { forgetDictionaries } from '../resource/words.ts'
import { idText, maybe, someIds } from '../resource/parameters.ts'

const tag = '数据字典'
const dicts = tableOf(resources.sysDict)
const items = tableOf(resources.sysDictItem)
const { onlineForm, onlineReport } = resources
const [forms, reports] = [tableOf(onlineForm), tableOf(onlineReport)]

/** By code: what fields of the product name, and what is in it. */
const shipped = new Map<string, readonly DictionaryItem[]>(
  Object.entries(dictionaries).map(([code, { items }]) => [code, items]),
)
/** Those that people choose from somewhere: there what is switched off is offered no more. */
const chosenFrom = new Set(
  allResources()
    .flatMap(({ fields, actions }) => [fields, ...Object.values(actions).map(({ input = {} }) => input)])
    .flatMap((fields) => Object.values(fields))
    .flatMap((field) => (isLines(field) ? Object.values(field.of) : [field]))
    .flatMap((field) => (field.kind === 'dict' && !field.readOnly ? [field.dict] : [])),
)
/** Those whose values only rules set, whether they are offered or not: only dictionaries made of `choices` have a code. */
const decidedOn = new Set<string>(
  Object.entries(dictionaries).flatMap(([code, made]) => ('code' in made && !chosenFrom.has(code) ? [code] : [])),
)

/** A field of another kind may still have the code of a dictionary it was once chosen from. */
const CHOSEN: OnlineField['kind'][] = [onlineKinds.dict, onlineKinds.dicts]
const ofForm = and(eq(forms.id, onlineFormVersion.formId), live(forms))
const mentions = (code: string) =>
  or(
    ...CHOSEN.map(
      (kind) =>
        sql`${onlineFormVersion.definition} -> 'fields' @> ${JSON.stringify([{ kind, dictCode: code }])}::jsonb`,
    ),
  )

/** What an administrator made that names the dictionary; undefined when nothing does. */
async function namedBy(tx: Tx, caller: Caller, code: string): Promise<string | undefined> {
  const { fields } = lineTablesOf(onlineForm)
  const [draft] = await tx
    .select({ form: forms.name, label: fields.label })
    .from(fields)
    .innerJoin(forms, and(eq(forms.id, fields.mainId), live(forms)))
    .where(and(eq(fields.dictCode, code), inArray(fields.kind, CHOSEN)))
    .limit(1)
  if (draft) return `在线表单“${draft.form}”的字段“${draft.label}”`
  // Also one from before the last: taking that back brings it again.
  const [version] = await tx
    .select({ form: forms.name, number: onlineFormVersion.number })
    .from(onlineFormVersion)
    .innerJoin(forms, ofForm)
    .where(and(isNull(onlineFormVersion.takenBackTime), mentions(code)))
    .orderBy(desc(onlineFormVersion.number))
    .limit(1)
  if (version) return `在线表单“${version.form}”的第 ${version.number} 版`
  const columns = lineTablesOf(onlineReport).items
  const [report] = await tx
    .select({ name: reports.name, tenantId: reports.tenantId })
    .from(columns)
    .innerJoin(reports, and(eq(reports.id, columns.mainId), live(reports)))
    .where(eq(columns.dictCode, code))
    .orderBy(desc(eq(reports.tenantId, caller.tenantId)))
    .limit(1)
  if (!report) return undefined
  // A dictionary is everybody's, a report its tenant's.
  return report.tenantId === caller.tenantId ? `在线报表“${report.name}”` : '其他租户的在线报表'
}

export const saveDict = hookOf(resources.sysDict, {
  async check({ tx, caller, before, after }) {
    if (!before || before.dictCode === after.dictCode) return
    if (shipped.has(before.dictCode)) return { dictCode: '系统内置字典的编号不能修改' }
    const user = await namedBy(tx, caller, before.dictCode)
    if (user) return { dictCode: `${user}使用编号“${before.dictCode}”，不能修改` }
  },
  beforeDelete: ({ tx, caller, row }) => refuseNeeded(tx, caller, row),
})

async function refuseNeeded(tx: Tx, caller: Caller, row: Wire<typeof resources.sysDict>): Promise<void> {
  if (shipped.has(row.dictCode))
    throw refused(`系统内置字典不能删除，可以${decidedOn.has(row.dictCode) ? '修改' : '停用'}其中的字典项`)
  const user = await namedBy(tx, caller, row.dictCode)
  if (user) throw refused(`字典“${row.dictName}”被${user}使用，不能删除`)
}

/** Nobody counts further to say no. */
const MOST_COUNTED = 1000

/** Records of the product that hold the value. */
async function heldByProduct(tx: Tx, code: string, value: string): Promise<string | undefined> {
  const isChosen = (field: Field) => field.kind === 'dict' && field.dict === code && !field.computed
  // The index of a field begins with the tenant.
  const tenants = sql`any(array(select id::int from ${tableOf(resources.sysTenant)}) || ${PLATFORM}::int)`
  for (const resource of allResources())
    for (const { label, column, multiple, lines } of pointersOf(resource, isChosen)) {
      const isNumber = column.getSQLType() === 'integer'
      if (isNumber && !/^-?\d{1,9}$/.test(value)) continue
      const table = tableOf(resource)
      const held = multiple
        ? sql`${value} = any(string_to_array(${column}, ','))`
        : eq(column, isNumber ? Number(value) : value)
      const query = tx.select({ one: sql`1` }).from(table)
      const joined = lines ? query.innerJoin(lines, eq(lines.mainId, table.id)) : query
      const found = await joined
        .where(and(sql`${table.tenantId} = ${tenants}`, held, live(table)))
        .limit(MOST_COUNTED + 1)
      if (!found.length) continue
      const count = found.length > MOST_COUNTED ? `${MOST_COUNTED} 多` : found.length
      return `${count} 条${resource.label}在“${label}”中使用它`
    }
  return undefined
}

/** A form that was published and whose records hold the value. A report takes its values from wherever its SQL says. */
async function heldBy(tx: Tx, code: string, value: string): Promise<string | undefined> {
  const versions = await tx
    .select({ form: forms.name, definition: onlineFormVersion.definition })
    .from(onlineFormVersion)
    .innerJoin(forms, and(ofForm, eq(forms.liveId, onlineFormVersion.id)))
    .where(mentions(code))
  for (const { form, definition } of versions)
    for (const field of definition.fields)
      if (
        field.dictCode === code &&
        CHOSEN.includes(field.kind) &&
        (await holds(tx, onlineName(definition.code), field, value))
      )
        return `在线表单“${form}”的数据在“${field.label}”中使用它`
  return undefined
}

async function holds(tx: Tx, table: string, { column, kind }: OnlineField, value: string): Promise<boolean> {
  const kept = sql.raw(quoted(column))
  const held = kind === onlineKinds.dicts ? sql`${value} = any(string_to_array(${kept}, ','))` : sql`${kept} = ${value}`
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select exists (select 1 from public.${sql.raw(quoted(table))} where delete_time is null and ${held}) as found`,
  )
  return onlyRow(rows).found
}

type Item = Wire<typeof resources.sysDictItem>

/** Whose item it is, and whether it came with the product. */
async function originOf(tx: Tx, { dictId, itemValue }: Item): Promise<{ code: string; isOurs: boolean } | undefined> {
  const [dict] = await tx.select({ code: dicts.dictCode }).from(dicts).where(eq(dicts.id, dictId))
  if (!dict) return undefined
  return { code: dict.code, isOurs: Boolean(shipped.get(dict.code)?.some(([value]) => value === itemValue)) }
}

/** Why an item keeps its value; undefined when it need not. */
async function whyKept(tx: Tx, item: Item): Promise<string | undefined> {
  const origin = await originOf(tx, item)
  if (!origin) return undefined
  if (origin.isOurs) return '它属于系统内置字典'
  return (await heldByProduct(tx, origin.code, item.itemValue)) ?? heldBy(tx, origin.code, item.itemValue)
}

/** Records get the value all the same, and then it would have no name in filters and no colour in lists. */
async function isAlwaysOn(tx: Tx, item: Item): Promise<boolean> {
  const origin = await originOf(tx, item)
  return Boolean(origin?.isOurs && decidedOn.has(origin.code))
}

export const saveDictItem = hookOf(resources.sysDictItem, {
  async check({ tx, before, after }) {
    const changed = (['itemValue', 'dictId'] as const).find((name) => before && before[name] !== after[name])
    const reason = changed && before && (await whyKept(tx, before))
    if (reason)
      return { [changed]: `“${before.itemText}”的${resources.sysDictItem.fields[changed].label}不能修改，${reason}` }
    const switchedOff = before?.status === itemStates.on && after.status !== itemStates.on
    if (switchedOff && (await isAlwaysOn(tx, before)))
      return { status: `“${before.itemText}”不能停用，业务规则要用到它；可以修改名称` }
  },
  async beforeDelete({ tx, row }) {
    const reason = await whyKept(tx, row)
    const instead = reason && ((await isAlwaysOn(tx, row)) ? '可以修改名称' : '可以停用')
    if (reason) throw refused(`字典项“${row.itemText}”不能删除，${reason}；${instead}`)
  },
})

const params = z.strictObject({ id: idText() })
const binned = sql`${dicts.deleteTime} is not null`

type Doing = Pick<Call, 'services' | 'caller'>

/** All or none: another one may have the code of one by now. */
async function bringBack({ services: { db }, caller }: Doing, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of ids) {
      const [deleted] = await tx
        .select()
        .from(dicts)
        .where(and(eq(dicts.id, id), binned))
        .for('update')
      if (!deleted) throw notFound('字典')
      const row = onlyRow(
        await naming(tx, resources.sysDict, [deleted], () =>
          tx
            .update(dicts)
            .set({ deleteTime: null, version: sql`${dicts.version} + 1` })
            .where(eq(dicts.id, id))
            .returning(),
        ),
      )
      const after = wireRow(resources.sysDict, row)
      await trace(tx, caller, resources.sysDict, [{ operation: '还原', id, version: after.version, after }])
    }
  })
  forgetDictionaries()
}

async function deleteForGood({ services: { db }, caller }: Doing, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of ids) {
      const [row] = await tx
        .delete(dicts)
        .where(and(eq(dicts.id, id), binned))
        .returning()
      if (!row) throw notFound('字典')
      await tx.delete(items).where(eq(items.dictId, id))
      const before = wireRow(resources.sysDict, row)
      // Whoever names it finds no other of its code.
      const [other] = await tx.select({ id: dicts.id }).from(dicts).where(eq(dicts.dictCode, before.dictCode)).limit(1)
      if (!other) await refuseNeeded(tx, caller, before)
      await trace(tx, caller, resources.sysDict, [{ operation: '彻底删除', id, version: before.version + 1, before }])
    }
  })
  forgetDictionaries()
}

export const dictionaryAdminRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/dictItem/dictItemCheck',
    permission: 'system:dict:list',
    summary: '字典项的值是否可用',
    tag,
    query: z.strictObject({ dictId: idText('dictId'), itemValue: idText('itemValue'), id: maybe }),
    handler: async ({ services: { db }, query: { dictId, itemValue, id } }) => {
      const [found] = await db
        .select({ id: items.id })
        .from(items)
        .where(
          and(eq(items.dictId, dictId), eq(items.itemValue, itemValue), live(items), id ? ne(items.id, id) : undefined),
        )
      if (found) throw refused('该值不可用，系统中已存在！')
      return said('该值可用！')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/dict/deleteList',
    permission: 'system:dict:deleteRecycleBin',
    summary: '字典回收站',
    tag,
    handler: async ({ services: { db } }) => {
      const rows = await db.select().from(dicts).where(binned).orderBy(desc(dicts.deleteTime)).limit(1000)
      return rows.map((record) => ({ ...wireRow(resources.sysDict, record), delFlag: 1 }))
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/dict/back/:id',
    permission: 'system:dict:deleteRecycleBin',
    summary: '还原字典',
    tag,
    params,
    handler: async ({ services, caller, params: { id } }) => {
      await bringBack({ services, caller }, [id])
      return said('操作成功!')
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/dict/putRecycleBin',
    permission: 'system:dict:deleteRecycleBin',
    summary: '批量还原字典，全部或一个不还原',
    tag,
    body: z.strictObject({ ids: someIds() }),
    handler: async ({ services, caller, body: { ids } }) => {
      await bringBack({ services, caller }, ids)
      return said('还原成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/dict/deletePhysic/:id',
    permission: 'system:dict:deleteRecycleBin',
    summary: '彻底删除字典',
    tag,
    params,
    handler: async ({ services, caller, params: { id } }) => {
      await deleteForGood({ services, caller }, [id])
      return said('删除成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/dict/deleteRecycleBin',
    permission: 'system:dict:deleteRecycleBin',
    summary: '批量彻底删除字典，全部或一个不删',
    tag,
    query: z.strictObject({ ids: someIds() }),
    handler: async ({ services, caller, query: { ids } }) => {
      await deleteForGood({ services, caller }, ids)
      return said('删除成功!')
    },
  }),
]
