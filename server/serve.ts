/** On an open database: migrates, seeds, listens, takes up what was cut off. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost, whyReadOnly, type OpenDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { seed } from './seed/index.ts'
import { startSchedule } from './jobs/schedule.ts'
import { resumes } from './flows.ts'
import { buildProduct, servicesOf, type Outside } from './product.ts'
import type { Settings } from './kernel/settings.ts'
import type { Running } from './start.ts'

const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 2000

/** A server and its PostgreSQL are often started together. Throws why it cannot be reached, after a minute. */
async function answering({ pool }: OpenDatabase, log: Outside['log']): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() > end) throw error
      log.warn({ error: (error as Error).message }, '数据库暂时无法连接，稍后重试')
      await sleep(LOOK_AGAIN_MS)
    }
  }
}

/** Throws what stands in the way; the database stays open. */
export async function serveOn(database: OpenDatabase, settings: Settings, outside: Outside): Promise<Running> {
  const { log } = outside
  /** On a full disk, or behind a failover, the database is read-only: then the server starts with the structure and content it has. */
  const unlessFull = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const readOnly = whyReadOnly(error)
      if (!readOnly) throw error
      log.error(`${readOnly}，以只读方式启动`)
      return otherwise
    }
  }
  await answering(database, log)
  const services = servicesOf(database, settings, outside)
  await unlessFull(() => migrate(database.pool, { log }), [])
  const { accounts, notices } = await unlessFull(() => seed(services, () => import('../demo/index.ts')), {
    accounts: [],
    notices: [],
  })
  for (const notice of notices) log.warn(notice)
  const product = await buildProduct(services)
  const { app } = product
  try {
    // First: what is taken up again may be long, and whoever watches the port would end a server that stays silent.
    await app.listen({ port: settings.port, host: settings.host, listenTextResolver: () => '已开始监听' })
    await services.jobs.start()
    for (const [what, resume] of resumes)
      await resume(services).catch((error: Error) => log.warn({ err: error }, `暂时无法继续未完成的${what}`))
  } catch (error) {
    await product.stop()
    throw error
  }
  const address = app.server.address()
  const schedule = startSchedule(services)
  return {
    port: typeof address === 'object' && address ? address.port : settings.port,
    services,
    accounts,
    async stop() {
      await schedule.stop()
      await product.stop()
      await database.close()
    },
  }
}
