/** How a record is decided on: who, one after the other, until when, and what they look at. */
import { dateTime, lines, text, user } from './fields.ts'
import type { Action } from './action.ts'

/** A key of APP配置: `withdraw.managerMax`. */
export type SettingKey = `${string}.${string}`

export interface ApprovalStep<A extends string = string> {
  /** The action that says yes. Its permission says who may take it, its `when` in which state the record waits for it. */
  action: A
  /** Its name in the trail: 审核, 复核. */
  name: string
  /** Only for amounts above this setting (元); smaller ones are through with the step before. Always when not said. */
  above?: SettingKey
}

/** A field, or several where the first is read and the others stand small below it. */
export type Fact<K extends string = string> = K | readonly [K, ...K[]]

/**
 * Todos, deadlines, notices, cards, big buttons and the decision page all follow from this. The people of a record
 * (who asked, who gains, who decided before) never decide on it; that holds for every approval and is said nowhere.
 */
export interface Approval<K extends string = string, A extends string = string, S extends string = string> {
  /** What is being decided, in a sentence: 不能审批自己提交的“提现”. */
  noun: string
  /** The field whose value says which step is next. */
  state: K
  steps: readonly [ApprovalStep<A>, ...ApprovalStep<A>[]]
  /** The state after the last yes. */
  passed: S
  /** The action that says no, at every step, always with a reason; and the state after it. */
  reject: A
  rejected: S
  /** The money it is about: limits are compared with it, batches add it up. */
  amount?: K
  /** The account it is paid to: said once more before a yes. */
  payee?: readonly K[]
  /** Setting with the hours from being asked to `dueTime`. Without one the resource keeps its own time. */
  hours?: SettingKey
  /** Up to three figures side by side, under the amount. */
  figures?: readonly K[]
  /** What the person who decides must see, most important first. */
  facts: readonly Fact<K>[]
}

/** Fields every approved record has: who did what, from where and why; and until when it waits. */
export const approvalFields = {
  dueTime: dateTime('处理期限', { readOnly: true }),
  auditTrail: lines(
    '审核记录',
    {
      step: text('步骤', { required: true, max: 32 }),
      person: text('经办人', { max: 50 }),
      /** The same person, by the account: for rules. */
      personId: user('经办人账号', { hidden: true }),
      /** The person somebody decided for, as deputy. */
      principalId: user('被代理人'),
      host: text('终端', { max: 32 }),
      result: text('结果', { required: true, max: 64 }),
      reason: text('说明', { max: 255 }),
      time: dateTime('时间', { required: true }),
    },
    { readOnly: true },
  ),
} as const

/** Actions as the approval makes them: its steps decide, its no is dangerous, needs a reason and is possible at every step. */
export function withDecisions<A extends Readonly<Record<string, Action>>>(
  actions: A,
  approval: Approval | undefined,
): A {
  if (!approval) return actions
  const { state, steps, reject } = approval
  const made: Record<string, Action> = { ...actions }
  const states = steps.map(({ action }) => {
    const [value] = actions[action]!.when?.[state] ?? []
    if (value === undefined) throw new Error(`The step ${action} does not say in which ${state} it is possible`)
    made[action] = { ...actions[action]!, decide: true }
    return value
  })
  made[reject] = { when: { [state]: states }, ...actions[reject]!, decide: true, danger: true, reason: true }
  return made as A
}
