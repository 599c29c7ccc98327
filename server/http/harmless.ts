/**
 * JeecgBoot's clients add page, order and their own bookkeeping to any request. A parameter that cannot change the answer is
 * accepted (design.md §2, Strictness); what would choose, sort or keep something and is not known is refused as ever.
 */
import type { Route } from '../kernel/route.ts'

const HARMLESS = new Set(['pageNo', 'pageSize', 'column', 'order', 'field', 'primaryKey', 'hasQuery'])
const OF_THE_CONTRACT = /^\/(sys|online)\//

/** The parameters on which the answer may depend. */
export function answering({ path, query: schema }: Route, query: Record<string, unknown>): Record<string, unknown> {
  if (!OF_THE_CONTRACT.test(path) || (schema && !('shape' in schema))) return query
  const read = new Set(Object.keys((schema?.shape as object | undefined) ?? {}))
  return Object.fromEntries(Object.entries(query).filter(([name]) => read.has(name) || !HARMLESS.has(name)))
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
/** As `joinParamsToUrl` writes it; undefined for what has no one way to be written. */
const asWritten = (value: unknown): string | undefined =>
  isPlain(value) || (Array.isArray(value) && value.every(isPlain)) ? String(value) : undefined

/**
 * Without what the body says as well, word for word: the newer client writes some parameters into both (`joinParamsToUrl`).
 * Where they differ, the one in the address is unknown as ever; so it is where nobody has signed in, because an address is
 * written down on its way.
 */
export function saidOnce(
  { path, permission, query: reads, body: taken }: Route,
  query: Record<string, unknown>,
  body: unknown,
): Record<string, unknown> {
  if (reads || !taken || permission === 'public' || !OF_THE_CONTRACT.test(path)) return query
  if (typeof body !== 'object' || body === null) return query
  const said = body as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => !Object.hasOwn(said, name) || asWritten(said[name]) !== value),
  )
}
