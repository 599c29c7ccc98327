/**
 * JeecgBoot's clients add page, order and their own bookkeeping to any request. A parameter that cannot change the answer is
 * accepted (design.md §2, Strictness); what would choose, sort or keep something and is not known is refused as ever.
 */
import type { Route } from '../kernel/route.ts'

const HARMLESS = new Set(['pageNo', 'pageSize', 'column', 'order', 'field', 'primaryKey', 'hasQuery'])

/** The parameters on which the answer may depend. */
export function answering({ path, query: schema }: Route, query: Record<string, unknown>): Record<string, unknown> {
  if (!/^\/(sys|online)\//.test(path) || (schema && !('shape' in schema))) return query
  const read = new Set(Object.keys((schema?.shape as object | undefined) ?? {}))
  return Object.fromEntries(Object.entries(query).filter(([name]) => read.has(name) || !HARMLESS.has(name)))
}
