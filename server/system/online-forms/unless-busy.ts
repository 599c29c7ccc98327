import { sql } from 'drizzle-orm'
import { isLockBusy } from '../../db/sql-state.ts'
import type { Tx } from '../../kernel/database.ts'
import { unavailable } from '../../kernel/errors.ts'

/** A table that somebody exports is waited for no longer; everybody else would stand in line behind us. */
const LOCK_MS = 5000

/** Changes a form and its table while nobody else is at them; a 503 with a sentence says that somebody is. */
export async function unlessBusy<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`))
  try {
    const done = await work()
    await tx.execute(sql.raw('set local lock_timeout to default'))
    return done
  } catch (error) {
    if (isLockBusy(error)) throw unavailable('数据表正在使用中（例如正在导出或发布），请稍后再试')
    throw error
  }
}
