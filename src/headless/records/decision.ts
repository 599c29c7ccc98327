/** What a person must see before deciding, as the approval of the definition says; drawn by both shells. */
import { stepAt } from '#model/deciding.ts'
import { isEmptyValue } from '#model/emptiness.ts'
import { LONGEST, tooLong } from '#model/lengths.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { wallTime } from '../connection/wallTime.ts'
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

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

export const effectOf = (row: Row): readonly Effect[] => listIn(row.effect) as readonly Effect[]

/** What should make one look twice. */
export const warningsOf = (row: Row): readonly string[] => listIn(row.warnings).map(String)

/** The facts that are known of this record, most important first. */
export const factsOf = (resource: Resource, row: Row): DecisionFact[] =>
  (resource.approval?.facts ?? [])
    .map((fact): readonly string[] => (typeof fact === 'string' ? [fact] : fact))
    .filter((names) => names.some((name) => !isEmptyValue(row[name])))
    .map(([name, ...beside]) => ({ name: name!, beside }))

export const figuresOf = (resource: Resource, row: Row): string[] =>
  (resource.approval?.figures ?? []).filter((name) => !isEmptyValue(row[name]))

/** The step of the trail in which somebody asked. */
const ASKED = '申请'
type Line = Readonly<Record<string, string | null>>
const trailOf = (row: Row) => listIn(row.auditTrail) as readonly Line[]

/** Was it ever put before somebody? An order or a deposit mostly is not. */
export const wasAsked = (resource: Resource, row: Row): boolean =>
  Boolean(stepAt(resource, row)) || trailOf(row).some(({ step }) => step === ASKED)

/** The last decision, or what ended the waiting otherwise. */
function decisionIn(resource: Resource, row: Row): Line | undefined {
  const names = (resource.approval?.steps ?? []).map(({ name }) => name)
  const waits = Boolean(stepAt(resource, row))
  const isDecision = ({ step, personId }: Line) =>
    Boolean(personId) && (waits ? names.includes(String(step)) : step !== ASKED)
  return trailOf(row).findLast(isDecision)
}

const at = ({ time }: Line) => (time ?? '').slice(5, 16)

/** 已由 张三 于 11-20 10:32 通过. */
export function decidedBy(resource: Resource, row: Row): string | undefined {
  const line = decisionIn(resource, row)
  return line && `已由 ${line.person} 于 ${at(line)} ${line.result ?? ''}`
}

/** What happened since the last decision: 11-20 10:49 打款：打款失败（账户已注销）. Undefined when nothing did. */
export function latestOf(resource: Resource, row: Row): string | undefined {
  const line = trailOf(row).at(-1)
  if (!line || line === decisionIn(resource, row) || line.step === ASKED) return undefined
  return `${at(line)} ${line.step}：${line.result}${line.reason ? `（${line.reason}）` : ''}`
}

/** The state to show: that of the decision while one is waited for. */
export const badgeOf = (resource: Resource, row: Row): string | undefined =>
  stepAt(resource, row) ? resource.approval!.state : resource.list.card.badge

/** Only what still waits for somebody can be late. */
export const isLate = (resource: Resource, row: Row): boolean =>
  Boolean(stepAt(resource, row) && row.dueTime) && String(row.dueTime) < wallTime()

/** What it is about, how much and to whom it is paid, for the question before the decision. */
export function gist(resource: Resource, row: Row): { amount?: string; about: string; payee?: string } {
  const { amount, payee = [] } = resource.approval ?? {}
  const { subtitle } = resource.list.card
  const text = (name: string) => textOf(fieldOf(resource, name)!, row, name)
  const about = [subtitle && text(subtitle), text(resource.title)].filter(Boolean).join('，')
  const account = payee.map(text).filter(Boolean).join(' ')
  return { ...(amount && { amount: text(amount) }), about, ...(account && { payee: account }) }
}

/** What is wrong with the reason for an action, as it is typed; `missing` is said when there is none and there has to be. */
export function reasonProblem(typed: string, missing?: string): string | undefined {
  const reason = typed.trim()
  if (!reason) return missing
  return reason.length > LONGEST.text ? tooLong(LONGEST.text) : undefined
}
