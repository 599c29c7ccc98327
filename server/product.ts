/** The product put together: the outside it stands on, and the app on top. Whoever starts it, starts it here. */
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from './db/connect.ts'
import { buildApp, type AppOptions } from './app.ts'
import { makeChats } from './chat/set-up.ts'
import { PretendDevices } from './business/device/pretend-devices.ts'
import { openFiles } from './files/open.ts'
import type { Route } from './kernel/route.ts'
import { bossQueue } from './jobs/boss.ts'
import { jobHandlers } from './flows.ts'
import { makeLeases } from './jobs/lease.ts'
import { programOf } from './kernel/programs.ts'
import { reach } from './kernel/reach.ts'
import { PretendPay } from './money/pretend-pay.ts'
import { paidByBooks } from './money/statement.ts'
import { pretendSms } from './notify/sms.ts'
import { LIST_LIMITS } from './resource/list-limits.ts'
import { productRoutes } from './routes.ts'
import type { Services } from './kernel/services.ts'
import type { Settings } from './kernel/settings.ts'
import { Traffic } from './kernel/traffic.ts'
import { forgetDictionaries } from './resource/words.ts'
import { stopTasks } from './tasks/run.ts'

/** What a caller may pass in instead of the usual; the log has no usual. */
export type Outside = Pick<Services, 'log'> &
  Partial<Omit<Services, 'db' | 'pool' | 'kept' | 'readOnly' | 'settings' | 'jobs' | 'leases' | 'traffic'>>

export function servicesOf(
  { db, pool, kept, readOnly, embedded }: Pick<OpenDatabase, 'db' | 'pool' | 'kept' | 'readOnly' | 'embedded'>,
  settings: Settings,
  { log, clock = { now: () => new Date() }, ...given }: Outside,
): Services {
  // What a process remembers of dictionaries is of the database that it had before.
  forgetDictionaries()
  const services: Services = {
    ...{ db, pool, kept, readOnly, settings, log, clock },
    traffic: new Traffic(),
    files: given.files ?? openFiles(settings),
    // Files of strangers are read in a process of their own.
    sheetReader: given.sheetReader ?? (() => programOf('packages/sheets/src/reading-process.ts')),
    pay: given.pay ?? new PretendPay(undefined, undefined, undefined, paidByBooks(db), () => clock.now()),
    device: given.device ?? new PretendDevices(),
    sms: given.sms ?? pretendSms(log, !settings.production),
    reach: given.reach ?? reach,
    lists: given.lists ?? LIST_LIMITS,
    // Who signs in through a chat waits for its tokens.
    chats: given.chats ?? makeChats(settings, { db: kept.db, clock, log }),
    leases: makeLeases({ pool, shared: !embedded, log }),
    jobs: bossQueue({
      pool,
      shared: !embedded,
      log,
      clock,
      handlers: () => jobHandlers().map(({ job, run }) => ({ job, run: (data) => run(services, data) })),
    }),
  }
  return services
}

/** So long have requests under way to end. */
const DRAIN_MS = 4000

export interface Product {
  app: FastifyInstance
  /** Ends requests, tasks and the queue, in this order; the database stays open. */
  stop(): Promise<void>
}

export interface ProductOptions extends Omit<AppOptions, 'routes'> {
  /** Beside the product's own. */
  moreRoutes?: readonly Route[]
}

/** On a database that is migrated and seeded. Nothing listens yet and no job runs until `services.jobs.start()`. */
export async function buildProduct(
  services: Services,
  { moreRoutes = [], ...options }: ProductOptions = {},
): Promise<Product> {
  const app = await buildApp(services, { routes: [...productRoutes(), ...moreRoutes], ...options })
  return {
    app,
    async stop() {
      // Whoever reads or sends nothing any more would hold up the end for ever.
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      await app.close().catch((error: Error) => services.log.warn({ err: error }, '关闭服务时出错'))
      clearTimeout(late)
      await stopTasks(services)
      await services.jobs.stop().catch((error: Error) => services.log.warn({ err: error }, '停止任务队列时出错'))
    },
  }
}
