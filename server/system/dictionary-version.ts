/** One word that changes with every change of a dictionary, so that clients can ask cheaply whether theirs is still good. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Database } from '../kernel/database.ts'
import { tableOf } from '../db/table.ts'
import { allDictItems, type DictItem } from '../db/dictionary-items.ts'

/** Additions move the greatest id, edits and deletions the sum of versions, removals for good the count. */
const parts = (name: 'sysDict' | 'sysDictItem') => {
  const table = tableOf(resources[name])
  return sql`(select count(*) || '.' || coalesce(sum(${table.version}), 0) || '.' || coalesce(max(${table.id}), '') || '.' || count(${table.deleteTime}) from ${table})`
}

export async function dictVersion(db: Database): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select md5(${parts('sysDict')} || '|' || ${parts('sysDictItem')}) as version`,
  )
  return onlyRow(rows).version
}

const kept = new WeakMap<Database, { version: string; items: Record<string, DictItem[]> }>()

export async function dictItemsOf(db: Database): Promise<{ version: string; items: Record<string, DictItem[]> }> {
  const version = await dictVersion(db)
  const known = kept.get(db)
  if (known?.version === version) return known
  const read = { version, items: await allDictItems(db) }
  kept.set(db, read)
  return read
}
