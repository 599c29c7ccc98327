/** What is not CRUD: one operation on one record, declared in the definition, done by a flow. */
import { problemsOf } from '#model/checks.ts'
import { matches, permissionOf, type Resource, type Wire, knownAction } from '#model/resource.ts'
import type { AskedOf, Fields } from '#model/fields.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { conflict, forbidden as forbiddenHere, notFound, refused } from '../kernel/errors.ts'
import { standInsOf } from '../people/stand-ins.ts'
import { hooksOf, type Row } from './hooks.ts'
import { findRow, forbidden } from './list.ts'
import { checkReferences } from './references.ts'
import { movedOn, refuseProblems, refuseStale, updateRow, type Writing } from './write.ts'
import type { Call } from '../kernel/route.ts'

export interface Work<R extends Row = Row, I extends Row = Row> extends Writing {
  /** The record, locked; values set on it are written with the next version. */
  row: R
  before: Readonly<R>
  reason: string | undefined
  /** What the definition's `input` asked for, checked. */
  input: I
}

/** The transaction of a work and who does it, without the record: for writing others beside it. */
export const writingOf = ({ tx, caller, services }: Writing): Writing => ({ tx, caller, services })

export interface ActionWork {
  resource: Resource
  action: string
  /** Changes `row`; throws to refuse. Runs inside the transaction of the decision. Answers what is to be said instead of …成功. */
  run(work: Work): Promise<string | void>
}

/** What an action asks for, as the definition's `input` says. */
export type InputOf<R extends Resource, A extends keyof R['actions']> = R['actions'][A] extends {
  input: infer I extends Fields
}
  ? AskedOf<I>
  : Record<never, never>

/** Binds the work to a definition: unknown actions, fields and inputs do not compile. */
export const actionOf = <R extends Resource, A extends keyof R['actions'] & string>(
  resource: R,
  action: A,
  run: (work: Work<Wire<R>, InputOf<R, A>>) => Promise<string | void>,
): ActionWork => ({ resource: resource, action, run: run })

const works = new Map<string, ActionWork>()
const keyOf = (resource: Pick<Resource, 'name'>, action: string) => `${resource.name} ${action}`

/** Called once at start with every work there is. */
export function installWorks(given: readonly ActionWork[]): void {
  works.clear()
  for (const work of given) works.set(keyOf(work.resource, work.action), work)
}

export const workOf = (resource: Pick<Resource, 'name'>, action: string): ActionWork | undefined =>
  works.get(keyOf(resource, action))

/** As whom this person may take the action on this record: as themselves, else as deputy. Refused as themselves otherwise. */
export async function actingOn(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  resource: Resource,
  name: string,
  id: string,
): Promise<Caller> {
  const permission = permissionOf(resource, name)
  const others = knownAction(resource, name).decide ? await standInsOf(services.db, caller, services.clock.now()) : []
  const able = [caller, ...others].filter((one) => may(one, permission))
  const [first] = able
  if (!first) throw forbiddenHere()
  if (able.length < 2) return first
  for (const one of able) {
    const row = await findRow(services.db, one, resource, id)
    if (row && !(await forbiddenIn(services.db, { services, caller: one }, resource, row, name))) return one
  }
  return first
}

export interface Decision {
  id: string
  version?: number | undefined
  reason?: string | undefined
  input: Row
}

/** The decision itself: lock, state, version, work, one conditional update. Answers what the work says of it, if it says anything. */
export async function perform(
  writing: Writing,
  resource: Resource,
  name: string,
  run: ActionWork['run'],
  { id, version, reason, input }: Decision,
): Promise<string | null> {
  const action = knownAction(resource, name)
  const before = await findRow(writing.tx, writing.caller, resource, id, true)
  if (!before) throw notFound(resource.label)
  if (!matches(before, action.when))
    throw conflict(await movedOn(writing.tx, resource, before, action.when, action.label))
  await refuseStale(writing, resource, before, version, { required: false, then: '处理' })
  const reasonAgainst = await forbiddenIn(writing.tx, writing, resource, before, name)
  if (reasonAgainst) throw refused(reasonAgainst)
  if (action.input) {
    const problemsIn = await checkReferences(writing.tx, writing.caller, action.input, [input], { hold: true })
    const asked = Object.fromEntries(Object.keys(action.input).map((field) => [field, input[field] ?? null]))
    const problems = problemsOf({ fields: action.input }, { ...before, ...asked })
    refuseProblems({ fields: action.input }, { ...problemsIn(input), ...problems })
  }
  const row = structuredClone(before)
  const said = await run({ ...writing, row, before, reason, input })
  await updateRow({ ...writing, mode: 'edit', before, after: row, extras: {} }, resource, name)
  return said ?? null
}

/** Why a rule keeps this person from this action; inside a transaction `db` is the transaction. */
export async function forbiddenIn(
  db: Database | Tx,
  { services, caller }: Omit<Writing, 'tx'>,
  resource: Resource,
  row: Row,
  action: string,
): Promise<string | undefined> {
  // Rules judge a row with what decorates it: whose login gains by it.
  const known = { ...row }
  for (const hook of hooksOf(resource)) await hook.decorate?.([known], { services: { ...services, db }, caller })
  return forbidden(resource, known, caller, action)
}
