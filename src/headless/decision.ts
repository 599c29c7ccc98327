/** What a person must see before deciding, as the approval of the definition says; drawn by both shells. */
import { stepAt } from '#model/deciding.ts'
import { isEmptyValue } from '#model/emptiness.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { textOf } from './formats.ts'
import type { Row } from './rows.ts'

/** What a yes does to a ledger, as the server works it out. */
export interface Effect {
  /** Whose account, where it is not obvious. */
  account?: string | null
  amountType_dictText?: string
  direction_dictText?: string
  amount: string
  beforeAmount: string
  afterAmount: string
}

export interface DecisionFact {
  name: string
  /** Small below it. */
  beside: readonly string[]
}

const listIn = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])

export const effectOf = (row: Row): readonly Effect[] => listIn<Effect>(row.effect)

/** What should make one look twice. */
export const warningsOf = (row: Row): readonly string[] => listIn<string>(row.warnings)

/** The facts that are known of this record, most important first. */
export const factsOf = (resource: Resource, row: Row): DecisionFact[] =>
  (resource.approval?.facts ?? [])
    .map((fact) => [fact].flat() as string[])
    .filter((names) => names.some((name) => !isEmptyValue(row[name])))
    .map(([name, ...beside]) => ({ name: name!, beside }))

export const figuresOf = (resource: Resource, row: Row): string[] =>
  (resource.approval?.figures ?? []).filter((name) => !isEmptyValue(row[name]))

const ASKED = '申请'

/** The last decision of a person: 已由 张三 于 11-20 10:32 通过. */
export function decidedBy(row: Row): string | undefined {
  const steps = listIn<Record<string, string | null>>(row.auditTrail)
  const step = steps.findLast((line) => line.personId && line.step !== ASKED)
  return step && `已由 ${step.person} 于 ${(step.time ?? '').slice(5, 16)} ${step.result ?? ''}`
}

/** Only what still waits for somebody can be late. */
export const isLate = (resource: Resource, row: Row): boolean =>
  Boolean(stepAt(resource, row) && row.dueTime) && new Date(String(row.dueTime).replace(' ', 'T')) < new Date()

/** In one line: what it is about, for the question before the decision. */
export function gist(resource: Resource, row: Row): { amount?: string; about: string } {
  const { amount } = resource.approval ?? {}
  const { subtitle } = resource.list.card
  const text = (name: string) => textOf(fieldOf(resource, name)!, row, name)
  const about = [subtitle && text(subtitle), text(resource.title)].filter(Boolean).join('，')
  return { ...(amount && { amount: text(amount) }), about }
}
