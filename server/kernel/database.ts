import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'

/** Drizzle on either database; a transaction is one too. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

/** The connections behind it; undefined for a transaction, which sees what nobody else does. */
export const poolOf = (db: Database | Tx): Pool | undefined => ('$client' in db ? (db.$client as Pool) : undefined)

type Answers<Works extends readonly (() => unknown)[]> = { [At in keyof Works]: Awaited<ReturnType<Works[At]>> }
/** Side by side; within a transaction one after the other, because its connection takes one statement at a time. */
export async function allOn<const Works extends readonly (() => unknown)[]>(
  db: Database | Tx,
  works: Works,
): Promise<Answers<Works>> {
  if (poolOf(db)) return (await Promise.all(works.map((work) => work()))) as Answers<Works>
  const answers: unknown[] = []
  for (const work of works) answers.push(await work())
  return answers as Answers<Works>
}
