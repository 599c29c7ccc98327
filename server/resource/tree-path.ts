/** Where in its tree a record belongs, by the names above it: found by a search it stands without them. */
import { inArray, sql } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { allOf } from '../db/all-of.ts'
import { columnOf, tableOf } from '../db/table.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Services } from '../kernel/services.ts'
import type { Row } from './hooks.ts'
import { scopeOf } from './scope.ts'

/** A record of the tree: the one it belongs to, and its name. */
export interface Branch {
  parent: string | null
  title: string
}

const BETWEEN = ' / '

/** 系统管理 / 用户管理, the outermost first; empty at the top. */
export function pathAbove(parent: string | null | undefined, branchOf: (id: string) => Branch | undefined): string {
  const names: string[] = []
  const seen = new Set<string>()
  for (let id = parent; id && !seen.has(id);) {
    seen.add(id)
    const branch = branchOf(id)
    if (branch) names.unshift(branch.title)
    id = branch?.parent
  }
  return names.join(BETWEEN)
}

/** `parentPath` of rows of a tree, as far up as this reader sees it; one query for all of them. */
export async function addParentPaths(
  { services, caller }: { services: Pick<Services, 'db'>; caller: Caller },
  resource: Resource,
  rows: readonly Row[],
): Promise<void> {
  const name = resource.tree?.parent
  if (!name) return
  const parents = [...new Set(rows.map((row) => row[name]).filter((id) => typeof id === 'string' && id !== ''))]
  if (!parents.length) return
  const table = tableOf(resource)
  const [parent, title] = [columnOf(table, name), columnOf(table, resource.title)]
  const scope = scopeOf(caller, resource)
  const found = await services.db.execute<{ id: string; parent: string | null; title: string }>(sql`
    with recursive above (id, parent, title) as (
      select ${table.id}, ${parent}, ${title} from ${table} where ${allOf(scope, inArray(table.id, parents))}
      union
      select ${table.id}, ${parent}, ${title} from ${table} join above on ${table.id} = above.parent where ${scope})
    select * from above`)
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  for (const row of rows) {
    const path = pathAbove(row[name] as string | null, (id) => byId.get(id))
    if (path) row.parentPath = path
  }
}
