/** The one way into the file store and out of it: a row of `sys_file` comes before the content and goes after it. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { oneOf } from '../db/one-of.ts'
import { newId } from '../kernel/id.ts'
import { storedFile } from '../db/tables.ts'
import type { Services } from '../kernel/services.ts'
import { isDiskFull, noRoom } from '../kernel/errors.ts'
import { needRoom, refuseOverQuota, type Owner } from './room.ts'

/** 报表_8c1f….xlsx: the name people gave, as far as it is harmless, and 128 random bits nobody can guess. */
export function pathFor(biz: string, fileName: string, extension: string): string {
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}-]+/gu, '_')
    .slice(0, 40)
    .replace(/^[_-]+|[_-]+$/g, '')
  return `${biz}/${stem || 'file'}_${randomBytes(16).toString('hex')}.${extension}`
}

export interface FileToKeep {
  path: string
  fileName: string
  contentType: string
  biz: string
  isPrivate?: boolean
}

/** A stream of unknown length is booked in steps of this. */
const STEP_BYTES = 4 * 1024 * 1024

/**
 * Puts a file into the store and into `sys_file`; whatever keeps bytes for somebody does it here. Throws 413 over a quota
 * and 503 where the disk has too little room, with nothing left behind.
 */
export async function keepFile(
  services: Services,
  owner: Owner,
  file: FileToKeep,
  content: Readable | Uint8Array,
): Promise<{ path: string; fileSize: number }> {
  const { path } = file
  // Nothing at all would say that its content is gone again.
  const known = content instanceof Uint8Array ? content.length : 1
  /** A store may wrap what its source threw. */
  let refused: unknown
  async function* booked(stream: Readable): AsyncGenerator<Uint8Array> {
    let [size, due] = [0, STEP_BYTES]
    for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
      const piece = Buffer.from(chunk as Uint8Array)
      size += piece.length
      if (size > due) {
        try {
          await needRoom(services, STEP_BYTES)
          await book(services, owner, file, size)
        } catch (error) {
          refused = error
          throw error
        }
        due = size + STEP_BYTES
      }
      yield piece
    }
  }
  // It may break before anybody reads it; then reading it says so.
  if (content instanceof Readable) content.on('error', () => undefined)
  try {
    await needRoom(services, known)
    await book(services, owner, file, known)
    const source = content instanceof Uint8Array ? content : Readable.from(booked(content), { objectMode: false })
    const fileSize = await services.files.write(path, source)
    if (fileSize !== known) await book(services, owner, file, fileSize)
    return { path, fileSize }
  } catch (error) {
    if (content instanceof Readable) content.destroy()
    // What cannot be taken back now is swept: no record names it.
    await forgetFiles(services, [path]).catch(() => undefined)
    throw refused ?? (isDiskFull(error) ? noRoom() : error)
  }
}

/** In one transaction with the counters, which parallel uploads wait for. */
async function book({ db, settings }: Services, owner: Owner, file: FileToKeep, fileSize: number): Promise<void> {
  const { username: createBy, tenantId } = owner
  await db.transaction(async (tx) => {
    await tx
      .insert(storedFile)
      .values({ id: newId(), fileSize, createBy, tenantId, ...file })
      // A run that was cut off writes it once more.
      .onConflictDoUpdate({ target: storedFile.path, set: { fileSize, goingTime: null, deleteTime: null } })
    await refuseOverQuota(tx, settings, owner, fileSize)
  })
}

/** For the log, of a file whose content could not be removed. */
export const LATER = '文件暂时不能删除，稍后再试'

/**
 * Removes files that are somebody's own to remove; those that are not there do not matter. One that cannot be removed now
 * keeps none of the others: it is known as going, so the sweep tries it again.
 */
export async function forgetFiles({ db, files, clock, log }: Services, paths: readonly string[]): Promise<void> {
  if (!paths.length) return
  const now = clock.now().toISOString()
  await db.update(storedFile).set({ goingTime: now, deleteTime: now }).where(oneOf(storedFile.path, paths))
  // Each on its own: counters of several people would be locked in any order.
  for (const path of paths) {
    try {
      await files.remove(path)
    } catch (error) {
      log.warn({ err: error as Error, path }, LATER)
      continue
    }
    await db.delete(storedFile).where(eq(storedFile.path, path))
  }
}
