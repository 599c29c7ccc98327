import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

export const MEGABYTE = 1024 * 1024
/** With less the embedded database takes no writes. */
export const LEFT_FREE = 200 * MEGABYTE
const BALLAST = 32 * MEGABYTE

export async function freeBytesOf(folder: string): Promise<number> {
  const disk = await statfs(folder)
  return disk.bavail * disk.bsize
}

/**
 * PostgreSQL, and our lock file, cannot start on a disk without a free byte. While there is room some is kept in a file of
 * zeros; it is given back only for a start, so that whatever fills the disk does not eat it earlier.
 */
export function keepBallast(folder: string, freeBytes: number, minFreeBytes: number) {
  const file = join(folder, 'ballast')
  if (freeBytes < minFreeBytes + 2 * BALLAST || existsSync(file)) return
  try {
    writeFileSync(file, Buffer.alloc(BALLAST))
  } catch {
    rmSync(file, { force: true })
  }
}

export function giveBallastBack(folder: string, freeBytes: number) {
  if (freeBytes < BALLAST) rmSync(join(folder, 'ballast'), { force: true })
}
