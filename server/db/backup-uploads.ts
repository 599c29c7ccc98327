import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, opendir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BrokenBackup, readLines } from './backup-file.ts'
import { needRoom, type Room } from './room-on-disk.ts'

/**
 * Uploads beside the backup of a database: the list `FILE.uploads` says what there was, and the folder `uploads/` beside
 * it holds each content once, under its hash, for all backups of that folder. So a night costs what is new.
 */
interface ListHead {
  voltdesk: 'uploads'
  version: 1
}
type ListEntry = [path: string, size: number, sha256: string]
interface ListFoot {
  foot: true
  files: number
  sha256: string
}
type ListLine = ListHead | ListEntry | ListFoot

export interface Uploads {
  files: number
  bytes: number
}

export const listOf = (file: string) => `${file}.uploads`
const contentsOf = (file: string) => join(dirname(file), 'uploads')
const placeOf = (contents: string, sha256: string) => join(contents, sha256.slice(0, 2), sha256)

/**
 * After the database, so that every file it names is here too, unless it was removed meanwhile. `taken` hears the path of
 * each. A content of the right name and size that is there from a night before is not read: `checkUploads` does.
 */
export async function backupUploads(
  from: string,
  file: string,
  room: Room,
  taken: (path: string) => void,
): Promise<Uploads> {
  const contents = contentsOf(file)
  await mkdir(contents, { recursive: true, mode: 0o700 })
  const total: Uploads = { files: 0, bytes: 0 }
  const hash = createHash('sha256')
  const write = (line: ListLine) => {
    const text = JSON.stringify(line) + '\n'
    hash.update(text)
    return text
  }
  const lines = async function* () {
    yield write({ voltdesk: 'uploads', version: 1 })
    for await (const path of filesBelow(from)) {
      const kept = await keep(join(from, path), contents, room)
      if (!kept) continue
      total.files++
      total.bytes += kept.size
      taken(path)
      yield write([path, kept.size, kept.sha256])
    }
    yield JSON.stringify({ foot: true, files: total.files, sha256: hash.digest('hex') } satisfies ListFoot) + '\n'
  }
  const draft = `${listOf(file)}.${randomUUID()}.part`
  try {
    await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, listOf(file))
  } finally {
    await rm(draft, { force: true })
  }
  return total
}

/** Paths with `/`, relative to the folder. What is hidden is a draft. */
async function* filesBelow(folder: string, below = '', drafts?: 'also drafts'): AsyncGenerator<string> {
  const entries = await opendir(join(folder, below)).catch(nothingThere)
  if (!entries) return
  for await (const entry of entries) {
    if (entry.name.startsWith('.') && !drafts) continue
    const path = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* filesBelow(folder, path, drafts)
    else if (entry.isFile()) yield path
  }
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

interface Kept {
  size: number
  sha256: string
}

/** Undefined when the file was removed meanwhile. */
async function keep(path: string, contents: string, room: Room): Promise<Kept | undefined> {
  const known = await hashOf(path)
  if (!known) return undefined
  const there = placeOf(contents, known.sha256)
  if ((await stat(there).catch(nothingThere))?.size === known.size) {
    // So that `pruneUploads` sees that somebody is at it.
    await utimes(there, new Date(), new Date())
    return known
  }
  await needRoom(contents, known.size, room)
  const draft = join(contents, `.${randomUUID()}`)
  const meter = hashing()
  try {
    await pipeline(createReadStream(path), meter.stream, createWriteStream(draft, { mode: 0o600, flush: true }))
    const kept = meter.read()
    const place = placeOf(contents, kept.sha256)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await rename(draft, place)
    return kept
  } catch (error) {
    return nothingThere(error as NodeJS.ErrnoException)
  } finally {
    await rm(draft, { force: true })
  }
}

function hashing() {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, read: (): Kept => ({ size, sha256: hash.digest('hex') }) }
}

async function hashOf(path: string): Promise<Kept | undefined> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
  } catch (error) {
    return nothingThere(error as NodeJS.ErrnoException)
  }
  return { size, sha256: hash.digest('hex') }
}

/** The list of a backup, whole or not at all; undefined when it has none (uploads in a bucket are not backed up here). */
async function entriesOf(file: string): Promise<ListEntry[] | undefined> {
  const list = listOf(file)
  if (!(await stat(list).catch(nothingThere))) return undefined
  const hash = createHash('sha256')
  const entries: ListEntry[] = []
  let foot: ListFoot | undefined
  for await (const { line, text } of readLines<ListLine>(list)) {
    if ('foot' in line) foot = line
    else {
      if (Array.isArray(line)) entries.push(line)
      hash.update(text + '\n')
    }
  }
  if (!foot || foot.files !== entries.length || foot.sha256 !== hash.digest('hex'))
    throw new BrokenBackup(list, '总校验值不符')
  return entries
}

/**
 * Reads every content and compares. One that is not what its name says is put aside, so that the next night takes it anew.
 * Throws BrokenBackup.
 */
export async function checkUploads(file: string): Promise<void> {
  const entries = (await entriesOf(file)) ?? []
  const checked = new Set<string>()
  for (const [path, size, sha256] of entries) {
    if (checked.has(sha256)) continue
    const place = placeOf(contentsOf(file), sha256)
    const found = await hashOf(place)
    if (!found) throw new BrokenBackup(file, `缺少上传文件 ${path}`)
    if (found.sha256 !== sha256 || found.size !== size) {
      await rename(place, `${place}.broken`).catch(() => undefined)
      throw new BrokenBackup(file, `上传文件 ${path} 的内容不符`)
    }
    checked.add(sha256)
  }
}

/** How many uploads a backup has, by its list alone; undefined when it is without. Throws when the list is broken. */
export const countUploads = async (file: string): Promise<number | undefined> => (await entriesOf(file))?.length

/**
 * Puts every upload that is whole back to where the port keeps it. Answers the paths of those that are absent or damaged:
 * one of them keeps nobody from the rest.
 */
export async function restoreUploads(
  file: string,
  store: { write(path: string, content: Readable): Promise<unknown> },
): Promise<string[]> {
  const lost: string[] = []
  for (const [path, size, sha256] of (await entriesOf(file)) ?? []) {
    const place = placeOf(contentsOf(file), sha256)
    const found = await hashOf(place)
    if (found?.sha256 === sha256 && found.size === size) await store.write(path, createReadStream(place))
    else lost.push(path)
  }
  return lost
}

const DAY_MS = 86_400_000

/**
 * Removes contents that no list in this folder names, lists without their backup, and drafts of whoever was killed; young
 * ones may belong to one that is being written. Throws what list cannot be read, before anything it may name is removed.
 */
export async function pruneUploads(folder: string, youngMs = DAY_MS): Promise<void> {
  const named = new Set<string>()
  for (const name of await readdir(folder))
    if (name.endsWith('.uploads')) {
      const file = join(folder, name.slice(0, -'.uploads'.length))
      if (!(await stat(file).catch(nothingThere)) && (await removeOld(listOf(file), youngMs))) continue
      const entries = await entriesOf(file)
      for (const [, , sha256] of entries ?? []) named.add(sha256)
    }
  const contents = join(folder, 'uploads')
  for await (const path of filesBelow(contents, '', 'also drafts')) {
    if (!named.has(basename(path))) await removeOld(join(contents, path), youngMs)
  }
}

/** False when it is young. */
async function removeOld(place: string, youngMs: number): Promise<boolean> {
  const found = await stat(place).catch(nothingThere)
  // Files know parts of a millisecond, the clock does not.
  if (found && Date.now() - Math.floor(found.ctimeMs) < youngMs) return false
  await rm(place, { force: true })
  return true
}
