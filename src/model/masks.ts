import type { Mask } from './fields.ts'

const keep = (head: number, tail: number) => (value: string) =>
  value.length <= head + tail
    ? '*'.repeat(value.length)
    : value.slice(0, head) + '****' + (tail ? value.slice(-tail) : '')

/** How many characters stay in sight before and behind what is hidden. */
export const maskEnds = { phone: [3, 4], idCard: [4, 4], bankCard: [4, 4], account: [2, 2] } as const

/** How each mask shows a value: 13812345678 → 138****5678. */
export const masks: Record<Mask, (value: string) => string> = {
  phone: keep(...maskEnds.phone),
  idCard: keep(...maskEnds.idCard),
  bankCard: keep(...maskEnds.bankCard),
  name: (value) => value.slice(0, 1) + '*'.repeat(Math.max(1, value.length - 1)),
  account: keep(...maskEnds.account),
}
