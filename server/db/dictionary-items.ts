import { and, asc, eq } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database } from '../kernel/database.ts'
import { live } from './live.ts'
import { tableOf } from './table.ts'

/** One choice, under every name the contract's clients look for. */
export interface DictItem {
  value: string
  text: string
  title: string
  label: string
  color: string | null
}

const dicts = tableOf(resources.sysDict)
const items = tableOf(resources.sysDictItem)

/** Every dictionary with its enabled items in their order: what a client keeps after login. */
export async function allDictItems(db: Database): Promise<Record<string, DictItem[]>> {
  const rows = (await db
    .select({
      code: dicts.dictCode,
      value: items.itemValue,
      text: items.itemText,
      color: items.itemColor,
    })
    .from(items)
    .innerJoin(dicts, eq(dicts.id, items.dictId))
    .where(and(live(items), live(dicts), eq(items.status, 1)))
    .orderBy(asc(dicts.dictCode), asc(items.sortOrder), asc(items.id))) as {
    code: string
    value: string
    text: string
    color: string | null
  }[]
  const found: Record<string, DictItem[]> = {}
  for (const { code, value, text, color } of rows)
    (found[code] ??= []).push({ value, text, title: text, label: text, color })
  return found
}
