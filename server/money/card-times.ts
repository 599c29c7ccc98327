/** The times of a card that staff gave or took. */
import type { Row } from '../resource/hooks.ts'

const KIND = /^调整 [+-]?\d+ 次$/
const TOTAL = /^共 (\d+) 次$/

/** The line that such a change leaves in the card. */
export const timesChanged = (before: number, after: number) => ({
  kind: `调整 ${after > before ? '+' : ''}${after - before} 次`,
  before: `共 ${before} 次`,
  after: `共 ${after} 次`,
})

/** Times that were handed over with a card: the first of these lines says how many they were before it. */
export function timesAtFirst({ changes, totalTimes }: { changes?: unknown; totalTimes?: unknown }): number {
  const first = ((changes as Row[] | null | undefined) ?? []).find(({ kind }) => KIND.test(String(kind)))
  return Number(TOTAL.exec(String(first?.before))?.[1] ?? totalTimes)
}
