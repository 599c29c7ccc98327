/**
 * An import in two steps: the file is gone through and counted, nothing is written; when its owner says so, it is written
 * in short transactions, each with the line it came to, so that others can work meanwhile and a restart goes on from there.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { permissionOf, type Resource } from '#model/resource.ts'
import { countsText, type ImportCounts } from '#model/tasks.ts'
import { resourceNamed } from '#resources/index.ts'
import { unrollSheet, type Cell } from '../files/spreadsheet/index.ts'
import { may } from '../http/caller.ts'
import { forbidden, Refusal } from '../http/errors.ts'
import { faultFile } from '../resource/fault-file.ts'
import { hooksOf } from '../resource/hooks.ts'
import { checkRows, newMemory, type Entry, type Fault, type Import, type SheetRow } from '../resource/import-check.ts'
import { HEADER_WITHIN, headerOf } from '../resource/import-header.ts'
import { refuseSize, writeEntries } from '../resource/import.ts'
import { isWrittenInBulk } from '../resource/write.ts'
import type { Services } from '../services.ts'
import { undoImport, undoWrites } from './undo-import.ts'
import { Cancelled, type Outcome, type Work } from './work.ts'

/** What an import is ordered with; both choices may still change when it is confirmed. */
export interface ImportInput {
  /** Of the uploaded file in the store. */
  path: string
  name: string
  /** Nothing is written when any row is wrong. */
  validate: boolean
  /** Records that exist are changed. */
  update: boolean
  /** Written as soon as it is checked: whoever sent it cannot be asked. */
  unasked?: boolean
}

/** Where a run that was cut off goes on. */
interface At {
  line: number
  added: number
  changed: number
  same: number
  wrong: number
}

const ROWS_AT_ONCE = 1000
/** Others wait no longer than this for the embedded database. */
const WRITE_MS = 1000
/** More are counted but not listed. */
const MOST_FAULTS = 10_000
const TRIES = 3

type Step = (work: Work, resource: Resource, input: ImportInput) => Promise<Outcome>
const steps: Readonly<Record<string, Step>> = { check: checkFile, write: writeFile, undo: undoImport }

export function runImport(work: Work): Promise<Outcome> {
  const resource = resourceNamed(work.task.resource!)!
  if (!may(work.caller, permissionOf(resource, 'import'))) throw forbidden()
  return steps[work.task.step]!(work, resource, work.task.input as unknown as ImportInput)
}

interface OpenFile {
  header: Import['header']
  /** Rows that hold something, without the header. */
  count: number
  rows(): AsyncIterable<SheetRow>
  /** For the next step. */
  keep(): Promise<unknown>
}

/** The upload and, once it was gone through, its rows: what lies in the store for an import. */
export const filesOf = (path: string): string[] => [path, rowsPathOf(path)]
const rowsPathOf = (path: string) => `${path}.rows`

/** The rows on this node for as long as `read` takes. A file is taken apart once: writing it finds what checking it left. */
async function withFile<T>(
  { services, task }: Work,
  resource: Resource,
  path: string,
  read: (file: OpenFile) => Promise<T>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'voltdesk-import-'))
  try {
    const unrolled = join(folder, 'rows')
    const filled = await unroll(services, path, unrolled)
    if (filled === 0) throw new Refusal(400, '表格是空的')
    const head: Cell[][] = []
    for await (const { line, cells } of linesOf(unrolled)) {
      if (line > HEADER_WITHIN) break
      while (head.length < line - 1) head.push([])
      head.push(cells)
    }
    const header = headerOf(resource, head)
    const above = head.slice(0, header.at + 1).filter((cells) => cells.length).length
    const count = filled === undefined ? task.total : filled - above
    refuseSize(count)
    async function* rows() {
      for await (const row of linesOf(unrolled)) if (row.line > header.at + 1) yield row
    }
    const keep = () => services.files.write(rowsPathOf(path), createReadStream(unrolled))
    return await read({ header, count, rows, keep })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Answers how many rows hold something; undefined where a former step has counted them. */
async function unroll({ files }: Services, path: string, into: string): Promise<number | undefined> {
  const kept = await files.read(rowsPathOf(path))
  if (kept) {
    await pipeline(kept.stream, createWriteStream(into))
    return undefined
  }
  const stored = await files.read(path)
  if (!stored) throw new Refusal(200, '上传的文件已被清理，请重新导入')
  const whole = `${into}.file`
  await pipeline(stored.stream, createWriteStream(whole))
  return unrollSheet(whole, into)
}

async function* linesOf(unrolled: string): AsyncIterable<SheetRow> {
  const input = createReadStream(unrolled)
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      const [index, cells] = JSON.parse(text) as [number, Cell[]]
      yield { line: index + 1, cells }
    }
  } finally {
    input.destroy()
  }
}

/** Where a row may point at another of the same file, all of them are looked at together. */
const atOnce = (resource: Resource): number =>
  Object.values(resource.fields).some((field) => field.kind === 'ref' && field.to === resource.name)
    ? Infinity
    : ROWS_AT_ONCE

async function* chunks(rows: AsyncIterable<SheetRow>, size: number): AsyncIterable<SheetRow[]> {
  let chunk: SheetRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length) yield chunk
}

const NONE: At = { line: 0, added: 0, changed: 0, same: 0, wrong: 0 }

async function checkFile(work: Work, resource: Resource, input: ImportInput): Promise<Outcome> {
  const { services, caller } = work
  return withFile(work, resource, input.path, async ({ header, count, rows, keep }) => {
    const how: Import = { resource, header, update: input.update, memory: newMemory() }
    const counts: ImportCounts = { total: count, added: 0, changed: 0, same: 0, wrong: 0, written: 0 }
    const faults: Fault[] = []
    let looked = 0
    for await (const chunk of chunks(rows(), atOnce(resource))) {
      const entries = await services.db.transaction((tx) => checkRows({ tx, caller, services }, how, chunk))
      for (const entry of entries) {
        counts[entry.faults.length ? 'wrong' : entry.same ? 'same' : entry.before ? 'changed' : 'added'] += 1
        if (faults.length < MOST_FAULTS) faults.push(...entry.faults)
      }
      looked += chunk.length
      await work.progress(looked, count)
    }
    const list = faults.length ? await faultFile(services, caller, resource, [{ name: input.name, faults }]) : undefined
    const outcome: Outcome = {
      counts: { ...counts },
      total: count,
      done: count,
      message: countsText(counts),
      ...(list && { faultPath: list.path, faultName: list.fileName }),
    }
    const worth = counts.added + counts.changed
    if (worth) await keep()
    if (input.unasked && worth && !(counts.wrong && input.validate)) return { ...outcome, next: 'write' }
    if (input.unasked)
      return { ...outcome, state: worth ? 'failed' : 'done', message: `${outcome.message}，没有写入任何数据` }
    return { ...outcome, state: 'checked' }
  })
}

async function writeFile(work: Work, resource: Resource, input: ImportInput): Promise<Outcome> {
  const at: At = { ...NONE, ...(work.task.checkpoint as Partial<At> | null) }
  try {
    await withFile(work, resource, input.path, (file) => writeRows(work, resource, input, file, at))
  } catch (error) {
    if (error instanceof Cancelled || error instanceof Refusal) return takenBack(work, resource, at, error)
    throw error
  }
  const written = at.added + at.changed
  for (const path of filesOf(input.path)) await work.services.files.remove(path)
  return {
    counts: { ...work.task.counts, ...countsOf(at), written },
    done: work.task.total,
    message: at.wrong
      ? `总上传行数：${work.task.total}，已导入行数：${written}，错误行数：${at.wrong}`
      : `文件导入成功！数据行数：${written}`,
  }
}

const countsOf = ({ added, changed, same, wrong }: At) => ({ added, changed, same, wrong })

async function writeRows(work: Work, resource: Resource, input: ImportInput, file: OpenFile, at: At): Promise<void> {
  const how: Import = { resource, header: file.header, update: input.update, memory: newMemory() }
  const from = at.line
  let passed = 0
  for await (const { rows, entries } of ahead(portions(work, how, file, from))) {
    const open = rows.filter(({ line }) => line > at.line)
    for (let done = 0; done < open.length;) {
      const before = passed + rows.length - open.length + done
      done += await writeSome(work, how, input, open.slice(done), entries?.slice(done), at, before)
    }
    passed += rows.length
  }
}

interface Portion {
  rows: SheetRow[]
  /** Of the rows still to be written, where they can be checked before the rows above them are written. */
  entries?: Entry[]
}

async function* portions(
  { services, caller }: Work,
  how: Import,
  file: OpenFile,
  from: number,
): AsyncGenerator<Portion, void> {
  for await (const rows of chunks(file.rows(), atOnce(how.resource))) {
    const open = rows.filter(({ line }) => line > from)
    // What a former run has written is only remembered, so that later rows are compared with it.
    remember(
      how,
      rows.filter(({ line }) => line <= from),
    )
    if (!open.length || !isWrittenInBulk(how.resource)) yield { rows }
    else yield { rows, entries: await services.db.transaction((tx) => checkRows({ tx, caller, services }, how, open)) }
  }
}

/** Begins with the next one while the last is dealt with: the database writes rows while this process checks others. */
async function* ahead<T>(items: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = items.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = items.next()
      // Should it fail, it is told when its turn comes.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await items.return()
  }
}

/** Marks the keys of rows a former run has dealt with. */
function remember({ header, resource, memory }: Import, rows: readonly SheetRow[]): void {
  for (const set of resource.unique) {
    const columns = set.map((name) => header.names.indexOf(name))
    if (columns.includes(-1)) continue
    for (const { line, cells } of rows) {
      const key = JSON.stringify(columns.map((column) => String(cells[column] ?? '').trim()))
      const mark = `${set.join()} ${key}`
      if (!memory.lines.has(mark)) memory.lines.set(mark, line)
    }
  }
}

/** One transaction: as many of these rows as fit into its time. Answers how many it dealt with. */
async function writeSome(
  work: Work,
  how: Import,
  input: ImportInput,
  rows: readonly SheetRow[],
  checked: readonly Entry[] | undefined,
  at: At,
  before: number,
): Promise<number> {
  const { services, caller } = work
  for (let tries = 1; ; tries += 1) {
    const next = { ...at }
    try {
      const taken = await services.db.transaction(async (tx) => {
        const began = performance.now()
        const writing = { tx, caller, services }
        const entries = (tries === 1 && checked) || (await checkRows(writing, how, rows))
        const wrong = entries.find((entry) => entry.faults.length)
        if (wrong && input.validate)
          throw new Refusal(200, `第 ${wrong.line} 行：${wrong.faults[0]!.label}${wrong.faults[0]!.reason}`)
        const whole = atOnce(how.resource) === Infinity
        let count = 0
        while (count < entries.length && (!count || whole || performance.now() - began < WRITE_MS)) {
          const some = entries.slice(count, count + (whole ? entries.length : portionOf(how.resource)))
          const good = some.filter((entry) => !entry.faults.length)
          await writeEntries(writing, how.resource, entries, good)
          for (const entry of some)
            next[entry.faults.length ? 'wrong' : entry.same ? 'same' : entry.before ? 'changed' : 'added'] += 1
          count += some.length
          next.line = some.at(-1)!.line
        }
        await work.checkpoint(tx, before + count, { ...next })
        return count
      })
      Object.assign(at, next)
      return taken
    } catch (error) {
      // Somebody else wrote the same at the same moment: the next look finds it.
      if (!(error instanceof Refusal) || tries === TRIES) throw error
    }
  }
}

/** So many rows between two looks at the clock: one of a resource whose rules write more may be much work. */
const portionOf = (resource: Resource): number => (hooksOf(resource).some((hook) => hook.afterSave) ? 1 : 500)

/** Cancelled or refused half-way: what was written is taken back, so that the file is imported whole or not at all. */
async function takenBack(work: Work, resource: Resource, at: At, cause: Error): Promise<Outcome> {
  const written = at.added + at.changed
  const why = cause instanceof Cancelled ? '已取消' : cause.message
  const state = cause instanceof Cancelled ? 'cancelled' : 'failed'
  if (!written) return { state, message: why }
  try {
    await undoWrites(work, resource)
    return { state, message: `${why}，已写入的 ${written} 行已撤回` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      state,
      counts: { ...work.task.counts, ...countsOf(at), written },
      message: `${why}。已写入 ${written} 行，未能撤回：${error.message}`,
    }
  }
}
