/** What holds for every approval: when it is asked for, who is told, and who may never decide. */
import { and, inArray } from 'drizzle-orm'
import { knownApproval } from '#model/resource.ts'
import { stepAt } from '#model/deciding.ts'
import type { Resource } from '#model/resource.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { mayOf } from '../../resource/list.ts'
import { peopleOf } from '../../resource/trail.ts'
import type { Row, SaveHook } from '../../resource/hooks.ts'
import { trailTableOf } from '../../db/table.ts'
import { toldNow } from '../../resource/write.ts'
import { decisionMade, decisionWanted } from './asking.ts'
import { closeNotices } from './notices.ts'
import { ask, ASKED, type ApprovalWork } from './work.ts'

export const approvalRules = ({ resource, gains, refusesNow }: ApprovalWork): SaveHook => ({
  resource: resource.name,
  adds: ['payeeId'],

  async beforeSave(change) {
    if (change.mode !== 'edit' && stepAt(resource, change.after)) await ask(resource, change.after, change)
  },

  async afterSave(change) {
    const { state } = knownApproval(resource)
    const { before, after } = change
    if (before && before[state] === after[state]) return
    if (before && stepAt(resource, before)) await decisionMade(change, resource, after)
    if (stepAt(resource, after)) await decisionWanted(change, resource, after)
  },

  /** Nobody waits for a decision on what is gone. */
  async beforeDelete({ row, ...writing }) {
    if (!stepAt(resource, row)) return
    await closeNotices(writing, resource, row, { text: toldNow(writing, resource, 'delete'), good: false })
  },

  forbids: (row, caller, action) => refusal(resource, row, caller, action),

  async decorate(rows, { services }) {
    await gains?.(rows, services.db)
    await rememberPeople(resource, rows, services.db)
  },

  /** What is wrong with somebody else’s account is told only to whoever decides. */
  async detail(row, { services, caller }) {
    const step = stepAt(resource, row)
    if (!refusesNow || !step || !mayOf(caller, resource, row).includes(step.action)) return
    const why = (await refusesNow(services.db, [row])).get(row)
    if (why) row.warnings = [...((row.warnings as string[] | undefined) ?? []), why]
  },

  async hinders(rows, { services }, action) {
    const decides = knownApproval(resource).steps.some((step) => step.action === action)
    return (decides && (await refusesNow?.(services.db, rows))) || NOTHING
  },
})

const NOTHING: ReadonlyMap<Row, string> = new Map()

/** Approver ≠ creator ≠ payee, and nobody twice. A deputy is both people at once. */
function refusal(resource: Resource, row: Row, caller: Caller, action: string): string | undefined {
  const { noun, steps } = knownApproval(resource)
  const asked = steps.find((step) => step.action === action)
  if (!asked) return undefined
  const selves = [caller, ...(caller.principal ? [caller.principal] : [])]
  const did = (step: string) => {
    const people = peopleOf(trailOf(row), step)
    return selves.some(({ userId }) => people.includes(userId))
  }
  if (did(ASKED) || selves.some(({ username }) => username === row.createBy)) return `不能审批自己提交的${noun}`
  if (selves.some(({ userId }) => userId && userId === row.payeeId)) return `不能审批付给自己的${noun}`
  const before = steps.slice(0, steps.indexOf(asked)).find(({ name }) => did(name))
  if (!before) return undefined
  return `${asked.name}人不能与${before === steps[0] ? '初审' : before.name}人相同`
}

/** Lists read no lines; who asked and who took the earlier steps is remembered beside such rows. */
const remembered = new WeakMap<Row, Row[]>()
const trailOf = (row: Row): Row[] => (row.auditTrail as Row[] | undefined) ?? remembered.get(row) ?? []

async function rememberPeople(resource: Resource, rows: readonly Row[], db: Database | Tx): Promise<void> {
  const { steps } = knownApproval(resource)
  const waiting = rows.filter((row) => !row.auditTrail && stepAt(resource, row))
  if (!waiting.length) return
  const trail = trailTableOf(resource)
  const found = (await db
    .select({ id: trail.mainId, step: trail.step, personId: trail.personId, principalId: trail.principalId })
    .from(trail)
    .where(
      and(
        inArray(
          trail.mainId,
          waiting.map(({ id }) => id),
        ),
        inArray(trail.step, [ASKED, ...steps.map(({ name }) => name)]),
      ),
    )
    .orderBy(trail.orderNum)) as Row[]
  for (const row of waiting)
    remembered.set(
      row,
      found.filter(({ id }) => id === row.id),
    )
}
