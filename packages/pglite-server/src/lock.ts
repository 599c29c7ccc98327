/**
 * One process at a time has a data folder open. Whoever wants it raises a flag: a listening Unix socket in the folder, that
 * others connect to. A flag falls when the kernel closes the socket, that is when the last process that has it is gone,
 * however it ended; no number is compared, so pids, clocks and reboots do not matter.
 *
 * Covered: processes of one kernel, also in containers that share the folder and nothing else. The path leads to the same
 * socket from every namespace, and it stands before the database is opened. The process with the files gets the socket
 * handed over, so a folder stays taken while an orphan of a killed server is still at it.
 * Not covered: two machines on one network folder (NFS, SMB), where the other's socket is a dead file (`isOnNetwork`), and
 * whoever removes the flag by hand. On Windows the flag is a named pipe, which an orphan (50 ms at most) does not keep.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readdirSync, renameSync, unlinkSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accepts, MOST_PATH_BYTES, shortName, socketFolder, type Where } from './socket.ts'

/** Who has the folder, as they say themselves. */
export interface Holder extends Where {
  /** Absent when it did not answer. In another container it is a number of that container. */
  pid?: number
  machine?: string
}

export class FolderInUse extends Error {
  constructor(
    readonly folder: string,
    readonly holder: Holder,
  ) {
    const { pid, machine } = holder
    const where = machine && machine !== hostname() ? `主机 ${machine} 上的` : ''
    const who = pid === undefined ? '另一个没有应答的进程' : `${where}进程 ${pid} `
    super(`数据库文件夹 ${folder} 正在被${who}使用，同一时间只能有一个进程打开它。请先停止该进程。`)
    this.name = 'FolderInUse'
  }
}

export interface Lock {
  /** For the process that opens the files (`keepFlag`): the folder is free when both have let go. Absent on Windows. */
  flag?: Server
  holder: Holder
  release(): void
}

/** What a flag says to whoever connects. One that does not hold the folder yet gives way. */
interface Answer extends Holder {
  holds: boolean
}

/** A killed process, and the orphan it leaves, take a moment to be gone. */
const PATIENCE_MS = 1500
/** An orphan that is still being loaded says nothing and hears nothing of its parent's death, on a busy machine for long. */
const SILENT_MS = 30_000
const GIVE_UP_MS = 45_000
const LOOK_MS = 30
const ANSWER_MS = 1000

/** Takes the folder for this process, or throws FolderInUse. Never takes it from a living process. */
export async function takeLock(folder: string, where: Where, silentMs = SILENT_MS): Promise<Lock> {
  const mine: Answer = { holds: false, pid: process.pid, machine: hostname(), ...where }
  if (process.platform === 'win32') return takePipe(folder, mine)
  const place = placeOf(folder)
  const begun = performance.now()
  const id = randomUUID()
  let flag: Flag | undefined
  try {
    for (let round = 0; ; round++) {
      flag ??= await raise(place, `${id}.${round}`, mine)
      const others = await othersAt(place, flag.name)
      // Somebody may have removed the flag of a database that still listens.
      if (others.length === 0 && !(await accepts(where))) break
      const waited = performance.now() - begun
      const holder = holderOf(others, where)
      if (holder && waited > (holder.pid === undefined ? silentMs : PATIENCE_MS))
        throw new FolderInUse(folder, { ...holder, ...where })
      if (waited > GIVE_UP_MS) throw new Error(`无法取得数据库文件夹的锁：${folder}`)
      // Of several that only want to, the one with the least name stays; nobody goes in while he sees another.
      if (!holder && others.some(({ name }) => name < flag!.name)) flag = void flag.lower()
      await sleep(LOOK_MS * (1 + Math.random()))
    }
  } catch (error) {
    flag?.lower()
    place.close()
    throw error
  }
  const { lower, server } = flag
  mine.holds = true
  return {
    flag: server,
    holder: mine,
    release() {
      lower()
      place.close()
    },
  }
}

/** For the process that opens the files: it has the flag from now on, and says whose it is. */
export function keepFlag(flag: Server, holder: Holder) {
  flag.on('connection', (socket) => say(socket, { ...holder, holds: true }))
}

interface Place {
  folder: string
  /** A path to a socket of this name that the kernel takes. */
  pathOf(name: string): string
  close(): void
}

function placeOf(folder: string): Place {
  const longest = join(folder, `.${FLAG}${randomUUID()}.999`)
  if (Buffer.byteLength(longest) <= MOST_PATH_BYTES)
    return { folder, pathOf: (name) => join(folder, name), close: () => undefined }
  if (process.platform !== 'linux') {
    const short = socketFolder(folder)
    return { folder: short, pathOf: (name) => join(short, name), close: () => undefined }
  }
  // The same folder by a short name, so that other containers see the flag too.
  const fd = openSync(folder, 'r')
  return { folder, pathOf: (name) => `/proc/self/fd/${fd}/${name}`, close: () => closeSync(fd) }
}

const FLAG = 'lock.'

interface Flag {
  name: string
  server: Server
  lower(): void
}

/**
 * A flag gets its name when it listens already, and no name is used twice: one that refuses a connection is dead for good
 * and may be removed by anybody.
 */
async function raise({ folder, pathOf }: Place, id: string, answer: Answer): Promise<Flag> {
  const name = FLAG + id
  const server = createServer((socket) => say(socket, answer))
  await listening(server, pathOf(`.${name}`)).catch((error: Error) => {
    throw new Error(`无法为数据库文件夹 ${folder} 加锁：${error.message}`, { cause: error })
  })
  renameSync(join(folder, `.${name}`), join(folder, name))
  return {
    name,
    server,
    lower() {
      removeFlag(join(folder, name))
      server.close()
    },
  }
}

function listening(server: Server, path: string): Promise<void> {
  server.unref()
  return new Promise((resolve, reject) => server.once('error', reject).listen(path, resolve))
}

function removeFlag(path: string) {
  try {
    unlinkSync(path)
  } catch {
    // Somebody else has, or the folder is gone.
  }
}

function say(socket: Socket, answer: Answer) {
  socket.on('error', () => undefined)
  socket.end(JSON.stringify(answer))
}

async function othersAt({ folder, pathOf }: Place, own: string) {
  const names = readdirSync(folder).filter((name) => name.startsWith(FLAG) && name !== own)
  const asked = await Promise.all(names.map(async (name) => ({ name, answer: await ask(pathOf(name)) })))
  return asked.flatMap(({ name, answer }) => {
    if (answer !== 'dead') return [{ name, answer }]
    removeFlag(join(folder, name))
    return []
  })
}

/** Undefined while everybody there only wants to. Who says nothing may have it; without a flag it is the database itself. */
function holderOf(others: Awaited<ReturnType<typeof othersAt>>, where: Where): Holder | undefined {
  if (others.length === 0) return where
  const holds = others.map(({ answer }) => answer).find((answer) => answer === 'silent' || answer.holds)
  return holds === 'silent' ? where : holds
}

/** Nobody listens, or it is no socket. Whatever else stands in the way (rights, a full queue) does not mean that nobody is there. */
const DEAD = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']

function ask(path: string): Promise<Answer | 'silent' | 'dead'> {
  return new Promise((resolve) => {
    let text = ''
    const socket = createConnection(path)
    const settle = (answer: Answer | 'silent' | 'dead') => {
      socket.destroy()
      resolve(answer)
    }
    socket.setEncoding('utf8').setTimeout(ANSWER_MS, () => settle('silent'))
    socket.on('data', (data: string) => (text += data))
    socket.once('error', (error: NodeJS.ErrnoException) => settle(DEAD.includes(error.code ?? '') ? 'dead' : 'silent'))
    socket.once('close', () => settle(read(text) ?? 'silent'))
  })
}

function read(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return undefined
  }
}

/** A named pipe is the machine's: the second that listens is refused, and the name is free when its process is gone. */
async function takePipe(folder: string, mine: Answer): Promise<Lock> {
  const pipe = `\\\\.\\pipe\\${shortName(folder)}`
  mine.holds = true
  for (const begun = performance.now(); ; await sleep(LOOK_MS)) {
    const server = createServer((socket) => say(socket, mine))
    try {
      await listening(server, pipe)
      return { holder: mine, release: () => void server.close() }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    const answer = await ask(pipe)
    if (performance.now() - begun > PATIENCE_MS)
      throw new FolderInUse(folder, typeof answer === 'string' ? { host: mine.host, port: mine.port } : answer)
  }
}

/** Magic numbers of statfs: NFS, SMB in three ages, Ceph, GFS2, OCFS2, Lustre. */
const NETWORK = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x01161970, 0x7461636f, 0x0bd00bd0]

/** Other machines may reach this folder too, and no flag of ours stops them. */
export async function isOnNetwork(folder: string): Promise<boolean> {
  return process.platform === 'linux' && NETWORK.includes((await statfs(folder)).type >>> 0)
}
