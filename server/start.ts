/** From settings to a product that answers. */
import { openDatabase } from './db/connect.ts'
import { refuseTakenPort } from './free-port.ts'
import type { Outside } from './product.ts'
import type { Account } from './seed/index.ts'
import type { Services } from './kernel/services.ts'
import type { Settings } from './kernel/settings.ts'

export interface Running {
  port: number
  services: Services
  /** Whose passwords may be shown to whoever started it. */
  accounts: readonly Account[]
  /** Drains and closes everything, the database last. */
  stop(): Promise<void>
}

/**
 * The product itself, read while the database opens in a process of its own: each takes a second and more. Imported before,
 * it would come first.
 */
const loadProduct = () => import('./serve.ts')

/** Throws what stands in the way, with nothing left open. */
export async function startProduct(settings: Settings, outside: Outside): Promise<Running> {
  const { log, clock } = outside
  await refuseTakenPort(settings)
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    timeZone: settings.timeZone,
    poolSize: settings.databasePool,
    log,
    embedded: {
      // A failure is thrown below.
      onBegun: () => void loadProduct().catch(() => undefined),
      ...(clock && { aheadMs: clock.now().getTime() - Date.now() }),
    },
  })
  try {
    const { serveOn } = await loadProduct().catch((error: Error) => {
      // A fault of the program, whose place is all that helps.
      log.fatal({ err: error }, '程序无法启动')
      throw error
    })
    return await serveOn(database, settings, outside)
  } catch (error) {
    log.debug({ err: error }, '启动失败')
    await database.close().catch(() => undefined)
    throw error
  }
}
