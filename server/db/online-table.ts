/**
 * Tables of online forms: what must be done to one so that it holds what a definition says. Columns are only ever added:
 * a field that is removed leaves its column where it is, so that taking a publication back loses nothing.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql, type SQL } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Stored } from '#model/kinds/kind.ts'
import { snake } from '#model/resource.ts'
import {
  onlineFieldOf,
  onlineName,
  holdsFiles,
  searchedBy,
  type OnlineDefinition,
  type OnlineField,
} from '#resources/onlineResource.ts'
import type { Tx } from '../kernel/database.ts'
import { countingChanges } from './change-triggers.ts'
import { notingFiles } from './file-triggers.ts'
import { inLongTransaction } from './long-transaction.ts'
import { onlyRow } from './only-row.ts'
import { quoted } from './table-list.ts'

/** One change of the table, as an administrator reads it and as the database does. */
export interface Step {
  words: string
  sql: readonly string[]
}

/** What a form says of a field before it is published: where it is kept is decided then. */
export type UnplacedField = Omit<OnlineField, 'column'>
export type UnplacedDefinition = Omit<OnlineDefinition, 'fields'> & { fields: readonly UnplacedField[] }

export interface Plan {
  definition: OnlineDefinition
  steps: readonly Step[]
  /** Why it cannot be published, each a sentence that names the field. */
  problems: readonly string[]
}

/** Columns of every table, as `server/db/table.ts` has them. */
const SYSTEM: Readonly<Record<string, string>> = {
  id: 'text primary key',
  tenant_id: 'integer not null default 0',
  sys_org_code: 'text',
  create_by: 'text',
  create_time: 'timestamp(3) with time zone not null default now()',
  update_by: 'text',
  update_time: 'timestamp(3) with time zone',
  version: 'integer not null default 1',
  delete_time: 'timestamp(3) with time zone',
}

const TYPES: Partial<Record<Stored, (field: Field) => string>> = {
  text: () => 'text',
  whole: () => 'integer',
  real: (field) => `numeric(18,${'scale' in field ? field.scale : 0})`,
  hundredths: () => 'bigint',
  date: () => 'date',
  moment: () => 'timestamp(3) with time zone',
}

const storedAs = (one: UnplacedField): Stored => {
  const field = onlineFieldOf({ ...one, column: '' })
  return kindOf(field).stored(field)
}

/** As PostgreSQL prints it. */
function typeOf(one: UnplacedField): string {
  const type = TYPES[storedAs(one)]
  if (!type) throw new Error(`An online form cannot keep ${one.kind}`)
  return type(onlineFieldOf({ ...one, column: '' }))
}

/** Column → type; undefined when there is no such table. */
export async function columnsThere(tx: Tx, table: string): Promise<Map<string, string> | undefined> {
  const { rows } = await tx.execute<{ name: string; type: string }>(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = to_regclass('public.' || ${table}) and a.attnum > 0 and not a.attisdropped`)
  return rows.length ? new Map(rows.map(({ name, type }) => [name, type])) : undefined
}

/** Also what a backup brings back: the columns that every table has, then those it names. */
export const createStatement = (table: string, columns: readonly { name: string; type: string }[]): string =>
  `create table public.${quoted(table)} (${[
    ...Object.entries(SYSTEM).map(([name, type]) => `${name} ${type}`),
    ...columns.filter(({ name }) => !Object.hasOwn(SYSTEM, name)).map(({ name, type }) => `${quoted(name)} ${type}`),
  ].join(', ')})`

// Names of two long fields would be cut to the same one.
const indexFor = (table: string, column: string): string =>
  `onl_ix_${createHash('sha256').update(`${table}.${column}`).digest('hex').slice(0, 24)}`

const indexStatement = (table: string, column: string): string =>
  `create index if not exists ${indexFor(table, column)} on public.${quoted(table)} (tenant_id, ${quoted(column)}, id) where delete_time is null`

/** Indexes and triggers, which may be made anew at any time: after a restore they are missing. */
export function furnishing(definition: OnlineDefinition): string[] {
  const table = onlineName(definition.code)
  const files = definition.fields.filter(({ kind }) => holdsFiles(kind))
  const fields = Object.fromEntries(files.map((one) => [one.name, onlineFieldOf(one)]))
  const searched = definition.fields.filter(searchedBy).map(({ column }) => column)
  return [
    ...['create_time', 'sys_org_code', ...searched].map((column) => indexStatement(table, column)),
    countingChanges(table),
    notingFiles(table, fields),
  ]
}

/** How values of one type become those of another: which can, and what they become. The column is `c`. */
interface Conversion {
  fits: string
  becomes: string
}
const NUMBER = (digits: string) => `c ~ '^-?[0-9]{1,12}(\\.[0-9]${digits})?$'`
const LARGEST = 2_147_483_647

const conversions: Partial<Record<Stored, Partial<Record<Stored, (to: UnplacedField) => Conversion>>>> = {
  text: {
    whole: () => ({ fits: "c ~ '^-?[0-9]{1,9}$'", becomes: 'c::integer' }),
    real: ({ size }) => ({ fits: NUMBER(`{1,${size || 1}}`), becomes: 'c::numeric' }),
    hundredths: () => ({ fits: NUMBER('{1,2}'), becomes: '(c::numeric * 100)::bigint' }),
  },
  whole: {
    text: () => ({ fits: 'true', becomes: 'c::text' }),
    real: () => ({ fits: 'true', becomes: 'c::numeric' }),
    hundredths: () => ({ fits: 'true', becomes: 'c::bigint * 100' }),
  },
  real: {
    text: () => ({ fits: 'true', becomes: 'c::text' }),
    whole: () => ({ fits: `c = trunc(c) and abs(c) <= ${LARGEST}`, becomes: 'c::integer' }),
    real: ({ size }) => ({ fits: `c = round(c, ${size ?? 2}) and abs(c) < 1e12`, becomes: 'c' }),
    hundredths: () => ({ fits: 'c = round(c, 2)', becomes: '(c * 100)::bigint' }),
  },
  hundredths: {
    text: () => ({ fits: 'true', becomes: '(c / 100.0)::numeric(18,2)::text' }),
    real: ({ size }) => ({
      fits: `c / 100.0 = round(c / 100.0, ${size ?? 2}) and abs(c / 100.0) < 1e12`,
      becomes: 'c / 100.0',
    }),
    whole: () => ({ fits: `c % 100 = 0 and abs(c / 100) <= ${LARGEST}`, becomes: '(c / 100)::integer' }),
    hundredths: () => ({ fits: 'true', becomes: 'c' }),
  },
  date: {
    text: () => ({ fits: 'true', becomes: 'c::text' }),
    moment: () => ({ fits: 'true', becomes: 'c::timestamp with time zone' }),
  },
  moment: { text: () => ({ fits: 'true', becomes: "to_char(c, 'YYYY-MM-DD HH24:MI:SS')" }) },
}

const on = ({ fits, becomes }: Conversion, column: string): Conversion => {
  const named = (text: string) => text.replace(/\bc\b/g, () => quoted(column))
  return { fits: named(fits), becomes: named(becomes) }
}

/** Of the records of all tenants, which the designer need not see: how many have a value that does not become one of the new kind. */
async function unfit(tx: Tx, table: string, column: string, fits: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql.raw(
      `select count(*)::int as count from public.${quoted(table)}
       where delete_time is null and ${quoted(column)} is not null and not (${fits})`,
    ),
  )
  return onlyRow(rows).count
}

/** Nobody's column yet: `amount`, else `amount_2`, `amount_3`. */
function freeColumn(taken: ReadonlySet<string>, name: string): string {
  for (let number = 1; ; number += 1) {
    const column = number === 1 ? snake(name) : `${snake(name)}_${number}`
    if (!taken.has(column) && !Object.hasOwn(SYSTEM, column)) return column
  }
}

/** `live`: what is published now. Asks the table and changes nothing. */
export async function planOf(tx: Tx, draft: UnplacedDefinition, live: OnlineDefinition | undefined): Promise<Plan> {
  const table = onlineName(draft.code)
  const there = await columnsThere(tx, table)
  const before = new Map(live?.fields.map((one) => [one.id, one]))
  const taken = new Set(there?.keys() ?? [])
  const steps: Step[] = []
  const problems: string[] = []
  const used = new Set<string>()
  const placed: OnlineField[] = []
  const added: { name: string; type: string }[] = []
  const to = `alter table public.${quoted(table)} add column`

  const addColumn = (one: UnplacedField, type: string): string => {
    const column = freeColumn(taken, one.name)
    taken.add(column)
    added.push({ name: column, type })
    return column
  }

  // A field that stays where it is; nobody else may take its column.
  const stays = (one: UnplacedField): OnlineField | undefined => {
    const was = before.get(one.id)
    return was && there?.get(was.column) === typeOf(one) ? was : undefined
  }
  // Nor those of a value that changes its kind or goes: taking back gives it again.
  for (const { column } of live?.fields ?? []) used.add(column)

  for (const one of draft.fields) {
    const type = typeOf(one)
    const was = before.get(one.id)
    const kept = stays(one)
    if (kept && was) {
      if (was.name !== one.name)
        steps.push({ words: `字段“${was.label}”的字段名由 ${was.name} 改为 ${one.name}，数据不变`, sql: [] })
      if (was.kind !== one.kind) steps.push({ words: `字段“${one.label}”的控件改变，已有的值保留原样`, sql: [] })
      placed.push({ ...one, column: kept.column })
      continue
    }
    const left = snake(one.name)
    if (!was && there?.get(left) === type && !used.has(left) && !Object.hasOwn(SYSTEM, left)) {
      used.add(left)
      steps.push({ words: `恢复字段“${one.label}”（${one.name}）和它原有的数据`, sql: [] })
      placed.push({ ...one, column: left })
      continue
    }
    const column = addColumn(one, type)
    used.add(column)
    placed.push({ ...one, column })
    if (!there) continue
    const add = `${to} ${quoted(column)} ${type}`
    if (!was || !there.has(was.column)) {
      steps.push({ words: `新增字段“${one.label}”（${one.name}）`, sql: [add] })
      continue
    }
    const found = conversions[storedAs(was)]?.[storedAs(one)]?.(one)
    const conversion = found && on(found, was.column)
    const count = await unfit(tx, table, was.column, conversion?.fits ?? 'false')
    if (count) problems.push(`字段“${one.label}”不能改变控件：有 ${count} 条记录的值不能转换`)
    steps.push({
      words: `字段“${one.label}”改变控件，已有的值随之转换；原来的值留在列 ${was.column} 中，撤回后恢复`,
      sql: [
        add,
        ...(conversion
          ? [
              `update public.${quoted(table)} set ${quoted(column)} = case when ${conversion.fits} then ${conversion.becomes} end where ${quoted(was.column)} is not null`,
            ]
          : []),
      ],
    })
  }

  const names = new Set(draft.fields.map(({ id }) => id))
  for (const was of live?.fields ?? [])
    if (!names.has(was.id))
      steps.push({ words: `移除字段“${was.label}”（${was.name}）：数据留在列 ${was.column} 中，撤回后恢复`, sql: [] })

  const definition: OnlineDefinition = { ...draft, fields: placed }
  const furnished = furnishing(definition)
  if (!there) {
    const whole = `新建数据表 ${table}，共 ${placed.length} 个字段：${placed.map(({ label }) => label).join('、')}`
    steps.unshift({ words: whole, sql: [createStatement(table, added), ...furnished] })
  } else if (!isDeepStrictEqual(live, definition)) {
    const searched = new Set(definition.fields.filter(searchedBy).map(({ column }) => column))
    const idle = (live?.fields ?? []).filter((one) => searchedBy(one) && !searched.has(one.column))
    steps.push({
      words: '更新列表、查询条件、表单、索引和文件引用',
      sql: [...idle.map(({ column }) => `drop index if exists public.${indexFor(table, column)}`), ...furnished],
    })
  }
  return { definition, steps, problems }
}

// Any number, the same on every node.
const LOCK = 7_268_211

/** One query when all is there: what a restore brought back has neither indexes nor triggers. */
export async function watchOnlineForms(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ definition: OnlineDefinition }>(`
    select v.definition from online_form f join online_form_version v on v.id = f.live_id
    where f.delete_time is null and to_regclass('public.onl_' || f.code) is not null and not exists (
      select from pg_trigger t where t.tgrelid = to_regclass('public.onl_' || f.code) and t.tgname = 'onl_' || f.code || '_changes')`)
  for (const { definition } of rows) await inLongTransaction(pool, LOCK, furnishing(definition))
}

export const rawStatements = (steps: readonly Step[]): SQL[] =>
  steps.flatMap(({ sql: texts }) => texts.map((text) => sql.raw(text)))
