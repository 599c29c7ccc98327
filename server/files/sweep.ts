/** Files that neither a record nor a half-typed form names go after a day, and their bytes are given back. */
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { FILE_KEY, watchFiles } from '../db/file-triggers.ts'
import { formDraft, storedFile } from '../db/tables.ts'
import type { Services } from '../kernel/services.ts'
import { LATER } from './keep.ts'

const HOUR = 3_600_000
const LOOSE_HOURS = 24
/** Whoever still holds the address in an open form is told why it cannot be saved for so long: longer than drafts live. */
const REMEMBERED_HOURS = 31 * 24
/** In one go, so that whoever saves a record waits for no lock. */
const AT_ONCE = 100

/**
 * A file is marked first, passing over those that somebody saves a record with at this moment; from then on no record may
 * name it, and its content goes. One whose content could not be removed is tried again an hour later.
 */
export async function sweepFiles(services: Services): Promise<{ count: number; bytes: number }> {
  const { db, files, clock, log } = services
  // Without them nobody would know what records name, and all of it would go.
  await watchFiles(services.pool)
  const now = clock.now()
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString()
  const drafted = sql`select named[1] from ${formDraft}, regexp_matches(${formDraft.values}::text, ${FILE_KEY}, 'g') as named`
  const loose = and(
    isNull(storedFile.goingTime),
    lt(storedFile.looseTime, ago(LOOSE_HOURS)),
    // Whoever takes their draft up again finds its pictures; until then they count as that person's own.
    sql`${storedFile.fileKey} not in (${drafted})`,
  )
  const again = and(gt(storedFile.fileSize, 0), lt(storedFile.goingTime, ago(1)))
  const swept = { count: 0, bytes: 0 }
  for (;;) {
    const going = await db.transaction(async (tx) => {
      const found = await tx
        .select({ id: storedFile.id, path: storedFile.path, size: storedFile.fileSize })
        .from(storedFile)
        // Without a key no record could be found that names it.
        .where(and(isNotNull(storedFile.fileKey), or(loose, again)))
        .orderBy(storedFile.id)
        .limit(AT_ONCE)
        .for('update', { skipLocked: true })
      const ids = found.map(({ id }) => id)
      if (ids.length)
        await tx
          .update(storedFile)
          .set({ goingTime: now.toISOString(), deleteTime: now.toISOString() })
          .where(inArray(storedFile.id, ids))
      return found
    })
    if (!going.length) break
    for (const { id, path, size } of going)
      try {
        await files.remove(path)
        await db.update(storedFile).set({ fileSize: 0 }).where(eq(storedFile.id, id))
        swept.count += 1
        swept.bytes += size
      } catch (error) {
        log.warn({ err: error as Error, path }, LATER)
      }
  }
  await db.delete(storedFile).where(and(eq(storedFile.fileSize, 0), lt(storedFile.goingTime, ago(REMEMBERED_HOURS))))
  return swept
}
