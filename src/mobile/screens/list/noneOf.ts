import type { BatchPreview } from '#model/batch.ts'

const MOST_NAMED = 3

/** Why nothing can be done with any of those that were chosen. */
export function noneOf({ label, excluded, excludedCount }: BatchPreview): string {
  if (!excluded.length) return '没有可以处理的记录'
  const count = Math.max(excludedCount, excluded.length)
  const named = excluded.slice(0, MOST_NAMED).map(({ name, reason }) => `${name}（${reason}）`)
  return `所选 ${count} 条都不能${label}：${named.join('、')}${count > named.length ? ' 等' : ''}`
}
