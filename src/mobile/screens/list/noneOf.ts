import { namedExcluded, type BatchPreview } from '#model/batch.ts'

/** Why nothing can be done with any of those that were chosen. */
export function noneOf({ label, excluded, excludedCount }: BatchPreview): string {
  if (!excluded.length) return '没有可以处理的记录，请刷新后重新选择'
  const count = Math.max(excludedCount, excluded.length)
  return `所选 ${count} 条都不能${label}：${namedExcluded(excluded, count)}`
}
