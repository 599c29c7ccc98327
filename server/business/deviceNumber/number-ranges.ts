/** Ranges of device numbers: what overlaps them, and the making of the numbers after the first. */
import { and, between, eq, inArray, sql } from 'drizzle-orm'
import type { Wire } from '#model/resource.ts'
import { numberStates } from '#resources/device/deviceNumber.ts'
import { resources } from '#resources/index.ts'
import { newId } from '../../kernel/id.ts'
import type { Tx } from '../../kernel/database.ts'
import { live } from '../../db/live.ts'
import { insertAll } from '../../db/bulk.ts'
import { task } from '../../db/task-tables.ts'
import type { Caller } from '../../kernel/caller.ts'
import { tableOf } from '../../db/table.ts'
import { trace } from '../../resource/trace.ts'
import { recordOf } from '../../resource/write.ts'

const { deviceNumber } = resources
export const numbers = tableOf(deviceNumber)

interface Range {
  startNo: string
  endNo: string
}
type Numbers = Wire<typeof deviceNumber>
/** Where a range is looked for. */
type Wanted = Pick<Numbers, 'tenantId' | 'startNo' | 'endNo'>
interface Placed extends Range {
  line: number
}

/** The range that holds any of these numbers already, made or about to be. Numbers of one length compare as text. */
export async function overlap(tx: Tx, { tenantId, startNo, endNo }: Wanted): Promise<Range | undefined> {
  const [found] = await tx
    .select({ startNo: numbers.startNo, endNo: numbers.endNo })
    .from(numbers)
    .where(
      and(
        live(numbers),
        eq(numbers.tenantId, tenantId),
        sql`length(${numbers.sn}) = ${startNo.length}`,
        between(numbers.sn, startNo, endNo),
      ),
    )
    .orderBy(numbers.sn)
    .limit(1)
  return found ?? (await comingOverlap(tx, { tenantId, startNo, endNo }))
}

/** A long range is made in the background: its numbers are taken although they are not there yet. */
async function comingOverlap(tx: Tx, { tenantId, startNo, endNo }: Wanted): Promise<Range | undefined> {
  const [coming] = await tx
    .select({ input: task.input })
    .from(task)
    .where(
      and(
        eq(task.kind, 'numbers'),
        eq(task.tenantId, tenantId),
        inArray(task.state, ['queued', 'running']),
        sql`length(${task.input} ->> 'startNo') = ${startNo.length}`,
        sql`${task.input} ->> 'startNo' <= ${endNo} and ${task.input} ->> 'endNo' >= ${startNo}`,
      ),
    )
    .limit(1)
  return coming?.input as unknown as Range | undefined
}

/** The range of an earlier row of the same file; kept in the order of their starts, so that a long file stays quick. */
export function overlapInFile(
  file: { line: number; memory: Map<string, unknown> },
  { startNo, endNo }: Range,
): Placed | undefined {
  const range: Placed = { line: file.line, startNo, endNo }
  const key = `deviceNumber ranges ${range.startNo.length}`
  const known = (file.memory.get(key) as Placed[] | undefined) ?? []
  file.memory.set(key, known)
  let low = 0
  for (let high = known.length; low < high;) {
    const middle = (low + high) >> 1
    if (known[middle]!.endNo < range.startNo) low = middle + 1
    else high = middle
  }
  const at = known[low]
  if (at && at.startNo <= range.endNo) return at.line === range.line ? undefined : at
  known.splice(low, 0, range)
  return undefined
}

/** What only the first has by the time the others are made: a device, somebody who changed it. */
const UNUSED = {
  status: numberStates.free,
  deviceId: null,
  voidReason: null,
  version: 1,
  updateBy: null,
  updateTime: null,
} as const

/** The numbers of a range by their place in it, the first left out as it is there already; each with its row in the data log. */
export async function makeNumbers(
  tx: Tx,
  caller: Caller,
  first: Numbers,
  { from, to, operation }: { from: number; to: number; operation: string },
): Promise<void> {
  const start = BigInt(first.startNo)
  const width = first.startNo.length
  const rows = Array.from({ length: to - from }, (_, index): Numbers => {
    const sn = String(start + BigInt(from + index)).padStart(width, '0')
    return {
      ...first,
      ...UNUSED,
      id: newId(),
      sn,
      qrUrl: first.qrUrl && first.qrUrl.replaceAll(first.startNo, sn),
    }
  })
  if (!rows.length) return
  await insertAll(
    tx,
    numbers,
    rows.map((row) => recordOf(deviceNumber, row)),
  )
  await trace(
    tx,
    caller,
    deviceNumber,
    rows.map((row) => ({ operation, id: row.id, version: 1, after: row })),
  )
}
