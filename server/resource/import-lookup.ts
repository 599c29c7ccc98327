import { and } from 'drizzle-orm'
import type { Lookup } from '#model/kinds/entry.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { knownResource } from '#resources/index.ts'
import { oneOf } from '../db/one-of.ts'
import type { Entry, Peers } from './import-entry.ts'
import { anyOf, namedBy, tellingApart } from './import-header.ts'
import { scopeOf } from './scope.ts'
import { columnOf, tableOf } from '../db/table.ts'
import { areaCode, dictionaries, targetNames } from './words.ts'
import type { Writing } from './write.ts'

/** Words → values for some rows of a sheet: each target is asked once, rows of the same file count as records too. */
export async function lookupFor(
  { tx, caller }: Pick<Writing, 'tx' | 'caller'>,
  resource: Resource,
  entries: readonly Pick<Entry, 'texts'>[],
  peers: Pick<Peers, 'idsOf'>,
): Promise<Lookup> {
  const words = await dictionaries(tx)
  const byText = new Map(
    [...words].map(([code, items]) => [code, new Map([...items].map(([value, text]) => [text, value]))]),
  )
  const wanted = new Map<string, Set<string>>()
  for (const name of resource.excel.import) {
    const field = knownField(resource, name)
    for (const target of targetNames(field)) {
      const texts = wanted.get(target) ?? new Set<string>()
      for (const entry of entries)
        for (const part of (entry.texts[name] ?? '').split(/[,，、;；]/)) if (part.trim()) texts.add(part.trim())
      for (const entry of entries) if (entry.texts[name]) texts.add(entry.texts[name])
      wanted.set(target, texts)
    }
  }
  const found = new Map<string, Map<string, string[]>>()
  for (const [name, texts] of wanted) found.set(name, await idsByTitle({ tx, caller }, knownResource(name), [...texts]))
  // Where a title names one record, a row with the title of a record is that record, or refused.
  const oneATitle = resource.unique.some((set) => set.length === 1 && set[0] === resource.title)
  return {
    dict: (code, text) => (words.get(code)?.has(text) ? text : byText.get(code)?.get(text)),
    area: areaCode,
    record(target, text) {
      const there = found.get(target)?.get(text) ?? []
      const ids =
        target === resource.name && !(oneATitle && there.length)
          ? [...new Set([...there, ...peers.idsOf(text)])]
          : there
      const [id] = ids
      if (id !== undefined && ids.length === 1) return id
      if (!ids.length) return { problem: `没有“${text}”，或无权使用` }
      const others = tellingApart(knownResource(target))
      const instead = others.length ? `请改用${anyOf(knownResource(target), others)}` : '请在页面选择'
      return { problem: `“${text}”有多个同名记录，${instead}` }
    },
  }
}

async function idsByTitle(
  { tx, caller }: Pick<Writing, 'tx' | 'caller'>,
  target: Resource,
  texts: string[],
): Promise<Map<string, string[]>> {
  const table = tableOf(target)
  const byText = new Map<string, Set<string>>()
  for (const column of namedBy(target).map((name) => columnOf(table, name)))
    for (let from = 0; from < texts.length; from += 1000) {
      const rows = await tx
        .select({ id: table.id, text: column })
        .from(table)
        .where(and(oneOf(column, texts.slice(from, from + 1000)), scopeOf(caller, target)))
      for (const { id, text } of rows as { id: string; text: unknown }[])
        byText.set(String(text), (byText.get(String(text)) ?? new Set()).add(id))
    }
  return new Map([...byText].map(([text, ids]) => [text, [...ids]]))
}
