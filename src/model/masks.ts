import type { Mask } from './fields.ts'

const keep = (head: number, tail: number) => (value: string) =>
  value.length <= head + tail
    ? '*'.repeat(value.length)
    : value.slice(0, head) + '****' + (tail ? value.slice(-tail) : '')

/** How each mask shows a value: 13812345678 → 138****5678. */
export const masks: Record<Mask, (value: string) => string> = {
  phone: keep(3, 4),
  idCard: keep(4, 4),
  bankCard: keep(4, 4),
  name: (value) => value.slice(0, 1) + '*'.repeat(Math.max(1, value.length - 1)),
  account: keep(2, 2),
}
