import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'
import { isStorePath } from './path.ts'
import type { FileStore } from './store.ts'

/** Files below one folder. */
export function diskStore(folder: string): FileStore {
  const root = resolve(folder)

  function placeOf(path: string): string {
    const place = join(root, ...path.split('/'))
    if (!isStorePath(path) || !place.startsWith(root + sep))
      throw new Error(`not a path of the file store: ${JSON.stringify(path)}`)
    return place
  }

  return {
    async write(path, content) {
      const place = placeOf(path)
      const draft = join(root, '.drafts', randomUUID())
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      try {
        // On the disk before it has a name: after a power cut a file is whole or absent.
        await pipeline(
          Readable.from(content, { objectMode: false }),
          createWriteStream(draft, { mode: 0o600, flush: true }),
        )
        const size = await sizeOf(draft)
        await rename(draft, place)
        return size!
      } finally {
        await rm(draft, { force: true })
      }
    },
    async read(path) {
      const place = placeOf(path)
      const size = await sizeOf(place)
      return size === undefined ? undefined : { stream: createReadStream(place), size }
    },
    remove: (path) => rm(placeOf(path), { force: true }),
  }
}

async function sizeOf(place: string): Promise<number | undefined> {
  try {
    const file = await open(place, 'r')
    try {
      const stat = await file.stat()
      return stat.isFile() ? stat.size : undefined
    } finally {
      await file.close()
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
