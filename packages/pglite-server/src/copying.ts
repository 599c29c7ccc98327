/** Copying the files of an open database beside its back: the log must not begin anew meanwhile (`housekeeping.ts`). */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = 'copying'
/** Whoever was killed meanwhile has left theirs. */
const LONGEST_MS = 900_000

/** Does `work`, which copies what lies in `folder`, while the log goes on. */
export async function whileCopying<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const mark = join(folder, MARK)
  try {
    writeFileSync(mark, '')
  } catch {
    // On a full disk the copy takes its chance.
  }
  try {
    return await work()
  } finally {
    rmSync(mark, { force: true })
  }
}

export function isCopied(folder: string): boolean {
  const mark = statSync(join(folder, MARK), { throwIfNoEntry: false })
  return mark !== undefined && Date.now() - mark.mtimeMs < LONGEST_MS
}
