/** An uploaded spreadsheet, row by row: taken apart once, read as often as one likes. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unrollSheet, type Cell, type Merge, type Unrolled } from '@voltdesk/sheets'
import type { Resource } from '#model/resource.ts'
import { keepFile } from '../files/keep.ts'
import { withFolder } from '../files/leftovers.ts'
import { needRoomHere } from '../files/room.ts'
import { Refusal } from '../kernel/errors.ts'
import { MERGED } from '../resource/cells.ts'
import type { Import } from '../resource/import-check.ts'
import type { Promised, SheetRow } from '../resource/import-entry.ts'
import { HEADER_WITHIN, headerOf, isExample, type Header } from '../resource/import-header.ts'
import { parentsFirst } from '../resource/import-order.ts'
import { TEMPLATE_SHEETS } from '../resource/import-template.ts'
import { refuseSize } from '../resource/import.ts'
import type { Services } from '../kernel/services.ts'
import { TASK_FILES } from './result-file.ts'
import type { TaskRow } from '../db/task-tables.ts'
import type { Work } from '../resource/long-work.ts'

export interface OpenFile {
  header: Import['header']
  /** Rows that hold something, without the header. */
  count: number
  /** Further sheets of the workbook with such a header; nobody knows it of a file that was gone through before. */
  alike: number
  /** In one order, whenever they are read: parents first. */
  rows(): AsyncIterable<SheetRow>
  /** For the next step, with what was said of each line. */
  keep(promises: ReadonlyMap<number, Promised>): Promise<unknown>
}

/** The upload and, once it was gone through, its rows: what lies in the store for an import. */
export const filesOf = (path: string): string[] => [path, rowsPathOf(path)]
/** The same of any task: once an import has ended nobody reads them. */
export const givenTo = ({ kind, input }: Pick<TaskRow, 'kind' | 'input'>): string[] =>
  kind === 'import' && typeof input.path === 'string' ? filesOf(input.path) : []
const rowsPathOf = (path: string) => `${path}.rows`

/** The rows on this node for as long as `read` takes. A file is taken apart once: writing it finds what checking it left. */
export async function withFile<T>(
  { services, task, caller }: Work,
  resource: Resource,
  path: string,
  read: (file: OpenFile) => Promise<T>,
) {
  await needRoomHere(services)
  return withFolder(async (folder) => {
    const unrolled = join(folder, 'rows')
    const found = await unroll(services, path, unrolled)
    if (found?.rows === 0) throw new Refusal(400, '表格是空的')
    const head: Cell[][] = []
    for await (const { line, cells } of linesOf(unrolled)) {
      // The line under the titles may be the template's own.
      if (line > HEADER_WITHIN + 1) break
      while (head.length < line - 1) head.push([])
      head.push(cells)
    }
    const header = headerOf(resource, head)
    const first = isExample(head[header.at + 1]) ? header.at + 2 : header.at + 1
    const above = head.slice(0, first).filter((cells) => cells.length).length
    const count = found ? found.rows - above : task.total
    refuseSize(count)
    if (found?.merges.length) await markMerged(unrolled, header, first, found.merges)
    const alike = found?.others.filter((sheet) => isAlike(resource, sheet)).length ?? 0
    async function* below() {
      for await (const row of linesOf(unrolled)) if (row.line > first) yield row
    }
    const rows = () => parentsFirst(resource, header, below)
    const kept = { path: rowsPathOf(path), fileName: 'rows', contentType: 'application/octet-stream', biz: TASK_FILES }
    const keep = (promises: ReadonlyMap<number, Promised>) =>
      keepFile(services, caller, { ...kept, isPrivate: true }, Readable.from(promising(unrolled, promises)))
    return read({ header, count, alike, rows, keep })
  })
}

/** Rows of such a sheet could have been imported as well. */
function isAlike(resource: Resource, { name, rows, head }: Unrolled['others'][number]): boolean {
  if (TEMPLATE_SHEETS.includes(name)) return false
  try {
    const { at } = headerOf(resource, head)
    return rows > head.slice(0, at + 1).filter(({ length }) => length).length
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Cells under a merged one would count as empty; a marker there is refused as content. Above row `first` titles are merged. */
async function markMerged(unrolled: string, header: Header, first: number, merges: readonly Merge[]): Promise<void> {
  const columns = [
    ...header.names.flatMap((name, column) => (name ? [column] : [])),
    ...header.numbers.map(({ column }) => column),
  ]
  const byColumn = columns.map((column) => ({
    column,
    merges: merges
      .filter(({ left, right, bottom }) => left <= column && column <= right && bottom >= first)
      .sort((a, b) => a.top - b.top),
  }))
  if (!byColumn.some(({ merges }) => merges.length)) return
  const covering = ({ column, merges }: (typeof byColumn)[number], row: number) => {
    const next = firstIndex(merges.length, (at) => merges[at]!.top > row)
    const merge = merges[next - 1]
    return merge && merge.bottom >= row && !(merge.top === row && merge.left === column)
  }
  const marked = `${unrolled}.marked`
  await pipeline(
    linesOf(unrolled),
    async function* (lines) {
      for await (const { line, cells } of lines) {
        if (line > first)
          for (const one of byColumn)
            if (covering(one, line - 1)) {
              while (cells.length < one.column) cells.push(null)
              cells[one.column] = MERGED
            }
        yield `${JSON.stringify([line - 1, cells])}\n`
      }
    },
    createWriteStream(marked),
  )
  await rename(marked, unrolled)
}

/** The first index of so many that fits; what fits is followed only by what fits. */
function firstIndex(length: number, fits: (index: number) => boolean): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (fits(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** Undefined where a former step has gone through it. */
async function unroll({ files, sheetReader }: Services, path: string, into: string): Promise<Unrolled | undefined> {
  const kept = await files.read(rowsPathOf(path))
  if (kept) {
    await pipeline(kept.stream, createWriteStream(into))
    return undefined
  }
  const stored = await files.read(path)
  if (!stored) throw new Refusal(200, '上传的文件已被清理，请重新导入')
  const whole = `${into}.file`
  await pipeline(stored.stream, createWriteStream(whole))
  return unrollSheet(whole, into, sheetReader)
}

async function* linesOf(unrolled: string): AsyncIterable<SheetRow> {
  for await (const text of textsOf(unrolled)) {
    const [index, cells, promised] = JSON.parse(text) as [number, Cell[], Promised?]
    yield { line: index + 1, cells, ...(promised && { promised }) }
  }
}

const KEPT_AT_ONCE = 256 * 1024

/** The lines as they stand, each with what was promised of it behind its cells. */
async function* promising(unrolled: string, promises: ReadonlyMap<number, Promised>): AsyncIterable<string> {
  let some = ''
  for await (const text of textsOf(unrolled)) {
    const promised = promises.get(Number(text.slice(1, text.indexOf(','))) + 1)
    // A check that was cut off behind its end kept them before.
    const bare = () => JSON.stringify((JSON.parse(text) as unknown[]).slice(0, 2))
    const line = text.endsWith(']]') ? text : bare()
    some += `${promised ? `${line.slice(0, -1)},${JSON.stringify(promised)}]` : line}\n`
    if (some.length < KEPT_AT_ONCE) continue
    yield some
    some = ''
  }
  yield some
}

async function* textsOf(unrolled: string): AsyncIterable<string> {
  const input = createReadStream(unrolled)
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } finally {
    input.destroy()
  }
}
