import { LONGEST } from '#model/lengths.ts'
import { maxLength } from '#model/patterns.ts'

const length = maxLength(LONGEST.text)

/** What is wrong with the reason for an action, as it is typed; `missing` is said when there is none and there has to be. */
export function reasonProblem(typed: string, missing?: string): string | undefined {
  const reason = typed.trim()
  if (!reason) return missing
  return length.fits(reason) ? undefined : length.message
}
