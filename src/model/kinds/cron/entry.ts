import { parseCron } from '#cron/parse.ts'
import { CronError } from '#cron/parts.ts'
import { LONGEST } from '../../lengths.ts'
import { judgedBy, string, textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

function cronProblem(expression: string): string | undefined {
  if (expression.length > LONGEST.text) return `最大长度${LONGEST.text}位字符`
  try {
    parseCron(expression)
  } catch (error) {
    if (error instanceof CronError) return error.message
    throw error
  }
}

export const cron: Entry<FieldOf<'cron'>> = {
  check: () => string().superRefine(judgedBy(cronProblem)),
  sheet: { ...textEntry.sheet, example: () => '0 0 3 * * ?', note: () => '秒 分 时 日 月 周' },
}
