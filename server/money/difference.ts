/** What does not agree becomes a record that somebody must clear. */
import { and, desc, eq } from 'drizzle-orm'
import type { ValueIn } from '#model/choices.ts'
import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { differenceKinds, differenceStates } from '#resources/finance/reconcileDifference.ts'
import type { Row } from '../resource/hooks.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { insertRow, localTime, newRow, type Writing } from '../resource/write.ts'

const { reconcileDifference } = resources
const differences = tableOf(reconcileDifference)

export interface Difference {
  kind: ValueIn<typeof differenceKinds>
  subject: string
  bizNo: string
  /** 分 */
  expected: bigint
  actual: bigint
  detail: string
}

/** The record that is new: an open one is brought up to date, one cleared with the same figures stays cleared, and both answer nothing. */
export async function recordDifference(
  writing: Writing,
  tenantId: number,
  found: Difference,
): Promise<Row | undefined> {
  const { tx, services } = writing
  const now = localTime(services)
  const { expected, actual } = found
  const figures = { expected, actual, difference: actual - expected, detail: found.detail, lastTime: now }
  const [last] = await tx
    .select({
      id: differences.id,
      status: differences.status,
      expected: differences.expected,
      actual: differences.actual,
    })
    .from(differences)
    .where(
      and(
        eq(differences.tenantId, tenantId),
        eq(differences.kind, found.kind),
        eq(differences.bizNo, found.bizNo),
        live(differences),
      ),
    )
    .orderBy(desc(differences.createTime), desc(differences.id))
    .limit(1)
  const same = last?.expected === expected && last.actual === actual
  if (last && (last.status === differenceStates.open || same)) {
    await tx
      .update(differences)
      .set(last.status === differenceStates.open ? figures : { lastTime: now })
      .where(eq(differences.id, last.id))
    return undefined
  }
  const row = newRow(writing, reconcileDifference, {
    ...found,
    expected: fromHundredths(expected),
    actual: fromHundredths(actual),
    difference: fromHundredths(actual - expected),
    foundTime: now,
    lastTime: now,
  })
  await insertRow({ ...writing, mode: 'add', after: row, extras: {} }, reconcileDifference)
  return row
}
