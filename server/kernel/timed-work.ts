/** What the clock starts (定时任务): what its parameter may be, and what it does. */
import { listed } from '#model/listed.ts'
import { z } from 'zod'
import type { Services } from './services.ts'

export interface TimedWork {
  /** Takes `{}` when nothing was given. */
  parameter: z.ZodType<Record<string, unknown>>
  /** Running it twice changes nothing. Resolves to one sentence about what was done. */
  run(services: Services, parameter: Record<string, unknown>): Promise<string>
  /** Takes minutes: it has a queue of its own, so that what is due each minute does not wait behind it. */
  long?: boolean
}

export const timed = <P extends Record<string, unknown>>(
  parameter: z.ZodType<P>,
  run: (services: Services, parameter: P) => Promise<string>,
  more?: Pick<TimedWork, 'long'>,
): TimedWork => ({ parameter, run: run, ...more })

export const noParameter = z.strictObject({})
/** A whole number, and what it is when nothing is said. */
export const wholeFrom = (least: number, most: number, usual: number) => {
  const message = `应为 ${least} 到 ${most} 的整数`
  return z.int(message).min(least, message).max(most, message).default(usual)
}
export const daysParameter = (least: number, usual: number) => z.strictObject({ days: wholeFrom(least, 3650, usual) })

/** The parameter of a record, checked; a sentence when it is not what the work takes. */
export function parameterOf(work: TimedWork, text: unknown): { value: Record<string, unknown> } | { problem: string } {
  let given: unknown
  try {
    given = String(text ?? '').trim() ? JSON.parse(String(text)) : {}
  } catch {
    return { problem: '应为 JSON 对象，例如 {"days":180}' }
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problem: '应为 JSON 对象，例如 {"days":180}' }
  const parsed = work.parameter.safeParse(given)
  if (parsed.success) return { value: parsed.data }
  return {
    problem: parsed.error.issues
      .map((issue) =>
        issue.code === 'unrecognized_keys'
          ? `没有参数 ${listed(issue.keys)}`
          : `${issue.path.join('.')} ${issue.message}`,
      )
      .join('；'),
  }
}
