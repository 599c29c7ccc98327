import type { Pool } from 'pg'

/** What `work` answers, and the texts of all statements that the pool was given meanwhile, whoever gave them. */
export async function statementsOf<T>(
  pool: Pool,
  work: () => Promise<T>,
): Promise<{ answer: T; statements: string[] }> {
  const query = pool.query
  const statements: string[] = []
  pool.query = ((...args: unknown[]) => {
    const [text] = args as [string | { text: string }]
    statements.push(typeof text === 'string' ? text : text.text)
    return (query as (...all: unknown[]) => unknown).apply(pool, args)
  }) as typeof pool.query
  try {
    return { answer: await work(), statements }
  } finally {
    pool.query = query
  }
}
