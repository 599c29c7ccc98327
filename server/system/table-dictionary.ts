/** Dictionaries that are tables: `sys_user,realname,username[,condition]`. */
import { and, asc, desc, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { hasPart } from '../db/held-text.ts'
import { allOf } from '../db/all-of.ts'
import type { Database } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, refused } from '../kernel/errors.ts'
import { list, readValue, type Column } from '../resource/conditions.ts'
import { conditionOf, entryNamed, type Entry } from './catalogue.ts'
import type { DictItem } from '../db/dictionary-items.ts'

const MOST = 1000

export interface TableDictionary {
  entry: Entry
  text: Column
  code: Column
  where: SQL
}

export const isTable = (name: string) => name.includes(',')

export function tableDictionary(caller: Caller, name: string): TableDictionary {
  const parts = name.split(',')
  const [table, text, code] = parts.map((part) => part.trim())
  // A condition may hold commas of its own.
  const condition = parts.slice(3)
  if (!table || !text || !code) throw refused('字典Code格式不正确！')
  const entry = entryNamed(caller, table)
  return {
    entry,
    text: entry.column(text),
    code: entry.column(code),
    where: allOf(entry.scope, conditionOf(entry, condition.join(','))),
  }
}

const asText = (column: AnyPgColumn) => sql<string>`${column}::text`

export const choice = (value: unknown, text: unknown, color: string | null = null): DictItem => {
  const shown = String(text ?? value ?? '')
  return { value: String(value ?? ''), text: shown, title: shown, label: shown, color }
}

async function rows(
  db: Database,
  { entry, text, code }: TableDictionary,
  where: SQL | undefined,
  order: SQL[],
  page: { size: number; offset: number },
) {
  const found = await db
    .select({ value: code.column, text: text.column })
    .from(entry.table)
    .where(where)
    .orderBy(...order, asc(entry.table.id))
    .limit(page.size)
    .offset(page.offset)
  return found.map((row) => choice(row.value, row.text))
}

export const allChoices = (db: Database, dictionary: TableDictionary): Promise<DictItem[]> =>
  rows(db, dictionary, dictionary.where, [asc(dictionary.text.column)], { size: MOST, offset: 0 })

const ORDER = /\[orderby:(\w+)(?:,(asc|desc))?\]$/i

export interface Search {
  keyword?: string | undefined
  pageNo?: number | undefined
  pageSize?: number | undefined
}

/** Text or code contain the keyword; with a comma it is a list of exact codes. */
export function searchChoices(
  db: Database,
  dictionary: TableDictionary,
  search: Search,
  chosenFirst = false,
): Promise<DictItem[]> {
  const { entry, text, code } = dictionary
  const given = search.keyword ?? ''
  const order = ORDER.exec(given)
  const keyword = given.replace(ORDER, '').trim()
  const chosen = keyword.includes(',') || (chosenFirst && keyword) ? list(keyword).slice(0, MOST) : undefined
  const matching = chosen
    ? inArray(asText(code.column), chosen)
    : keyword
      ? or(hasPart(asText(text.column), keyword), hasPart(asText(code.column), keyword))
      : undefined
  const by = order?.[1] ? entry.column(order[1]).column : text.column
  const direction = order?.[2]?.toLowerCase() === 'desc' ? desc(by) : asc(by)
  const page = pageIn(search)
  if (chosenFirst && chosen) return rows(db, dictionary, dictionary.where, [sql`${matching!} desc`, direction], page)
  return rows(db, dictionary, and(dictionary.where, matching), [direction], page)
}

function pageIn({ pageNo = 1, pageSize = MOST }: Search) {
  return { size: Math.min(pageSize, MOST), offset: (pageNo - 1) * pageSize }
}

/** Texts of codes in their order; unknown ones are dropped, or returned as they are. */
export async function textsOf(
  db: Database,
  dictionary: TableDictionary,
  codes: string[],
  dropUnknown: boolean,
): Promise<string[]> {
  const { entry, text, code, where } = dictionary
  if (codes.length > MOST) throw badInput(`一次最多 ${MOST} 个值`)
  const known = codes.filter((one) => fits(code, one))
  const found = known.length
    ? await db
        .select({ value: asText(code.column), text: text.column })
        .from(entry.table)
        .where(and(where, inArray(asText(code.column), known)))
    : []
  const texts = new Map(found.map((row) => [row.value, String(row.text ?? row.value)]))
  return codes.flatMap((one) => texts.get(one) ?? (dropUnknown ? [] : [one]))
}

function fits(column: Column, text: string): boolean {
  try {
    readValue(column, text)
    return true
  } catch {
    return false
  }
}
