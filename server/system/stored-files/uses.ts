/** Where files are used: by the records that name them, as triggers noted (`server/db/file-triggers.ts`). */
import { and, ne, sql } from 'drizzle-orm'
import { isLines, permissionOf, snake, type Resource } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { oneOf } from '../../db/one-of.ts'
import { fileUse } from '../../db/tables.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { rowsOf } from '../../resource/list.ts'
import { resourceIn } from '../../resource/online.ts'
import { titleOf } from '../../resource/words.ts'

const { sysFile } = resources

/** By table, also those of lines: whose records they are. */
const holders = new Map<string, Resource>(
  allResources().flatMap((resource) => [
    [resource.table, resource] as const,
    ...Object.entries(resource.fields)
      .filter(([, field]) => isLines(field))
      .map(([name]) => [`${resource.table}_${snake(name)}`, resource] as const),
  ]),
)

/** A file kept by hand uses itself: that is no record. */
const byRecords = ne(fileUse.tableName, sysFile.table)

export interface Use {
  resource: string
  label: string
  id: string
  title: string
}

/** The 128 random bits of a path, by which its uses are noted. */
export const keyOf = (path: string): string => /^.*([0-9a-f]{32})/.exec(path)?.[1] ?? ''

/** In how many places each of these files is used, whoever may see them. */
export async function countUses(db: Database | Tx, paths: readonly string[]): Promise<Map<string, number>> {
  const keys = paths.map(keyOf).filter(Boolean)
  if (!keys.length) return new Map()
  const rows = await db
    .select({
      key: fileUse.fileKey,
      count: sql<number>`count(distinct coalesce(${fileUse.mainId}, ${fileUse.rowId}))::int`,
    })
    .from(fileUse)
    .where(and(oneOf(fileUse.fileKey, keys), byRecords))
    .groupBy(fileUse.fileKey)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

const MOST = 200

/** The records that use a file: those this caller sees by name, the others by their number. */
export async function usesOf(
  db: Database | Tx,
  caller: Caller,
  path: string,
): Promise<{ uses: Use[]; hidden: number }> {
  const rows = await db
    .select({ table: fileUse.tableName, rowId: fileUse.rowId, mainId: fileUse.mainId })
    .from(fileUse)
    .where(and(oneOf(fileUse.fileKey, [keyOf(path)]), byRecords))
    .limit(MOST)
  const byHolder = new Map<Resource | undefined, Set<string>>()
  for (const { table, rowId, mainId } of rows) {
    const holder = holders.get(table) ?? (await resourceIn(db, table))
    byHolder.set(holder, (byHolder.get(holder) ?? new Set()).add(mainId ?? rowId))
  }
  const uses: Use[] = []
  let hidden = 0
  for (const [holder, ids] of byHolder) {
    const mayList = holder && may(caller, permissionOf(holder, 'list'))
    const seen = mayList ? await rowsOf(db, caller, holder, [...ids]) : []
    hidden += ids.size - seen.length
    for (const row of seen)
      uses.push({
        resource: holder!.name,
        label: holder!.label,
        id: row.id,
        title: await titleOf(db, holder!, row),
      })
  }
  return { uses, hidden }
}
