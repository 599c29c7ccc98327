import { freshDatabase, type FreshDatabase } from '../tests/postgres.ts'
import { atEnd } from './closing.ts'
import { postgresServer } from './postgres-server.ts'

export type Kind = 'postgres' | 'embedded'
export const KINDS: readonly Kind[] = ['postgres', 'embedded']

/** An empty database of its own; filling it may take longer than the product allows a statement. */
export async function emptyDatabase(kind: Kind): Promise<FreshDatabase> {
  const server = kind === 'postgres' ? await postgresServer() : undefined
  const database = await freshDatabase(kind, { queryLimitMs: 600_000 }, { server })
  atEnd(() => database.drop())
  // The embedded one belongs to a single process, and that will be the server.
  await database.close()
  return database
}
