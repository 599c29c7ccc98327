import { gridPatterns, ownPattern } from '#model/patterns.ts'
import { cellTypes, isEmptyCell } from './cellTypes.ts'
import type { Column, GridRow, Handler, ValidateRule } from './column.ts'
import { unfinished } from '../records/fileValues.ts'

/** Judges a value without looking at other rows: the message, undefined when it fits. */
type Judge = (value: unknown) => string | undefined

/** The rules of a column, ready to run over many rows. */
export interface ColumnCheck {
  column: Column
  /** Undefined when there is nothing to judge. */
  judge: Judge | undefined
  /** The message for a value that another row has. */
  unique: string | undefined
  handlers: readonly { handle: Handler; message: string }[]
}

const worded = (message: string | undefined, { title }: Column, otherwise: string) =>
  (message || otherwise).replaceAll('${title}', title)

const missing = (column: Column) => `${cellTypes[column.type].picks ? '请选择' : '请输入'}${column.title}`

function judgeOf(rule: ValidateRule, column: Column): Judge | undefined {
  const { pattern } = rule
  if (rule.judge) return rule.judge
  // Non-empty is what 必填 says, under another name.
  if (rule.required || pattern === '*') {
    const message = worded(rule.message, column, missing(column))
    return (value) => (isEmptyCell(value) ? message : undefined)
  }
  if (!pattern || pattern === 'only') return undefined
  const { fits, message: usual } = pattern instanceof RegExp ? ownPattern(pattern, '格式不正确') : gridPatterns[pattern]
  const message = worded(rule.message, column, usual)
  return (value) =>
    isEmptyCell(value) || fits(typeof value === 'string' ? value : String(value)) ? undefined : message
}

/** The first that objects is heard. Nested calls rather than a loop: this runs for every cell of every row. */
const together = (judges: readonly Judge[]): Judge | undefined =>
  judges.reduce<Judge | undefined>(
    (before, judge) => (before ? (value) => before(value) ?? judge(value) : judge),
    undefined,
  )

/** Reads the rules of a column once. */
export function checkOf(column: Column): ColumnCheck {
  const rules = column.validateRules ?? []
  const judges = rules.flatMap((rule) => judgeOf(rule, column) ?? [])
  if (cellTypes[column.type].enters === 'files') judges.push(unfinished)
  const unique = rules.find((rule) => rule.unique || rule.pattern === 'only')
  return {
    column,
    judge: together(judges),
    unique: unique && worded(unique.message, column, '${title}不能重复'),
    handlers: rules.flatMap((rule) =>
      rule.handler ? [{ handle: rule.handler, message: worded(rule.message, column, '${title}校验未通过') }] : [],
    ),
  }
}

export const hasRules = ({ judge, unique, handlers }: ColumnCheck): boolean =>
  Boolean(judge) || unique !== undefined || handlers.length > 0

/** What a handler says of a cell: the message, undefined when it fits. Never rejects. */
export async function handled(check: ColumnCheck, row: GridRow): Promise<string | undefined> {
  const { column, handlers } = check
  for (const { handle, message } of handlers) {
    try {
      const verdict = await handle({ value: row[column.field], row, column })
      if (verdict === false) return message
      if (typeof verdict === 'string' && verdict) return verdict
    } catch (error) {
      return error instanceof Error && error.message ? error.message : message
    }
  }
  return undefined
}
