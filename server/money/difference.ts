/** What does not agree becomes a record that somebody must clear. */
import { and, desc, eq } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import type { Row } from '../resource/hooks.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { insertRow, localTime, newRow, type Writing } from '../resource/write.ts'

const { reconcileDifference } = resources
const differences = tableOf(reconcileDifference)

/** pb_difference_kind. */
export const KIND = {
  balance: '1',
  frozen: '2',
  gift: '3',
  shares: '4',
  income: '5',
  payOut: '6',
  overshared: '7',
  overpaid: '8',
} as const

export interface Difference {
  kind: (typeof KIND)[keyof typeof KIND]
  subject: string
  bizNo: string
  /** 分 */
  expected: bigint
  actual: bigint
  detail: string
}

/** pb_difference_status. */
const OPEN = '0'

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
  if (last && (last.status === OPEN || same)) {
    await tx
      .update(differences)
      .set(last.status === OPEN ? figures : { lastTime: now })
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
