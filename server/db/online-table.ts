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
import { inLongTransaction, type Patience } from './long-transaction.ts'
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
const shortOf = (one: string, other: string): string =>
  createHash('sha256').update(`${one}.${other}`).digest('hex').slice(0, 24)

const indexFor = (table: string, column: string): string => `onl_ix_${shortOf(table, column)}`

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

/** How the values of one field become those of the other. */
const conversionOf = (from: UnplacedField, to: UnplacedField): Conversion =>
  typeOf(from) === typeOf(to)
    ? { fits: 'true', becomes: 'c' }
    : (conversions[storedAs(from)]?.[storedAs(to)]?.(to) ?? { fits: 'false', becomes: `null::${typeOf(to)}` })

const on = ({ fits, becomes }: Conversion, column: string): Conversion => {
  const named = (text: string) => text.replace(/\bc\b/g, () => quoted(column))
  // Records that are deleted are converted too, and nobody asks whether they fit.
  return {
    fits: `${quoted(column)} is null or (${named(fits)})`,
    becomes: `case when ${named(fits)} then ${named(becomes)} end`,
  }
}

/** Of the records of all tenants, which the designer need not see: how many have a value that does not become one of the new kind. */
async function unfit(tx: Tx, table: string, fits: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from public.${quoted(table)} where delete_time is null and not (${fits})`),
  )
  return onlyRow(rows).count
}

/** What one column held when a publication that had converted it into the other was taken back. No field's name becomes such a one. */
const heldColumn = (from: string, to: string): string => `held__${shortOf(from, to)}`

/**
 * What a publication is taken back with. What was entered in a field that it had converted stays in its column; beside it is
 * kept what the field holds from which it was converted, so that publishing again can tell what was changed meanwhile.
 */
export function takingBack(last: OnlineDefinition, before: OnlineDefinition): string[] {
  const table = `public.${quoted(onlineName(before.code))}`
  const held = before.fields.flatMap((from) => {
    const to = last.fields.find(({ id }) => id === from.id)
    if (!to || to.column === from.column) return []
    const column = quoted(heldColumn(from.column, to.column))
    return [
      `alter table ${table} add column if not exists ${column} ${typeOf(from)}`,
      `update ${table} set ${column} = ${quoted(from.column)} where ${column} is distinct from ${quoted(from.column)}`,
    ]
  })
  return [...held, ...furnishing(before)]
}

/** From one field's column to the other's over publications that were taken back; undefined when no such way leads there. */
function wayBetween(
  there: ReadonlyMap<string, string>,
  from: OnlineField,
  to: OnlineField,
  over: readonly OnlineField[],
): readonly OnlineField[] | undefined {
  if (there.has(heldColumn(from.column, to.column))) return [from]
  for (const next of over) {
    if (!there.has(heldColumn(from.column, next.column))) continue
    const rest = wayBetween(
      there,
      next,
      to,
      over.filter(({ column }) => column !== next.column),
    )
    if (rest) return [from, ...rest]
  }
  return undefined
}

/** The first field on the way that was changed since it was left decides; a record of which none was keeps what was entered in `to`. */
function comesBack(way: readonly OnlineField[], to: OnlineField): { fits: string; becomes: string; changed: string } {
  const steps = way.map((from, at) => ({
    changed: `${quoted(from.column)} is distinct from ${quoted(heldColumn(from.column, (way[at + 1] ?? to).column))}`,
    ...on(conversionOf(from, to), from.column),
  }))
  const decided = (what: 'fits' | 'becomes', otherwise: string) =>
    `case ${steps.map((one) => `when ${one.changed} then ${one[what]}`).join(' ')} else ${otherwise} end`
  return {
    fits: decided('fits', 'true'),
    becomes: decided('becomes', quoted(to.column)),
    changed: steps.map(({ changed }) => changed).join(' or '),
  }
}

/** Nobody's column yet: `amount`, else `amount_2`, `amount_3`. */
function freeColumn(taken: ReadonlySet<string>, name: string): string {
  for (let number = 1; ; number += 1) {
    const column = number === 1 ? snake(name) : `${snake(name)}_${number}`
    if (!taken.has(column) && !Object.hasOwn(SYSTEM, column)) return column
  }
}

/**
 * `live`: what is published now; `takenBack`: what was until it was taken back, the last one first. Asks the table and changes
 * nothing. A field that is not published goes on where it was last, and a kind it had before with the values it had then.
 */
export async function planOf(
  tx: Tx,
  draft: UnplacedDefinition,
  live: OnlineDefinition | undefined,
  takenBack: readonly OnlineDefinition[],
): Promise<Plan> {
  const table = onlineName(draft.code)
  const there = await columnsThere(tx, table)
  const before = new Map(live?.fields.map((one) => [one.id, one]))
  const owners = new Map(live?.fields.map(({ column, id }) => [column, id]))
  // What another field uses by now is no longer its own.
  const formerOf = ({ id }: UnplacedField): OnlineField[] =>
    takenBack.flatMap(({ fields }) =>
      fields.filter((one) => one.id === id && there?.has(one.column) && (owners.get(one.column) ?? id) === id),
    )
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
  // Nor those of a value that changes its kind or goes: taking back gives it again, or publishing again does.
  for (const { column } of [...(live?.fields ?? []), ...draft.fields.flatMap(formerOf)]) used.add(column)

  for (const one of draft.fields) {
    const type = typeOf(one)
    const former = formerOf(one)
    const was = before.get(one.id) ?? former[0]
    const kept = stays(one)
    if (kept && was) {
      if (was.name !== one.name)
        steps.push({ words: `字段“${was.label}”的字段名由 ${was.name} 改为 ${one.name}，数据不变`, sql: [] })
      if (was.kind !== one.kind) steps.push({ words: `字段“${one.label}”的控件改变，已有的值保留原样`, sql: [] })
      if (was.checkRule !== one.checkRule) steps.push({ words: ruleWords(one), sql: [] })
      placed.push({ ...one, column: kept.column })
      continue
    }
    if (was && !before.has(one.id) && there?.get(was.column) === type) {
      steps.push({ words: `恢复字段“${one.label}”（${one.name}）和它原有的数据`, sql: [] })
      placed.push({ ...one, column: was.column })
      continue
    }
    const left = snake(one.name)
    if (!was && there?.get(left) === type && !used.has(left) && !Object.hasOwn(SYSTEM, left)) {
      used.add(left)
      steps.push({ words: `恢复字段“${one.label}”（${one.name}）和它原有的数据`, sql: [] })
      placed.push({ ...one, column: left })
      continue
    }
    const what = was?.kind === one.kind ? '长度' : '控件'
    const judge = async (fits: string) => {
      const count = await unfit(tx, table, fits)
      if (count) problems.push(`字段“${one.label}”不能改变${what}：有 ${count} 条记录的值不能转换`)
    }
    const [again] = former.flatMap((to) => {
      const way = was && there?.get(to.column) === type && wayBetween(there, was, to, former)
      return way ? [{ ...comesBack(way, to), column: to.column }] : []
    })
    if (was && again) {
      const { fits, becomes, changed } = again
      await judge(fits)
      steps.push({
        words: `字段“${one.label}”恢复它在这种${what}下填写的值，此后修改过的值随之转换；原来的值留在列 ${was.column} 中，撤回后恢复`,
        sql: [`update public.${quoted(table)} set ${quoted(again.column)} = ${becomes} where ${changed}`],
      })
      placed.push({ ...one, column: again.column })
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
    const { fits, becomes } = on(conversionOf(was, one), was.column)
    await judge(fits)
    steps.push({
      words: `字段“${one.label}”改变${what}，已有的值随之转换；原来的值留在列 ${was.column} 中，撤回后恢复`,
      sql: [
        add,
        `update public.${quoted(table)} set ${quoted(column)} = ${becomes} where ${quoted(was.column)} is not null`,
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

const ruleWords = ({ label, checkRule }: UnplacedField): string =>
  checkRule
    ? `字段“${label}”此后填写的值按校验规则“${checkRule}”校验，已有的值不变`
    : `字段“${label}”不再按校验规则校验`

// Any number, the same on every node.
const LOCK = 7_268_211

/** One query when all is there: what a restore brought back has neither indexes nor triggers. */
export async function watchOnlineForms(pool: Pool, patience?: Patience): Promise<void> {
  const { rows } = await pool.query<{ definition: OnlineDefinition }>(`
    select v.definition from online_form f join online_form_version v on v.id = f.live_id
    where f.delete_time is null and to_regclass('public.onl_' || f.code) is not null and not exists (
      select from pg_trigger t where t.tgrelid = to_regclass('public.onl_' || f.code) and t.tgname = 'onl_' || f.code || '_changes')`)
  for (const { definition } of rows) await inLongTransaction(pool, LOCK, furnishing(definition), patience)
}

export const rawStatements = (steps: readonly Step[]): SQL[] =>
  steps.flatMap(({ sql: texts }) => texts.map((text) => sql.raw(text)))
