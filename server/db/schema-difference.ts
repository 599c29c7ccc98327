import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { schema } from './schema.ts'

// drizzle-kit's API is CommonJS and loads a driver only when asked to push.
const kit = createRequire(import.meta.url)('drizzle-kit/api') as typeof import('drizzle-kit/api')

const snapshotFile = new URL('./migrations/snapshot.json', import.meta.url)
type Snapshot = ReturnType<typeof kit.generateDrizzleJson>

/** SQL that leads from the migrations in git to what the definitions say now; empty when they agree. */
export async function schemaDifference(): Promise<{ statements: string[]; snapshot: Snapshot; snapshotFile: URL }> {
  const before = await readFile(snapshotFile, 'utf8').then(
    (text) => JSON.parse(text) as Snapshot,
    () => kit.generateDrizzleJson({}),
  )
  const snapshot = kit.generateDrizzleJson(schema, before.id)
  return { statements: await kit.generateMigration(before, snapshot), snapshot, snapshotFile }
}
