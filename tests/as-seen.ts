/** A decision as a page sends it: with the version of the record that it shows. */
import { inArray } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import type { Database } from '../server/kernel/database.ts'
import { tableOf } from '../server/db/table.ts'

const decision = (path: string): Resource | undefined =>
  allResources().find((resource) =>
    Object.entries(resource.actions).some(([name, { decide }]) => decide && path === `${resource.path}/${name}`),
  )

/** Adds `version` or `versions` to a decision that does not speak of them; says them itself where a test is about them. */
export async function asSeen(db: Database, path: string, body: unknown): Promise<unknown> {
  const resource = decision(path)
  if (!resource || typeof body !== 'object' || body === null || 'version' in body || 'versions' in body) return body
  const [one, many] = [(body as { id?: unknown }).id, (body as { ids?: unknown }).ids]
  const ids = (Array.isArray(many) ? many : [one]).map(String)
  const table = tableOf(resource)
  const rows = await db.select({ id: table.id, version: table.version }).from(table).where(inArray(table.id, ids))
  // What is not there has none: the server says what is wrong with that.
  const versions = ids.map((id) => Number(rows.find((row) => row.id === id)?.version ?? 0))
  return Array.isArray(many) ? { ...body, versions } : one === undefined ? body : { ...body, version: versions[0] }
}
