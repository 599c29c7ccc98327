/**
 * JeecgBoot's clients add page, order and their own bookkeeping to any request. A parameter that cannot change the answer is
 * accepted (design.md §2, Strictness); what would choose, sort or keep something and is not known is refused as ever.
 */
import type { Route } from '../kernel/route.ts'

const HARMLESS = new Set([
  'pageNo',
  'pageSize',
  'column',
  'order',
  'field',
  'primaryKey',
  'hasQuery',
  // Says of values that were chosen that they are joined by commas, which a filter reads as several anyway.
  'isMultiTranslate',
])

/** The parameters on which the answer may depend. */
export function answering({ path, query: schema }: Route, query: Record<string, unknown>): Record<string, unknown> {
  if (!/^\/(sys|online)\//.test(path) || (schema && !('shape' in schema))) return query
  const read = new Set(Object.keys((schema?.shape as object | undefined) ?? {}))
  return Object.fromEntries(Object.entries(query).filter(([name]) => read.has(name) || !HARMLESS.has(name)))
}

/**
 * Without what the body says as well, word for word: the newer client writes the parameters of a PUT or DELETE into both
 * (`joinParamsToUrl`). Where they differ, the one in the address is unknown as ever.
 */
export function saidOnce(query: Record<string, unknown>, body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return query
  const said = body as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => !Object.hasOwn(said, name) || String(said[name]) !== value),
  )
}
