import { inArray } from 'drizzle-orm'
import type { DictionaryItem } from '#model/choices.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import { insertMany } from '../db/bulk.ts'
import type { Part } from './part.ts'
import { seedId } from './seed-id.ts'

interface Dictionary {
  name: string
  items: readonly DictionaryItem[]
}
const all: [code: string, dictionary: Dictionary][] = Object.entries(dictionaries)
const itemKey = (code: string, value: string) => `${code}=${value}`

export const dictionariesPart: Part = {
  name: 'dictionaries',
  declared: Object.fromEntries(
    all.flatMap(([code, { items }]) => [code, ...items.map(([value]) => itemKey(code, value))]).map((key) => [key, '']),
  ),
}

export async function seedDictionaries(tx: Tx, isNew: (key: string) => boolean): Promise<void> {
  const [dict, item] = [tableOf(resources.sysDict), tableOf(resources.sysDictItem)]
  await insertMany(
    tx,
    dict,
    all
      .filter(([code]) => isNew(code))
      .map(([code, { name }]) => ({
        id: seedId('dict', code),
        dictCode: code,
        dictName: name,
        type: 0,
        delFlag: 0,
        createBy: 'system',
      })),
  )
  const withNew = all.filter(([code, { items }]) => items.some(([value]) => isNew(itemKey(code, value))))
  if (!withNew.length) return
  // Staff may have made a dictionary of that code before we shipped one: then our items join theirs.
  const rows = (await tx
    .select({ id: dict.id, code: dict.dictCode })
    .from(dict)
    .where(
      inArray(
        dict.dictCode,
        withNew.map(([code]) => code),
      ),
    )) as { id: string; code: string }[]
  const ids = new Map(rows.map((row) => [row.code, row.id]))
  await insertMany(
    tx,
    item,
    withNew.flatMap(([code, { items }]) =>
      items.flatMap(([value, text, color], index) =>
        isNew(itemKey(code, value))
          ? {
              id: seedId('dictItem', code, value),
              dictId: ids.get(code),
              itemValue: value,
              itemText: text,
              itemColor: color,
              sortOrder: index + 1,
              status: 1,
              createBy: 'system',
            }
          : [],
      ),
    ),
  )
}
