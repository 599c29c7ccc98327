import { mkdirSync, renameSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkUploads, listOf, pruneUploads } from './backup-uploads.ts'
import type { Log } from '../kernel/ports/log.ts'
import { isNoRoom } from './room-on-disk.ts'
import { takeBackup, tryRestoring, type Source, type Taken } from './take-backup.ts'

/** Which of those that were good stay: the last of so many days, and of so many weeks. */
export interface Retention {
  days: number
  weeks: number
}

export interface Nightly extends Source, Retention {
  /** Where the backups lie. */
  folder: string
  /** ISO. Names the files. */
  at: string
  /** Restore the database once, to see that it can be; uploads are compared in any case. */
  trial: boolean
}

export interface Night extends Taken {
  /** Its name in the folder. */
  file: string
  /** How many there are now. */
  kept: number
  /** Why what is not needed any more could not be removed. */
  notRemoved?: string
}

const GOOD = /^voltdesk-(\d{4}-\d\d-\d\d)T\d{6}\.backup$/
/** None is removed before that. */
const YOUNG_MS = 48 * 3_600_000
const UNTRIED = /^voltdesk-[\dT-]+\.untried/

/**
 * Takes a backup, tries it, and only then gives it its name and removes the oldest: a night that failed costs none of the
 * good ones. What failed otherwise than for room stays until the next night for whoever looks for the reason. One at a time
 * in a folder.
 */
export async function nightlyBackup(order: Nightly, log: Log): Promise<Night> {
  const { folder, at, timeZone, trial } = order
  const named = (then: Date) =>
    `voltdesk-${then.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T').replaceAll(':', '')}`
  const name = named(new Date(at))
  const [untried, file] = [join(folder, `${name}.untried`), `${name}.backup`]
  const place = join(folder, file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  remove(folder, (left) => UNTRIED.test(left))
  try {
    const taken = await takeBackup(order, untried, log)
    // A folder that is not mounted looks like this.
    if (taken.uploads?.files === 0 && taken.named)
      throw new Error(`上传文件夹 ${order.uploads} 不存在或是空的，数据库中却有 ${taken.named} 个文件`)
    await checkUploads(untried)
    if (trial) await tryRestoring(untried, order, log)
    if (taken.uploads) renameSync(listOf(untried), listOf(place))
    renameSync(untried, place)
    return { ...taken, file, ...(await removeOldest(order, file, named)) }
  } catch (error) {
    if (isNoRoom(error)) remove(folder, (left) => UNTRIED.test(left))
    throw error
  }
}

/** This night is a good one whatever comes of it. */
async function removeOldest(order: Nightly, file: string, named: (then: Date) => string) {
  const { folder, at } = order
  let kept = 1
  try {
    // A clock that was ahead may have named some after days to come; they wait for those.
    const good = readdirSync(folder).filter((one) => GOOD.test(one) && one <= file)
    const stays = staying(good, order)
    // What was backed up last night may be better data than today's, when somebody restored older ones meanwhile.
    const young = `${named(new Date(Date.parse(at) - YOUNG_MS))}.backup`
    for (const one of good) if (one > young) stays.add(one)
    const old = new Set(good.filter((one) => !stays.has(one)).flatMap((one) => [one, listOf(one)]))
    kept = stays.size
    remove(folder, (one) => old.has(one))
    await pruneUploads(folder)
    return { kept }
  } catch (error) {
    return { kept, notRemoved: (error as Error).message }
  }
}

/** The newest always. */
function staying(good: readonly string[], { days, weeks }: Retention): Set<string> {
  const newestFirst = [...good].sort().reverse()
  const lastOf = (spans: number, span: (day: string) => string) => {
    const lasts = new Map<string, string>()
    for (const one of newestFirst) {
      const its = span(one.replace(GOOD, '$1'))
      if (!lasts.has(its)) lasts.set(its, one)
    }
    return [...lasts.values()].slice(0, spans)
  }
  return new Set([...newestFirst.slice(0, 1), ...lastOf(days, (day) => day), ...lastOf(weeks, mondayOf)])
}

function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

function remove(folder: string, which: (name: string) => boolean) {
  for (const name of readdirSync(folder).filter(which)) rmSync(join(folder, name), { force: true })
}
