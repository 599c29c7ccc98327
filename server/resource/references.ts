/** What a draft points at must exist, and the person must be able to see it: a foreign tenant's record does not exist here. */
import { and, asc } from 'drizzle-orm'
import { listed } from '#model/listed.ts'
import type { Field, Fields } from '#model/fields.ts'
import { isLines, type Resource } from '#model/resource.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { oneOf } from '../db/one-of.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Row } from './hooks.ts'
import { scopeOf } from './scope.ts'
import { tableOf } from '../db/table.ts'
import { areaText, dictionaries, targetNames, targetOf, type Dictionary } from './words.ts'

const values = (value: unknown): string[] =>
  value == null || value === '' ? [] : String(value).split(',').filter(Boolean)

interface Pointer {
  problems: Record<string, string>
  path: string
  field: Field
  target: Resource
  ids: string[]
}

interface Checking {
  /** Limits the check to fields that changed. */
  only?(name: string): boolean
  /** The record as it stands: what it points at already is not judged again, for that may be gone or another tenant's since. */
  before?: Row
  /** Within the transaction that writes the rows: until it ends, nobody deletes what they point at. */
  hold?: boolean
}

/** Answers for each of the rows: `{ parentId: '上级不存在' }`. */
export async function checkReferences(
  db: Database | Tx,
  caller: Caller,
  fields: Fields,
  rows: readonly Row[],
  { only, before, hold = false }: Checking = {},
): Promise<(row: Row) => Readonly<Record<string, string>>> {
  const words = await dictionaries(db)
  const found = new Map<Row, Record<string, string>>()
  const pointers: Pointer[] = []
  const asked = Object.entries(fields).filter(([name, field]) => (!only || only(name)) && pointsSomewhere(field))
  for (const row of rows) {
    const problems: Record<string, string> = {}
    found.set(row, problems)
    for (const [name, field] of asked) {
      if (isLines(field)) {
        for (const [position, line] of ((row[name] as Row[] | null) ?? []).entries())
          for (const [key, of] of Object.entries(field.of))
            look(`${name}.${position}.${key}`, of, key, line, (before?.[name] as Row[] | null) ?? [])
      } else look(name, field, name, row, before ? [before] : [])
    }
    function look(path: string, field: Field, key: string, holder: Row, stood: readonly Row[]) {
      const target = targetOf(field, holder)
      const same = stood.filter((one) => targetOf(field, one) === target)
      const kept = new Set(same.flatMap((one) => values(one[key])))
      const ids = values(holder[key]).filter((id) => !kept.has(id))
      if (!ids.length) return
      const wrong = wrongWord(field, ids, words)
      if (wrong) problems[path] = wrong
      else if (target) pointers.push({ problems, path, field, target, ids })
      else if (field.kind === 'refByType') problems[path] = `请先选择${fields[field.by]?.label ?? '类型'}`
    }
  }
  const seen = await visible(db, caller, pointers, hold)
  for (const { problems, path, field, target, ids } of pointers)
    if (ids.some((id) => !seen.get(target.name)?.has(id))) problems[path] = `${field.label}不存在或无权使用`
  return (row) => found.get(row) ?? {}
}

const pointsSomewhere = (field: Field): boolean =>
  isLines(field) || field.kind === 'area' || field.kind === 'dict' || targetNames(field).length > 0

function wrongWord(field: Field, given: string[], words: ReadonlyMap<string, Dictionary>): string | undefined {
  if (field.kind === 'area')
    return given.some((code) => areaText(code) === undefined) ? `${field.label}没有这个行政区划代码` : undefined
  if (field.kind !== 'dict') return undefined
  const unknown = given.filter((one) => !words.get(field.dict)?.has(one))
  return unknown.length ? `${field.label}没有“${listed(unknown)}”这一项` : undefined
}

async function visible(db: Database | Tx, caller: Caller, pointers: readonly Pointer[], hold: boolean) {
  const byTarget = new Map<string, { target: Resource; ids: Set<string> }>()
  for (const { target, ids } of pointers) {
    const entry = byTarget.get(target.name) ?? { target, ids: new Set<string>() }
    ids.forEach((id) => entry.ids.add(id))
    byTarget.set(target.name, entry)
  }
  const seen = new Map<string, Set<string>>()
  for (const [name, { target, ids }] of byTarget) {
    const table = tableOf(target)
    const found = new Set<string>()
    const all = [...ids]
    for (let from = 0; from < all.length; from += 1000) {
      const asked = db
        .select({ id: table.id })
        .from(table)
        .where(and(oneOf(table.id, all.slice(from, from + 1000)), scopeOf(caller, target)))
      // Records of the contract are deleted with what hangs on them, whoever names them.
      const rows = await (hold && !target.contract ? asked.orderBy(asc(table.id)).for('key share') : asked)
      for (const row of rows as { id: string }[]) found.add(row.id)
    }
    seen.set(name, found)
  }
  return seen
}
