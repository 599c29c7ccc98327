/** What a process that was killed leaves on the disk. Nothing under way is as old as what is removed here. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BACKUP_WORK } from '../db/take-backup.ts'
import { pastFailures } from './past-failures.ts'

const TEMPORARY = 'voltdesk-import-'

/** A folder of this machine for as long as `work` takes. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), TEMPORARY))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Folders of imports and backups, and drafts of backups in the data folder or one below it; answers how many. */
export async function removeLeftovers(dataDir: string, before: Date): Promise<number> {
  const folders = (await entriesOf(dataDir)).filter((entry) => entry.isDirectory() && !OWN.includes(entry.name))
  const isDraft = (name: string) => name.endsWith('.part')
  const places: [folder: string, fits: (name: string) => boolean][] = [
    [tmpdir(), (name) => name.startsWith(TEMPORARY)],
    [dataDir, (name) => name.startsWith(BACKUP_WORK) || isDraft(name)],
    ...folders.map(({ name }): [string, typeof isDraft] => [join(dataDir, name), isDraft]),
  ]
  let count = 0
  await pastFailures(places, async ([folder, fits]) => {
    count += await removeOld(folder, before, fits)
  })
  return count
}

/** They see to themselves. */
const OWN = ['postgres', 'files']

/** Removes what was last written to before that moment and is this user's, as much as can be; answers how many. */
export async function removeOld(folder: string, before: Date, fits: (name: string) => boolean = () => true) {
  let count = 0
  await pastFailures(await entriesOf(folder), async ({ name }) => {
    if (!fits(name)) return
    const place = join(folder, name)
    const found = await stat(place).catch(() => undefined)
    if (!found || found.mtime >= before || (process.getuid && found.uid !== process.getuid())) return
    await rm(place, { recursive: true, force: true })
    count += 1
  })
  return count
}

/** None where there is no such folder. */
const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => [])
