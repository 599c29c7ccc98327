import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:fs'
import { whileCopying } from '@voltdesk/pglite-server'
import { needRoom, type Room } from './room-on-disk.ts'

/** What PostgreSQL makes anew when it opens the copy; the same as `pg_basebackup` leaves out. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*)$/
const CONTROL = join('global', 'pg_control')
const WAL = 'pg_wal'
const TRIES = 3
/** The copy and what it grows by when it is opened. */
const GROWS = 1.5

/**
 * Copies the files of the embedded database while others write to it, without asking anything of it: nobody waits. Opened,
 * the copy recovers to the moment at which its log was copied, as after a power cut. That holds because every page that
 * changed since the last checkpoint stands whole in the log (`full_page_writes`) and a log record is written before its
 * page: the pages first, the log last. With a checkpoint in between the log may have begun anew, so the copy does too;
 * `pg_control` tells, and checksums find a page that is none.
 */
export async function copyEmbedded(folder: string, to: string, room: Room): Promise<void> {
  const [from, into] = [join(folder, 'pgdata'), join(to, 'pgdata')]
  const size = await sizeOf(from).catch(() => {
    throw new Error(`${from} 里没有数据库`)
  })
  await mkdir(to, { recursive: true, mode: 0o700 })
  await needRoom(to, GROWS * size, room)
  await whileCopying(folder, () => copyFiles(from, into))
}

async function copyFiles(from: string, into: string): Promise<void> {
  for (let round = 1; ; round++) {
    const before = await readFile(join(from, CONTROL))
    await copyTree(from, into, '')
    await copyTree(from, into, WAL)
    if (before.equals(await readFile(join(from, CONTROL)))) return
    if (round === TRIES) throw new Error('数据库文件在复制期间一直被重新整理，请稍后重试')
  }
}

/** Everything below but the log, unless the log itself is asked for. A file that is gone meanwhile is gone in the log too. */
async function copyTree(from: string, into: string, below: string): Promise<void> {
  await mkdir(join(into, below), { recursive: true, mode: 0o700 })
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name)
    if (LEFT_OUT.test(entry.name)) continue
    if (entry.isDirectory()) {
      if (path !== WAL) await unlessGone(copyTree(from, into, path))
    } else if (entry.isFile())
      await unlessGone(copyFile(join(from, path), join(into, path), constants.COPYFILE_FICLONE))
  }
}

async function unlessGone(work: Promise<unknown>) {
  await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function sizeOf(folder: string): Promise<number> {
  let total = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) total += await sizeOf(path)
    else await unlessGone(stat(path).then(({ size }) => (total += size)))
  }
  return total
}
