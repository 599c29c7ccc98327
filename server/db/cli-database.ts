import { openDatabase, type OpenOptions } from './connect.ts'
import type { Log } from '../kernel/ports/log.ts'

export const commandLog: Log = {
  info: () => undefined,
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

/** Where the environment says the data are: the same settings as the server's. */
export const placesOfEnvironment = () => ({
  databaseUrl: process.env['DATABASE_URL'] || undefined,
  dataDir: process.env['DATA_DIR'] || './data',
  timeZone: process.env['TZ'] || 'Asia/Shanghai',
})

export const databaseOfEnvironment = (options: Partial<OpenOptions> = {}) =>
  openDatabase({ ...placesOfEnvironment(), log: commandLog, poolSize: 1, ...options })

/** Runs a command to its end; its error becomes one line and exit code 1. */
export async function runCommand(work: () => Promise<string>) {
  try {
    console.log(await work())
    process.exit(0)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
