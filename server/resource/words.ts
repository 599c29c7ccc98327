/** Codes and ids → the words a person reads: `_dictText` of lists, cells of spreadsheets. */
import { areaList } from '@vant/area-data'
import { and, eq, sql } from 'drizzle-orm'
import { CronError, describeCron } from '#cron/index.ts'
import type { Field, FieldOf } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Worded } from '#model/kinds/kind.ts'
import { switchText } from '#model/kinds/switch/values.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { standing } from '#model/typed.ts'
import { resourceNamed, resources } from '#resources/index.ts'
import { allOn, type Database, type Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import type { Row } from './hooks.ts'
import { namesOf } from './names.ts'
import { PLATFORM } from './scope.ts'
import { tableOf, columnOf } from '../db/table.ts'
import { SYSTEM } from './trace.ts'

export type Dictionary = ReadonlyMap<string, string>

type Dictionaries = ReadonlyMap<string, Dictionary>

const CACHE_MS = 3000
let known: { at: number; dictionaries: Dictionaries } | undefined
/** Of those who hold no connection. Who has connections of their own waits for nobody else's. */
let loading = new WeakMap<Database, Promise<Dictionaries>>()
/** What was asked for before the last change may be older than it. */
let changes = 0

/** Every enabled dictionary: code → value → text. A change on another node is seen within three seconds. */
export async function dictionaries(db: Database | Tx): Promise<Dictionaries> {
  const now = Date.now()
  // What is of later was read before the clock was put back.
  if (known && known.at <= now && now - known.at <= CACHE_MS) return known.dictionaries
  // Whoever holds a connection must not wait for one that somebody else needs: as many as there are would wait for ever.
  if ('rollback' in db) return load(db)
  const mine = loading
  const work = mine.get(db) ?? load(db).finally(() => mine.delete(db))
  mine.set(db, work)
  return work
}
/** Called after a dictionary was written here, and before another database is served. */
export function forgetDictionaries(): void {
  known = undefined
  loading = new WeakMap()
  changes += 1
}

async function load(db: Database | Tx): Promise<Dictionaries> {
  const [at, before] = [Date.now(), changes]
  const found = await loadDictionaries(db)
  if (before === changes) known = { at, dictionaries: found }
  return found
}

async function loadDictionaries(db: Database | Tx) {
  const [dict, item] = [tableOf(resources.sysDict), tableOf(resources.sysDictItem)]
  const rows = await db
    .select({ code: dict.dictCode, value: item.itemValue, text: item.itemText })
    .from(item)
    .innerJoin(dict, eq(dict.id, item.dictId))
    .where(and(live(dict), live(item)))
    .orderBy(item.sortOrder)
  const found = new Map<string, Map<string, string>>()
  for (const { code, value, text } of rows as { code: string; value: string; text: string }[])
    found.set(code, (found.get(code) ?? new Map<string, string>()).set(value, text))
  return found
}

const PROVINCES: Record<string, string> = areaList.province_list
const CITIES: Record<string, string> = areaList.city_list
const COUNTIES: Record<string, string> = areaList.county_list

/** '440305' → 广东省/深圳市/南山区; undefined for a code that does not exist. */
export function areaText(code: string): string | undefined {
  if (!(code in PROVINCES) && !(code in CITIES) && !(code in COUNTIES)) return undefined
  const parts = [PROVINCES[`${code.slice(0, 2)}0000`], CITIES[`${code.slice(0, 4)}00`], COUNTIES[code]]
  return [...new Set(parts.filter(Boolean))].join('/')
}

let areaCodes: Map<string, string> | undefined
/** 广东省/深圳市/南山区, or the code itself → '440305'. */
export function areaCode(text: string): string | undefined {
  areaCodes ??= new Map(
    [PROVINCES, CITIES, COUNTIES].flatMap((codes) => Object.keys(codes).map((code) => [areaText(code) ?? code, code])),
  )
  return areaText(text) === undefined ? areaCodes.get(text.replace(/\s*[/／,，>-]\s*/g, '/')) : text
}

/** The resource whose records the value names; undefined for kinds that name none. */
export const targetOf = (field: Field, row: Row): Resource | undefined =>
  resourceNamed(kindOf(field).names(field, row) ?? '')

/** Names of every resource the field may point at. */
export const targetNames = (field: Field): readonly string[] => kindOf(field).everyName(field)

const values = (value: unknown): string[] =>
  value == null || value === '' ? [] : String(value).split(',').filter(Boolean)

/** What is stored is not what people read. */
export const isWorded = (field: Field): boolean => kindOf(field).worded !== undefined || targetNames(field).length > 0

/** Adds `{field}_dictText` for every field whose value is a code, an id or an expression; absent when the field is empty. */
export async function addWords(db: Database | Tx, resource: Pick<Resource, 'fields'>, rows: Row[]): Promise<void> {
  const fields = Object.entries(resource.fields)
    .filter(([, field]) => isWorded(field))
    .map(([name, field]) => ({ name, field, text: `${name}_dictText` }))
  const persons = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.person ? [name] : [],
  )
  const wanted = fields
    .filter(({ field }) => targetNames(field).length)
    .flatMap(({ name, field }) => rows.map((row) => ({ target: targetOf(field, row), value: row[name] })))
  // Together: what they rest on is asked for once.
  const [titles, words] = await allOn(db, [
    () => titlesOf(db, wanted),
    () => (fields.some(({ field }) => field.kind === 'dict') ? dictionaries(db) : new Map<string, Dictionary>()),
    () => addPeople(db, rows, [...WRITERS, ...persons]),
  ])
  for (const row of rows)
    for (const { name, field, text } of fields) {
      const said = wordOf(field, row, row[name], words, titles)
      if (said !== undefined) row[text] = said
    }
}

/** Columns that hold a user name. */
const WRITERS = ['createBy', 'updateBy'] as const
/** Those who write without being anybody. */
const NOBODY: Dictionary = new Map([
  [SYSTEM, '系统'],
  ['miniapp', '小程序'],
])

/** Who made and changed each row, by real name: one look-up for all of them. */
async function addPeople(db: Database | Tx, rows: Row[], columns: readonly string[]): Promise<void> {
  const asked = new Set(rows.flatMap((row) => columns.flatMap((name) => values(row[name]))))
  for (const name of NOBODY.keys()) asked.delete(name)
  const sort = { table: resources.sysUser.table, by: 'username', look: (names: readonly string[]) => people(db, names) }
  const names = new Map([...(await namesOf(db, sort, [...asked])), ...NOBODY])
  for (const row of rows)
    for (const name of columns) {
      const said = names.get(String(row[name] ?? ''))
      if (said !== undefined) row[`${name}_dictText`] = said
    }
}

/** By user name. Who has left is looked for only when no one of today has the name. */
async function people(db: Database | Tx, usernames: readonly string[]): Promise<Map<string, string>> {
  const table = tableOf(resources.sysUser)
  const found = new Map<string, string>()
  for (const gone of [sql`is null`, sql`is not null`]) {
    const wanted = usernames.filter((name) => !found.has(name))
    if (!wanted.length) break
    const rows = await db
      .select({ username: table.username, realname: table.realname })
      .from(table)
      .where(and(oneOf(table.username, wanted), eq(table.tenantId, PLATFORM), sql`${table.deleteTime} ${gone}`))
    for (const { username, realname } of rows as { username: string; realname: string | null }[])
      if (realname) found.set(username, realname)
  }
  return found
}

/** What a record is called: the name of the other record where that is what names it. */
export async function titleOf(db: Database | Tx, resource: Resource, row: Row): Promise<string> {
  const { title } = resource
  const named = { ...row }
  await addWords(db, { fields: { [title]: knownField(resource, title) } }, [named])
  return String(named[`${title}_dictText`] ?? named[title] ?? named.id)
}

/** The same for the rows of a `lines` field. */
export async function addLineWords(db: Database | Tx, of: FieldOf<'lines'>['of'], rows: Row[]): Promise<void> {
  await addWords(db, { fields: of }, rows)
}

const each = (value: unknown, say: (one: string) => string | undefined): string =>
  values(value)
    .map((one) => say(one) ?? one)
    .join(',')

const wordings: Record<
  Worded,
  (field: Field, value: unknown, words: ReadonlyMap<string, Dictionary>) => string | undefined
> = {
  dictionary: (field, value, words) =>
    each(value, (one) => ('dict' in field ? words.get(field.dict)?.get(one) : undefined)),
  switch: (field, value) => (field.kind === 'switch' ? switchText(field, value) : undefined),
  area: (_, value) => each(value, areaText),
  cron: (_, value) => cronWords(String(value)),
  // What stands in is asked for its own words.
  standIn: () => undefined,
}

type Titles = ReadonlyMap<string, ReadonlyMap<string, string | undefined>>

function wordOf(
  field: Field,
  row: Row,
  value: unknown,
  words: ReadonlyMap<string, Dictionary>,
  titles: Titles,
): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const own = standing(field, row)
  const { worded } = kindOf(own)
  if (worded) return wordings[worded](own, value, words)
  const target = targetOf(field, row)
  if (!target) return undefined
  return each(value, (id) => titles.get(target.name)?.get(id))
}

/** Undefined for what no scheduler would take: it got past us by another door. */
function cronWords(expression: string): string | undefined {
  try {
    return describeCron(expression)
  } catch (error) {
    if (error instanceof CronError) return undefined
    throw error
  }
}

/** Titles of the named records, one query a resource. A title that is itself a reference is followed once. */
async function titlesOf(
  db: Database | Tx,
  wanted: { target: Resource | undefined; value: unknown }[],
): Promise<Titles> {
  const ids = new Map<Resource, Set<string>>()
  for (const { target, value } of wanted) {
    if (!target) continue
    const set = ids.get(target) ?? new Set<string>()
    for (const id of values(value)) set.add(id)
    if (set.size) ids.set(target, set)
  }
  const looks = [...ids].map(([target, set]) => async () => {
    return [target.name, await namesOf(db, titled(db, target), [...set])] as const
  })
  return new Map(await allOn(db, looks))
}

const titled = (db: Database | Tx, target: Resource) => ({
  table: target.table,
  by: 'id',
  async look(ids: readonly string[]) {
    const table = tableOf(target)
    const rows = await db
      .select({ id: table.id, title: columnOf(table, target.title) })
      .from(table)
      .where(oneOf(table.id, ids))
    return new Map((rows as { id: string; title: unknown }[]).map(({ id, title }) => [id, String(title ?? id)]))
  },
})
