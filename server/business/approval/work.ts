/** The operations of an approval, made from its definition; what one resource adds of its own is in an `ApprovalWork`. */
import { knownApproval, knownAction } from '#model/resource.ts'
import { fromHundredths, hundredthsOr0 } from '#model/money.ts'
import type { ApprovalStep } from '#model/approval.ts'
import { stateOf, knownStep } from '#model/deciding.ts'
import type { Resource, Wire } from '#model/resource.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { hundredthsOf, readConfig, settingNamed } from '../../resource/config.ts'
import { refused } from '../../kernel/errors.ts'
import { addStep } from '../../resource/trail.ts'
import type { ActionWork, Work } from '../../resource/action.ts'
import type { Row } from '../../resource/hooks.ts'
import { localTime, type Writing } from '../../resource/write.ts'

/** The step of the trail in which somebody asked. */
export const ASKED = '申请'

interface Own<R extends Row = Row> {
  /** Runs when everybody said yes, inside the transaction of the last decision. The state already says so and may be set further. */
  passed(work: Work<R>): Promise<void>
  rejected?(work: Work<R>): Promise<void>
  /** Takes what a step asks for, before it counts as a yes; throws to refuse. */
  steps?: Readonly<Record<string, (work: Work<R>) => Promise<void>>>
  /** Sets `payeeId`, the login that gains by it, on each row. */
  gains?(rows: (R & Row)[], db: Database | Tx): Promise<void>
  /** What keeps anybody from saying yes as things stand, by row: whoever decides reads it before. `passed` asks again under its locks. */
  refusesNow?(db: Database | Tx, rows: readonly R[]): Promise<ReadonlyMap<R, string>>
}

export interface ApprovalWork extends Own {
  resource: Resource
}

/** Binds what a resource adds to its approval. Throws at start for a definition that names settings there are not. */
export function approvalOf<R extends Resource>(resource: R, own: Own<Wire<R>>): ApprovalWork {
  const { approval } = resource as Resource
  if (!approval) throw new Error(`${resource.name} has no approval`)
  if (approval.hours) settingNamed(approval.hours, 'whole')
  for (const { above } of approval.steps) if (above) settingNamed(above, 'hundredths')
  return { ...(own as unknown as Own), resource }
}

/** The next step this record needs after that one; with the limit that asks for it, in 分. */
async function after(
  tx: Tx,
  resource: Resource,
  row: Row,
  step: ApprovalStep,
): Promise<{ step: ApprovalStep; limit?: bigint } | undefined> {
  const { steps, amount } = knownApproval(resource)
  const config = await readConfig(tx, Number(row.tenantId))
  for (const next of steps.slice(steps.indexOf(step) + 1)) {
    if (!next.above) return { step: next }
    const limit = hundredthsOf(config, settingNamed(next.above, 'hundredths'))
    if (amount && hundredthsOr0(row[amount]) > limit) return { step: next, limit }
  }
  return undefined
}

export function approvalActions({ resource, passed, rejected, refusesNow, steps: own }: ApprovalWork): ActionWork[] {
  const approval = knownApproval(resource)
  const yes = approval.steps.map((step): ActionWork => ({
    resource,
    action: step.action,
    async run(work) {
      const { row, reason } = work
      await own?.[step.action]?.(work)
      const next = await after(work.tx, resource, row, step)
      row[approval.state] = next ? stateOf(resource, next.step) : approval.passed
      const above = next?.limit === undefined ? '' : `超过 ${fromHundredths(next.limit)} 元`
      addStep(row, work, step.name, next ? `通过，${above}待${next.step.name}` : '通过', reason)
      if (!next) return passed(work)
      const why = (await refusesNow?.(work.tx, [row]))?.get(row)
      if (why) throw refused(why)
    },
  }))
  const no: ActionWork = {
    resource,
    action: approval.reject,
    async run(work) {
      const { row, reason } = work
      addStep(row, work, knownStep(resource, row).name, knownAction(resource, approval.reject).label, reason)
      row[approval.state] = approval.rejected
      await rejected?.(work)
    },
  }
  return [...yes, no]
}

/** The record is put before those who decide: its first line in the trail, its state, its deadline. */
export async function ask(resource: Resource, row: Row, writing: Writing, reason?: string): Promise<void> {
  const approval = knownApproval(resource)
  const { services, tx } = writing
  row[approval.state] = stateOf(resource, approval.steps[0])
  addStep(row, writing, ASKED, '已提交', reason)
  if (!approval.hours) return
  const hours = Number((await readConfig(tx, Number(row.tenantId)))[settingNamed(approval.hours, 'whole')])
  row.dueTime = localTime(services, new Date(services.clock.now().getTime() + hours * 3_600_000))
}
