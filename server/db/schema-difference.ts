import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { schema } from './schema.ts'

/** What we use of drizzle-kit/api, which is CommonJS and loads a driver only when asked to push. */
interface Snapshot {
  id: string
}
interface Kit {
  generateDrizzleJson(schema: Record<string, unknown>, previousId?: string): Snapshot
  generateMigration(before: Snapshot, after: Snapshot): Promise<string[]>
}
const kit = createRequire(import.meta.url)('drizzle-kit/api') as Kit

const snapshotFile = new URL('./migrations/snapshot.json', import.meta.url)

/** SQL that leads from the migrations in git to what the definitions say now; empty when they agree. */
export async function schemaDifference(): Promise<{ statements: string[]; snapshot: Snapshot; snapshotFile: URL }> {
  const before = await readFile(snapshotFile, 'utf8').then(
    (text) => JSON.parse(text) as Snapshot,
    () => kit.generateDrizzleJson({}),
  )
  const snapshot = kit.generateDrizzleJson(schema, before.id)
  return { statements: await kit.generateMigration(before, snapshot), snapshot, snapshotFile }
}
