import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'
import { freeBytesOf } from '../db/embedded-space.ts'
import { removeOld } from './leftovers.ts'
import { isStorePath } from './path.ts'
import type { FileStore } from '../kernel/ports/files.ts'

/** Files below one folder. */
export function diskStore(folder: string): FileStore {
  const root = resolve(folder)
  const drafts = join(root, '.drafts')

  function placeOf(path: string): string {
    const place = join(root, ...path.split('/'))
    if (!isStorePath(path) || !place.startsWith(root + sep))
      throw new Error(`not a path of the file store: ${JSON.stringify(path)}`)
    return place
  }

  return {
    async write(path, content) {
      const place = placeOf(path)
      const draft = join(drafts, randomUUID())
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      try {
        // On the disk before it has a name: after a power cut a file is whole or absent.
        await pipeline(
          Readable.from(content, { objectMode: false }),
          createWriteStream(draft, { mode: 0o600, flush: true }),
        )
        const { size } = await stat(draft)
        await rename(draft, place)
        return size
      } finally {
        await rm(draft, { force: true })
      }
    },
    async read(path) {
      // Opened once: what is removed from here on is still read to its end.
      const file = await opened(placeOf(path))
      if (!file) return undefined
      const found = await file.stat()
      if (found.isFile()) return { stream: file.createReadStream(), size: found.size }
      await file.close()
      return undefined
    },
    remove: (path) => rm(placeOf(path), { force: true }),
    async freeBytes() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      return freeBytesOf(root)
    },
    removeUnfinished: (before) => removeOld(drafts, before),
  }
}

/** Undefined where there is none. */
async function opened(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place, 'r')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
