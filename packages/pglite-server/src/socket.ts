import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the database listens: a folder and the number of a Unix socket, or an address and a port on Windows. */
export interface Where {
  host: string
  port: number
}

/** The kernel keeps 107 bytes of a socket's path; somewhat less, for names that grow. */
export const MOST_PATH_BYTES = 100

/** A name of the folder's own in a place whose paths are short. */
export const shortName = (folder: string) =>
  `voltdesk-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`

/** The folder of the Unix socket: the data folder itself, unless its path is too long for the kernel. */
export function socketFolder(folder: string): string {
  if (process.platform === 'win32') return '127.0.0.1'
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= MOST_PATH_BYTES) return folder
  const short = join(tmpdir(), shortName(folder))
  mkdirSync(short, { recursive: true, mode: 0o700 })
  return short
}

/** Whether somebody listens there. */
export function accepts({ host, port }: Where): Promise<boolean> {
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
