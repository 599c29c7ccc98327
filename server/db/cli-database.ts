import { openDatabase, type Log, type OpenOptions } from './connect.ts'

const log: Log = {
  info: () => undefined,
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

/** The database the environment names: the same settings as the server's. */
export const databaseOfEnvironment = (options: Partial<OpenOptions> = {}) =>
  openDatabase({
    databaseUrl: process.env['DATABASE_URL'] || undefined,
    dataDir: process.env['DATA_DIR'] || './data',
    timeZone: process.env['TZ'] || 'Asia/Shanghai',
    log,
    poolSize: 1,
    ...options,
  })

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
