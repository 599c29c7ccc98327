/** Work that nobody waits for stops well before a disk is full, so that it takes the room of nobody who writes. */
import { Transform } from 'node:stream'
import { freeBytesOf, MEGABYTE } from './embedded-space.ts'

export interface Room {
  /** So many bytes stay free. */
  leaveFree: number
  /** For tests, whose disk is everybody's. */
  freeBytes?: (folder: string) => Promise<number>
}

export class NoRoom extends Error {
  readonly code = 'ENOSPC'
}

/** Also where another process or the system says so. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === '53100')

const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`

/** Throws NoRoom unless the folder's disk takes so many bytes more. */
export async function needRoom(folder: string, bytes: number, { leaveFree, freeBytes = freeBytesOf }: Room) {
  const free = await freeBytes(folder)
  if (free - bytes < leaveFree)
    throw new NoRoom(
      `磁盘空间不足：${folder} 需要约 ${megabytes(bytes + leaveFree)} 的空闲空间（其中 ${megabytes(leaveFree)} 留给其他写入），现有 ${megabytes(free)}`,
    )
}

const LOOK_EVERY = 16 * MEGABYTE

/** Passes bytes through to that folder's disk and looks now and then how much is left. */
export function whileThereIsRoom(folder: string, room: Room): Transform {
  let since = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      since += chunk.length
      if (since < LOOK_EVERY) return done(null, chunk)
      since = 0
      needRoom(folder, 0, room).then(() => done(null, chunk), done)
    },
  })
}
