/** What the database would do if its tables were large: figures of the planner's own, taken back afterwards. */
import { sql, type SQL } from 'drizzle-orm'
import type { Database, Tx } from '../server/kernel/database.ts'

class TakenBack extends Error {}

/** Every table looks to the planner as if it had a million rows on each of its pages while `look` runs. */
export async function asIfLarge(
  db: Database,
  look: (explain: (query: SQL) => Promise<string>, tx: Tx) => Promise<void>,
) {
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update pg_class set relpages = 1, reltuples = 1000000 where relkind = 'r'
        and relnamespace = 'public'::regnamespace`)
      await look(async (query) => {
        const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }, tx)
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
}
