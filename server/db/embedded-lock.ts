import { createHash, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Who has the folder open, and where it listens. */
export interface Holder {
  pid: number
  /** When that pid was born, so that a reused pid is not mistaken for it. Linux only. */
  born?: string
  /** The process that has the files open; it may outlive `pid` for a moment. */
  child?: number
  childBorn?: string
  host: string
  port: number
}

export class FolderInUse extends Error {
  constructor(
    readonly folder: string,
    readonly holder: Holder,
    pid = holder.pid,
  ) {
    super(`数据库文件夹 ${folder} 正在被进程 ${pid} 使用，同一时间只能有一个进程打开它。请先停止该进程。`)
    this.name = 'FolderInUse'
  }
}

const lockFile = (folder: string) => join(folder, 'embedded.lock')
const heldHere = new Set<string>()

/** Field 22 of /proc/pid/stat counts from boot; a container that restarts gets the same pids again, but not the same birth. */
function bornAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie still answers signal 0, but has let go of its files.
    if (fields[0] === 'Z') return 'dead'
    return `${boot}/${fields[19]}`
  } catch {
    return undefined
  }
}

export function isAlive(pid: number | undefined, born?: string): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = bornAt(pid)
  return now === undefined || (now !== 'dead' && (born === undefined || now === born))
}

export function readHolder(folder: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lockFile(folder), 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Whether somebody listens there. */
export function accepts({ host, port }: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const unix = host.startsWith('/')
    const socket = unix ? createConnection(join(host, `.s.PGSQL.${port}`)) : createConnection(port, host)
    const answer = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket.setTimeout(2000, () => answer(true)) // it accepted nothing and refused nothing: busy, so alive
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}

/** The pid that has the folder, or undefined when nobody has. */
async function livingHolder(folder: string, holder: Holder): Promise<number | undefined> {
  // Our own pid without a lock of ours is a leftover of an earlier process with the same number.
  if (holder.pid === process.pid) return heldHere.has(folder) ? process.pid : undefined
  let living: number | undefined
  // A killed process, and the orphan it leaves, take a moment to be gone, their sockets even after their pids.
  for (let wait = 0; wait < 15; wait++) {
    if (isAlive(holder.pid, holder.born)) living = holder.pid
    else if (isAlive(holder.child, holder.childBorn)) living = holder.child
    // Another container on the same volume has pids we cannot see, but its socket answers.
    else if (holder.host.startsWith('/') && (await accepts(holder))) living = holder.pid
    else return undefined
    await sleep(100)
  }
  return living
}

export interface Lock {
  nameChild(pid: number): void
  release(): void
}

/** Takes the folder for this process, or throws FolderInUse. Never takes it from a living process. */
export async function takeLock(folder: string, where: { host: string; port: number }): Promise<Lock> {
  const mine: Holder = { pid: process.pid, born: bornAt(process.pid), ...where }
  const file = lockFile(folder)
  for (let round = 0; ; round++) {
    if (createWhole(file, mine)) break
    const holder = readHolder(folder)
    const living = holder && (await livingHolder(folder, holder))
    if (living !== undefined) throw new FolderInUse(folder, holder!, living)
    if (round === 20) throw new Error(`无法取得数据库文件夹的锁：${file}`)
    removeStale(folder, holder)
    await sleep(20)
  }
  heldHere.add(folder)
  return {
    nameChild(pid) {
      mine.child = pid
      mine.childBorn = bornAt(pid)
      mine.port = where.port
      writeFileSync(file, JSON.stringify(mine))
    },
    release() {
      heldHere.delete(folder)
      if (readHolder(folder)?.pid === process.pid) unlinkSync(file)
    },
  }
}

/** A link appears with its content or not at all, so nobody reads half a lock. */
function createWhole(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}.${randomUUID()}`
  writeFileSync(draft, JSON.stringify(holder))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/** Two processes may find the same stale lock; the folder below lets one at a time remove it, after looking again. */
function removeStale(folder: string, seen: Holder | undefined) {
  const guard = `${lockFile(folder)}.takeover`
  try {
    mkdirSync(guard)
  } catch {
    try {
      if (Date.now() - statSync(guard).mtimeMs > 10_000) rmdirSync(guard)
    } catch {
      // the other one has finished
    }
    return
  }
  try {
    if (JSON.stringify(readHolder(folder)) === JSON.stringify(seen)) unlinkSync(lockFile(folder))
  } catch {
    // already gone
  } finally {
    rmdirSync(guard)
  }
}

/** The folder of the Unix socket: the data folder itself, unless its path is too long for the kernel (107 bytes). */
export function socketFolder(folder: string): string {
  if (process.platform === 'win32') return '127.0.0.1'
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 100) return folder
  const short = join(tmpdir(), `voltdesk-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  return short
}
