/** The slices of a check rule as the contract sends them: its `ruleJson`. */
import { z } from 'zod'
import type { Slice } from '../../resource/check-rule.ts'

export const jsonOf = (slices: readonly Slice[]): string =>
  JSON.stringify(slices.map(({ digits, pattern, message }) => ({ digits, pattern, message })))

const text = z.union([z.string(), z.number()]).transform(String)
const given = z.array(z.object({ digits: text, pattern: text, message: text })).max(100)

/** Undefined when it is no list of slices. */
export function slicesIn(ruleJson: string): Slice[] | undefined {
  try {
    return given.safeParse(JSON.parse(ruleJson)).data
  } catch {
    return undefined
  }
}
