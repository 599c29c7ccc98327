/** A backup of everything: the database, and beside it the uploads that lie in a folder. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { backup } from './backup.ts'
import { backupUploads, type Uploads } from './backup-uploads.ts'
import { embeddedFolder, openDatabase, type OpenDatabase, type OpenOptions } from './connect.ts'
import type { Log } from '../kernel/ports/log.ts'
import { copyEmbedded } from './embedded-copy.ts'
import { restore } from './restore.ts'
import { needRoom, type Room } from './room-on-disk.ts'

/** What is backed up. */
export interface Source extends Room {
  databaseUrl?: string
  dataDir: string
  timeZone: string
  /** The folder of the uploads; absent where a bucket keeps them, which has means of its own. */
  uploads?: string
}

export interface Taken {
  tables: number
  rows: number
  uploads?: Uploads
  /** Files whose content the database wants to be there, where uploads are backed up. */
  named: number
  /** The paths of those that are not among the uploads. Some may have been removed since the database was read. */
  missing: string[]
}

export const BACKUP_WORK = 'backup-work-'
const LOOK_MS = 2000
/** Whoever works in a folder says so at every look; one that is silent for so long was left by somebody who was killed. */
const LEFT_BEHIND_MS = 600_000

/** Writes `file`, and `file.uploads` where there are uploads. Nobody waits for it, whichever database it is. */
export async function takeBackup(source: Source, file: string, log: Log): Promise<Taken> {
  const { tables, rows, named } = await reading(source, log, async ({ pool }) => {
    const foot = await backup(pool, file, source)
    return { ...foot, named: new Set(source.uploads ? await namedFiles(pool) : []) }
  })
  const taken = { tables, rows, named: named.size }
  if (!source.uploads) return { ...taken, missing: [] }
  const uploads = await backupUploads(source.uploads, file, source, (path) => named.delete(path))
  return { ...taken, uploads, missing: [...named] }
}

/** Those with a going time were removed on purpose, or will be. */
async function namedFiles(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ path: string }>('select path from sys_file where going_time is null')
  return rows.map(({ path }) => path)
}

/** A server has snapshots. The embedded database has not, so its files are copied while it runs, and the copy is read. */
async function reading<T>(source: Source, log: Log, read: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir, timeZone } = source
  if (databaseUrl) return using({ databaseUrl, dataDir, timeZone, log, poolSize: 1 }, read)
  return inWorkFolder(source, async (work) => {
    await copyEmbedded(embeddedFolder(dataDir), embeddedFolder(work), source)
    return usingThrowAway(work, source, log, read)
  })
}

const throwAway = (dataDir: string, timeZone: string, log: Log): OpenOptions => ({
  ...{ dataDir, timeZone, log },
  poolSize: 1,
  // Whatever an upgrade makes of it, nobody waits here.
  queryLimitMs: 2 ** 31 - 1,
  embedded: { throwAway: true },
})

async function using<T>(options: OpenOptions, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Gives up when the disk gets full. */
async function usingThrowAway<T>(work: string, source: Source, log: Log, read: (database: OpenDatabase) => Promise<T>) {
  let full: unknown
  try {
    return await using(throwAway(work, source.timeZone, log), async (database) => {
      const looking = setInterval(() => {
        needRoom(work, 0, source).catch((error: unknown) => {
          if (full) return
          full = error
          void database.close()
        })
      }, LOOK_MS)
      try {
        return await read(database)
      } finally {
        clearInterval(looking)
      }
    })
  } catch (error) {
    throw full ?? error
  }
}

const mine = new Set<string>()

async function inWorkFolder<T>({ dataDir }: Source, work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true })
  removeWork(dataDir)
  const folder = mkdtempSync(join(dataDir, BACKUP_WORK))
  mine.add(folder)
  const saying = setInterval(() => utimesSync(folder, new Date(), new Date()), LOOK_MS)
  try {
    return await work(folder)
  } finally {
    clearInterval(saying)
    rmSync(folder, REMOVING)
    mine.delete(folder)
  }
}

// The database in it may still be writing its last words.
const REMOVING = { recursive: true, force: true, maxRetries: 5 } as const

/** What others left who were killed. */
export function removeWork(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const left = join(dataDir, name)
    if (name.startsWith(BACKUP_WORK) && Date.now() - statSync(left).mtimeMs > LEFT_BEHIND_MS) rmSync(left, REMOVING)
  }
}

/** For whoever has to end in the middle. */
export function removeOwnWork(): void {
  for (const folder of mine) rmSync(folder, REMOVING)
}

/**
 * Restores a backup into an embedded database that is thrown away afterwards, whichever database it came from: every row is
 * read back and compared. Throws what is wrong.
 */
export async function tryRestoring(file: string, source: Source, log: Log): Promise<void> {
  await inWorkFolder(source, (work) => usingThrowAway(work, source, log, ({ pool }) => restore(pool, file)))
}
