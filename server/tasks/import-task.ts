/**
 * An import in two steps: the file is gone through and counted, nothing is written; when its owner says so, it is written
 * in short transactions, each with the line it came to, so that others can work meanwhile and a restart goes on from there.
 */
import { SpreadsheetError } from '@voltdesk/sheets'
import { permissionOf, type Resource } from '#model/resource.ts'
import { FIRST_FAULTS } from '#model/importFaults.ts'
import { countsText, importRemarks, type ImportCounts } from '#model/tasks.ts'
import { isConnectionLost, isSerializationFailure } from '../db/sql-state.ts'
import { may } from '../kernel/caller.ts'
import { forbidden, Refusal } from '../kernel/errors.ts'
import { byLine, faultFile } from '../resource/fault-file.ts'
import { hooksOf } from '../resource/hooks.ts'
import { checkRows, type Import } from '../resource/import-check.ts'
import { becomes, newMemory, type Entry, type Fault, type Promised, type SheetRow } from '../resource/import-entry.ts'
import { ownReferences } from '../resource/import-order.ts'
import { writeEntries } from '../resource/import.ts'
import { knownResourceIn, orderedResourceIn } from '../resource/online.ts'
import { isWrittenInBulk } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { withFile, type OpenFile } from './import-file.ts'
import { Pace } from './pace.ts'
import { lostText, undoImport, undoWrites, type Undone } from './undo-import.ts'
import { Cancelled, Interrupted, type Outcome, type Work } from '../resource/long-work.ts'

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
  /** Under which whoever sent it asks how far it is. */
  fileKey?: string
  /** Of an online form: what was published when it was ordered, which is checked, written and taken back as it was then. */
  publication?: string
}

/** What a run that was cut off has dealt with: it goes on behind so many rows. */
interface At {
  added: number
  changed: number
  same: number
  wrong: number
  /** Of rows that were right when they were checked. */
  late?: readonly Fault[]
}

/** Others wait about so long for the embedded database. */
const WRITE_MS = 120
/** More are counted but not listed. */
const MOST_FAULTS = 10_000
/** The same of those that every part of the writing carries along. */
const MOST_LATE = 1000
const TRIES = 3

type Step = (work: Work, resource: Resource, input: ImportInput) => Promise<Outcome>
const steps: Readonly<Record<string, Step>> = { check: checkFile, write: writeFile, undo: takeBackFile }

export async function runImport(work: Work): Promise<Outcome> {
  const { task, services } = work
  const input = task.input as unknown as ImportInput
  const resource = await orderedResourceIn(services.db, task.resource, input.publication)
  const step = steps[task.step]
  if (!step) throw new Error(`An import has no step ${task.step}`)
  return step(work, resource, input)
}

/** Not asked of what takes back an import that broke: whoever lost their right meanwhile leaves no half a file either. */
async function refuseWithoutRight({ services, caller, task }: Work): Promise<void> {
  const resource = await knownResourceIn(services.db, task.resource)
  if (!may(caller, permissionOf(resource, 'import'))) throw forbidden()
}

async function takeBackFile(work: Work, resource: Resource): Promise<Outcome> {
  await refuseWithoutRight(work)
  return undoImport(work, resource)
}

async function* chunks(rows: AsyncIterable<SheetRow>, pace: Pace): AsyncIterable<SheetRow[]> {
  let chunk: SheetRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < pace.size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length) yield chunk
}

const NONE: At = { added: 0, changed: 0, same: 0, wrong: 0 }
/** Told with every part, so that it is true however the import ends. */
const countsOf = ({ task }: Work, { added, changed, same, wrong }: At) => ({
  ...task.counts,
  ...{ added, changed, same, wrong, written: added + changed },
})
const dealtWith = ({ added, changed, same, wrong }: At) => added + changed + same + wrong

async function checkFile(work: Work, resource: Resource, input: ImportInput): Promise<Outcome> {
  const { services, caller } = work
  await refuseWithoutRight(work)
  return withFile(work, resource, input.path, async ({ header, count, rows, keep, alike }) => {
    const how: Import = { resource, header, update: input.update, memory: newMemory(), written: false }
    const counts: ImportCounts = { total: count, added: 0, changed: 0, same: 0, wrong: 0, written: 0, twins: 0 }
    if (alike) counts.sheets = alike
    const faults: Fault[] = []
    const promises = new Map<number, Promised>()
    let looked = 0
    const pace = checkingPace(services, resource)
    for await (const chunk of chunks(rows(), pace)) {
      const entries = await work.part((tx) =>
        pace.timed(chunk.length, () => checkRows({ tx, caller, services }, how, chunk)),
      )
      for (const entry of entries) {
        counts[becomes(entry)] += 1
        if (entry.twin && !entry.faults.length) counts.twins += 1
        const isListed = faults.length < MOST_FAULTS
        if (isListed) faults.push(...entry.faults)
        promises.set(entry.line, promiseOf(entry, isListed))
      }
      looked += chunk.length
      await work.progress(looked, count)
    }
    const list = faults.length ? await faultFile(services, caller, resource, [{ name: input.name, faults }]) : undefined
    const outcome: Outcome = {
      counts: { ...counts },
      total: count,
      done: count,
      message: [countsText(counts), ...importRemarks(counts)].join('；'),
      ...(list && { faultPath: list.path, faultName: list.fileName }),
      ...(list && { checkpoint: { faults: byLine(faults).slice(0, FIRST_FAULTS) } }),
    }
    const worth = counts.added + counts.changed
    if (worth) await keep(promises)
    if (input.unasked && worth && !(counts.wrong && input.validate)) return { ...outcome, next: 'write' }
    if (input.unasked)
      return { ...outcome, state: worth ? 'failed' : 'done', message: `${outcome.message}，没有写入任何数据` }
    return { ...outcome, state: 'checked' }
  })
}

const ADDED: Promised = { becomes: 'added' }

/** A hundred thousand of them are held until the check ends. */
function promiseOf(entry: Entry, isListed: boolean): Promised {
  const { before, faults } = entry
  if (faults.length) return { becomes: 'wrong', ...(isListed && { faults }) }
  return before ? { becomes: becomes(entry), id: String(before.id), version: Number(before.version) } : ADDED
}

async function writeFile(work: Work, resource: Resource, input: ImportInput): Promise<Outcome> {
  const { undone, why, lost, ...at }: At & Undone = {
    ...NONE,
    ...(work.task.checkpoint as Partial<At & Undone> | null),
  }
  if (why) return takenBack(work, resource, at, { why, ...(undone && { undone }), ...(lost && { lost }) })
  try {
    await refuseWithoutRight(work)
    // A run that was cut off at its very end has written all, and the file may be gone.
    if (dealtWith(at) < work.task.total)
      await withFile(work, resource, input.path, (file) => writeRows(work, resource, input, file, at))
  } catch (error) {
    // The next try goes on from the last checkpoint.
    if (error instanceof Interrupted || isConnectionLost(error)) throw error
    if (error instanceof Cancelled) return takenBack(work, resource, at, { why: CANCELLED })
    if (error instanceof Refusal || error instanceof SpreadsheetError)
      return takenBack(work, resource, at, { why: error.message })
    await leaveToOthers(work)
    work.services.log.error({ err: error as Error, task: work.task.id }, '导入执行失败')
    return takenBack(work, resource, at, { why: '执行时出错，详情见服务端日志' })
  }
  const list = at.late?.length ? await faultsInTheEnd(work, resource, input, at.late) : undefined
  // The file goes after the end is written: without it nobody could tell what was left to do.
  const { written } = countsOf(work, at)
  return {
    counts: countsOf(work, at),
    done: work.task.total,
    message: at.wrong
      ? `总上传行数：${work.task.total}，已导入行数：${written}，错误行数：${at.wrong}`
      : `文件导入成功！数据行数：${written}`,
    ...list,
  }
}

/** What was wrong when the file was checked, and what became so since. The rows are written: without a list they stay so. */
async function faultsInTheEnd(work: Work, resource: Resource, { path, name }: ImportInput, late: readonly Fault[]) {
  const { services, caller, task } = work
  try {
    return await withFile(work, resource, path, async ({ rows }) => {
      const faults = [...late]
      for await (const { promised } of rows()) faults.push(...(promised?.faults ?? []))
      const list = await faultFile(services, caller, resource, [{ name, faults }], task.faultPath)
      return { faultPath: list.path, faultName: list.fileName }
    })
  } catch (error) {
    await leaveToOthers(work)
    services.log.error({ err: error as Error, task: task.id }, '导入的错误清单未能写入')
    return undefined
  }
}

async function writeRows(work: Work, resource: Resource, input: ImportInput, file: OpenFile, at: At): Promise<void> {
  const how: Import = { resource, header: file.header, update: input.update, memory: newMemory(), written: true }
  const pace = writingPace(work.services, how)
  for await (const { rows, entries } of ahead(portions(work, how, file, dealtWith(at), pace)))
    for (let done = 0; done < rows.length;)
      done += await writeSome(work, how, input, pace, rows.slice(done), entries?.slice(done), at)
}

interface Portion {
  rows: SheetRow[]
  /** Of the rows still to be written, where they can be checked before the rows above them are written. */
  entries?: Entry[]
}

/** No row is judged by what another of the file has written. */
const isCheckedAhead = ({ resource, header }: Import): boolean =>
  isWrittenInBulk(resource) && !ownReferences(resource).some((name) => header.names.includes(name))

/** The rows behind the first `from`. What is checked and written in one transaction comes as `writing` has it. */
async function* portions(
  work: Work,
  how: Import,
  file: OpenFile,
  from: number,
  writing: Pace,
): AsyncGenerator<Portion, void> {
  const { services, caller } = work
  let passed = 0
  const isAhead = isCheckedAhead(how)
  const pace = isAhead ? checkingPace(services, how.resource) : writing
  const check = (rows: SheetRow[]) =>
    work.part((tx) => pace.timed(rows.length, () => checkRows({ tx, caller, services }, how, rows)))
  for await (const some of chunks(file.rows(), pace)) {
    const rows = some.slice(Math.max(0, from - passed))
    const before = some.slice(0, some.length - rows.length)
    // What a former run has dealt with is only looked at again, so that later rows are compared with it as they were then.
    if (before.length) await check(before)
    passed += some.length
    if (!rows.length) continue
    if (isAhead) yield { rows, entries: await check(rows) }
    else yield { rows }
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

/** One transaction: as many of these rows as fit into its time. Answers how many it dealt with. */
async function writeSome(
  work: Work,
  how: Import,
  input: ImportInput,
  pace: Pace,
  rows: readonly SheetRow[],
  checked: readonly Entry[] | undefined,
  at: At,
): Promise<number> {
  const { services, caller } = work
  for (let tries = 1; ; tries += 1) {
    const next = { ...at }
    try {
      const taken = await work.part(async (tx) => {
        const writing = { tx, caller, services }
        for (const hook of hooksOf(how.resource)) await hook.locksFirst?.(tx)
        const began = performance.now()
        const known = tries === 1 ? checked : undefined
        // Rows that do not go together are told apart where the first of them is written before the next is looked at.
        const few = tries === TRIES ? 1 : Math.ceil(pace.size / tries)
        const entries = known ?? (await checkRows(writing, how, rows.slice(0, few)))
        const [wrong] = entries.flatMap(({ faults }) => faults)
        if (wrong && input.validate) throw new Refusal(200, `第 ${wrong.line} 行：${wrong.label}${wrong.reason}`)
        let count = 0
        while (count < entries.length && (!count || performance.now() - began < WRITE_MS)) {
          const some = entries.slice(count, count + (isWrittenInBulk(how.resource) ? pace.size : 1))
          const good = some.filter((entry) => !entry.faults.length)
          // What changes nothing costs nothing.
          const weight = good.filter((entry) => !entry.same).length
          const write = () => writeEntries(writing, how.resource, good)
          if (weight) await (known ? pace.timed(weight, write) : write())
          for (const entry of some) next[becomes(entry)] += 1
          count += some.length
        }
        // Checking is part of it where it cannot be done ahead.
        if (!known) pace.saw(count, performance.now() - began)
        next.late = [...(next.late ?? []), ...lateFaults(rows, entries.slice(0, count))].slice(0, MOST_LATE)
        await work.checkpoint(tx, dealtWith(next), { ...next }, { counts: countsOf(work, next) })
        return count
      })
      Object.assign(at, next)
      return taken
    } catch (error) {
      // Somebody else wrote the same at the same moment: the next look finds it.
      if (!(error instanceof Refusal || isSerializationFailure(error)) || tries === TRIES) throw error
    }
  }
}

/** Of rows that nobody was told of before. */
const lateFaults = (rows: readonly SheetRow[], entries: readonly Entry[]): Fault[] =>
  entries.flatMap(({ faults }, at) => (['wrong', undefined].includes(rows[at]!.promised?.becomes) ? [] : faults))

/** Rows that are checked together; where rules have a say each may ask the database. */
const checkingPace = (services: Services, resource: Resource) =>
  new Pace(services, isWrittenInBulk(resource) ? { first: 200, most: 1000 } : { first: 10, most: 20 })

/** Rows between two looks at the clock; or those of one transaction, where each is checked in it and may be much work. */
const writingPace = (services: Services, how: Import) =>
  new Pace(services, isCheckedAhead(how) ? { first: 50, most: 500 } : { first: 4, most: 50, locks: true })

const CANCELLED = '已取消'

/** A server that stops breaks what it is doing: then nothing is wrong with the import. */
const leaveToOthers = (work: Work): Promise<void> =>
  work.check().catch((error: unknown) => {
    if (!(error instanceof Cancelled)) throw error
  })

/** Cancelled, refused or broken half-way: what was written is taken back, so that the file is imported whole or not at all. */
async function takenBack(work: Work, resource: Resource, at: At, undone: Undone & { why: string }): Promise<Outcome> {
  const counts = countsOf(work, at)
  const { why } = undone
  const state = why === CANCELLED ? 'cancelled' : 'failed'
  if (!counts.written) return { state, message: why }
  const nothing = { ...counts, written: 0 }
  try {
    const { lost } = await undoWrites(work, resource, { ...at, ...undone }, { counts: nothing })
    return { state, counts: nothing, message: `${why}，已写入的 ${counts.written} 行已撤回${lostText(lost)}` }
  } catch (error) {
    if (error instanceof Interrupted || isConnectionLost(error)) throw error
    if (!(error instanceof Refusal)) {
      await leaveToOthers(work)
      work.services.log.error({ err: error as Error, task: work.task.id }, '导入未能撤回')
    }
    const reason = error instanceof Refusal ? error.message : '执行时出错，详情见服务端日志'
    return { state, message: `${why}。已写入 ${counts.written} 行，未能撤回：${reason}` }
  }
}
