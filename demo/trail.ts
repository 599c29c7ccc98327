import { seedId } from '../server/seed/seed-id.ts'
import { accountId, personOf } from './accounts.ts'

/** A line of 审核记录 as the demo tells it. */
export interface Step {
  step: string
  result: string
  at: Date
  /** An account of the demo; nobody for the system and for consumers. */
  by?: string
  host?: string
  reason?: string
  /** Who it was when none of the demo's own people. */
  name?: string
}

/** Rows of the sub-table, in order. */
export const trailRows = (of: string, mainId: string, steps: readonly Step[]): Record<string, unknown>[] =>
  steps.map(({ step, result, at, by, host, reason, name }, orderNum) => ({
    id: seedId(of, 'trail', mainId, orderNum),
    mainId,
    orderNum,
    step,
    person: name ?? (by ? personOf(by).realname : '系统'),
    personId: by && accountId(by),
    host: host ?? '系统',
    result,
    reason,
    time: at.toISOString(),
  }))
