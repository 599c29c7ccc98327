/** An uploaded spreadsheet, row by row: taken apart once, read as often as one likes. */
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { unrollSheet, type Cell } from '@voltdesk/sheets'
import type { Resource } from '#model/resource.ts'
import { keepFile } from '../files/keep.ts'
import { withFolder } from '../files/leftovers.ts'
import { needRoomHere } from '../files/room.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Import } from '../resource/import-check.ts'
import type { SheetRow } from '../resource/import-entry.ts'
import { HEADER_WITHIN, headerOf, isExample } from '../resource/import-header.ts'
import { parentsFirst } from '../resource/import-order.ts'
import { refuseSize } from '../resource/import.ts'
import type { Services } from '../kernel/services.ts'
import { TASK_FILES } from './result-file.ts'
import type { TaskRow } from '../db/task-tables.ts'
import type { Work } from '../resource/long-work.ts'

export interface OpenFile {
  header: Import['header']
  /** Rows that hold something, without the header. */
  count: number
  /** In one order, whenever they are read: parents first. */
  rows(): AsyncIterable<SheetRow>
  /** For the next step. */
  keep(): Promise<unknown>
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
    const filled = await unroll(services, path, unrolled)
    if (filled === 0) throw new Refusal(400, '表格是空的')
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
    const count = filled === undefined ? task.total : filled - above
    refuseSize(count)
    async function* below() {
      for await (const row of linesOf(unrolled)) if (row.line > first) yield row
    }
    const rows = () => parentsFirst(resource, header, below)
    const kept = { path: rowsPathOf(path), fileName: 'rows', contentType: 'application/octet-stream', biz: TASK_FILES }
    const keep = () => keepFile(services, caller, { ...kept, isPrivate: true }, createReadStream(unrolled))
    return read({ header, count, rows, keep })
  })
}

/** Answers how many rows hold something; undefined where a former step has counted them. */
async function unroll({ files, sheetReader }: Services, path: string, into: string): Promise<number | undefined> {
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
