/** Databases to try the server with, and clients of them. */
import { cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startServer, type Log, type RunningServer, type ServerOptions } from '../src/index.ts'
import { programOf } from './program.ts'

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const GIGABYTE = 1024 ** 3

/** In memory where the machine has enough of it: most files of tests are only copied and removed. */
export const temporary = ((memory) => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 2 * GIGABYTE ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
})('/dev/shm')

export interface Opened {
  server: RunningServer
  pool: pg.Pool
  close(): Promise<void>
}

export type Opening = Omit<Partial<ServerOptions>, 'folder'> & { poolSize?: number }

export async function open(folder: string, { poolSize = 6, ...options }: Opening = {}): Promise<Opened> {
  const program = options.program ?? (() => programOf('src/pglite-process.ts'))
  const server = await startServer({ log: silent, ...options, program, folder })
  const pool = new pg.Pool({ ...server.connection(), max: poolSize, idleTimeoutMillis: 0 })
  pool.on('error', () => undefined)
  return {
    server,
    pool,
    async close() {
      await pool.end()
      await server.stop()
    },
  }
}

let template: Promise<string> | undefined

/** initdb takes three seconds, a copy of its result a tenth of one. */
async function makeTemplate() {
  const folder = mkdtempSync(join(temporary, 'pglite-template-'))
  await (await open(folder)).close()
  return folder
}

/** A folder with an empty database, closed. */
export async function fill(folder: string): Promise<void> {
  cpSync(join(await (template ??= makeTemplate()), 'pgdata'), join(folder, 'pgdata'), { recursive: true })
}

export async function removeTemplate(): Promise<void> {
  const made = await template
  // Another file of the same worker makes its own.
  template = undefined
  if (made) rmSync(made, { recursive: true, force: true })
}
