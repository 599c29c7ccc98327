/**
 * What checking a file said of its rows holds when they are written, or the row is refused: that is what its person agreed
 * to. Of two who write the same record the second is told who was first, and when.
 */
import { and, eq } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { oneOf } from '../db/one-of.ts'
import { dataLog } from '../db/tables.ts'
import { becomes, type Entry, type Promised, type SheetRow } from './import-entry.ts'
import { writtenSince, type Writing } from './write.ts'

interface Broken {
  entry: Entry
  reason: string
}

/** The record a row meant, in the version that was seen; version 0 of one that was not there. */
interface Seen {
  entry: Entry
  promised: Promised
  id: string
  version: number
}

/** Rows that would do something else than they promised. Those that came with a fault, or change nothing by now, do no harm. */
export async function brokenPromises(
  writing: Writing,
  resource: Resource,
  rows: readonly { row: SheetRow; entry: Entry }[],
): Promise<Broken[]> {
  const broken: Broken[] = []
  const moved: Seen[] = []
  for (const { row, entry } of rows) {
    const { promised } = row
    if (!promised) continue
    const now = becomes(entry)
    if (promised.becomes === 'wrong') {
      if (promised.faults) entry.faults = [...promised.faults]
      else if (now !== 'wrong') broken.push({ entry, reason: CHECK_AGAIN })
      continue
    }
    if (now === 'wrong' || now === 'same') continue
    const { id = entry.before?.id, version = 0 } = promised
    if (id !== entry.before?.id || Number(entry.before?.version ?? 0) !== version)
      moved.push({ entry, promised, id: String(id), version })
    else if (now !== promised.becomes) broken.push({ entry, reason: CHECK_AGAIN })
  }
  const own = moved.length ? await changedByThisFile(writing, resource, moved) : new Set<string>()
  for (const { entry, id, version } of moved) {
    if (own.has(id)) continue
    const said = await writtenSince(writing.tx, resource, { id }, version, '刚刚被修改')
    broken.push({ entry, reason: `${said}，请重新导入` })
  }
  return broken
}

const CHECK_AGAIN = '与检查时的结果不同，请重新导入'

/** Of these records those that nobody but this import has written since: rows above may have brought them along. */
async function changedByThisFile({ tx, caller }: Writing, resource: Resource, moved: readonly Seen[]) {
  const logs = await tx
    .select({ id: dataLog.dataId, version: dataLog.dataVersion, task: dataLog.taskId })
    .from(dataLog)
    .where(
      and(
        eq(dataLog.dataTable, resource.table),
        oneOf(
          dataLog.dataId,
          moved.map(({ id }) => id),
        ),
      ),
    )
  const own = moved.filter(({ id, version }) => {
    const since = logs.filter((log) => log.id === id && log.version > version)
    return since.length && since.every(({ task }) => task === caller.task)
  })
  return new Set(own.map(({ id }) => id))
}
