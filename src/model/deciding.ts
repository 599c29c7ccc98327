/** What an approval says about one record. */
import type { ApprovalStep } from './approval.ts'
import { matches, type Resource } from './resource.ts'

type Row = Readonly<Record<string, unknown>>

/** The step the record waits at; undefined when it waits for nobody. */
export const stepAt = (resource: Resource, row: Row): ApprovalStep | undefined =>
  resource.approval?.steps.find(({ action }) => matches(row, resource.actions[action]!.when))

/** The same of a record that waits. */
export function knownStep(resource: Resource, row: Row): ApprovalStep {
  const step = stepAt(resource, row)
  if (!step) throw new Error(`${resource.name} waits for nobody`)
  return step
}

/** Names of the actions that decide. */
export const decisionsOf = ({ approval }: Pick<Resource, 'approval'>): string[] =>
  approval ? [...approval.steps.map(({ action }) => action), approval.reject] : []

/** The state in which a record waits for this step. */
export const stateOf = (resource: Resource, step: ApprovalStep): string =>
  resource.actions[step.action]!.when![resource.approval!.state]![0]!
