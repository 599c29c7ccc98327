/** Copying the files of an open database beside its back: the log must not begin anew meanwhile (`housekeeping.ts`). */
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One a copier: two may be at it. */
const MARK = /^copying\.\d+$/
const REFRESH_MS = 60_000
/** Whoever was killed meanwhile has left theirs. */
const LONGEST_MS = 5 * REFRESH_MS
/** The machine's: the process of a database may have turned its own (`pglite-process.ts`). */
const now = Date.now.bind(Date)

/** Does `work`, which copies what lies in `folder`, while the log goes on. */
export async function whileCopying<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const mark = join(folder, `copying.${process.pid}`)
  // On a full disk, and in a folder that is gone, the copy takes its chance.
  const attempt = (what: () => void) => {
    try {
      what()
    } catch {
      // See above.
    }
  }
  attempt(() => writeFileSync(mark, ''))
  const refresh = setInterval(() => attempt(() => utimesSync(mark, now() / 1000, now() / 1000)), REFRESH_MS).unref()
  try {
    return await work()
  } finally {
    clearInterval(refresh)
    attempt(() => rmSync(mark, { force: true }))
  }
}

export function isCopied(folder: string): boolean {
  return readdirSync(folder).some((name) => {
    const mark = MARK.test(name) ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined
    return mark !== undefined && Math.abs(now() - mark.mtimeMs) < LONGEST_MS
  })
}
