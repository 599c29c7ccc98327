/** Who is told what about an approval, and when: asked, reminded, escalated, and that it was decided. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { knownApproval } from '#model/resource.ts'
import { allResources, resourceNamed } from '#resources/index.ts'
import { stateOf, stepAt, knownStep } from '#model/deciding.ts'
import type { Resource } from '#model/resource.ts'
import { systemCaller } from '../../resource/trail.ts'
import type { Row } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { live } from '../../db/live.ts'
import { onlyRow } from '../../db/only-row.ts'
import { trailTableOf, tableOf, columnOf } from '../../db/table.ts'
import { writtenSince, type Writing } from '../../resource/write.ts'
import type { Services } from '../../kernel/services.ts'
import { decidersOf, peopleAbove } from './deciders.ts'
import { closeNotices, tellPeople, turnOf, type Why } from './notices.ts'
import { job } from '../../kernel/ports/queue.ts'

type Said = Exclude<Why, 'nobody'>

interface Wanted {
  what: Said
  resource: string
  id: string
  turn: number
  /** How often it was looked for in vain who decides. */
  round?: number
}

export const approvalJob = job<Wanted>('approval')

/** Each is said once for each time the record is put before somebody. */
const keyOf = ({ what, resource, id, turn, round }: Wanted) =>
  `${what} ${resource} ${id} ${turn}${round ? ` ${round}` : ''}`

const queue = ({ tx, services }: Pick<Writing, 'tx' | 'services'>, wanted: Wanted, afterSeconds?: number) =>
  services.jobs.send(tx, approvalJob, { ...wanted }, { key: keyOf(wanted), ...(afterSeconds && { afterSeconds }) })

/** Of the time there is, what may pass before those who were asked are reminded. */
const REMIND_AFTER = 0.75
const SHORTEST_REMINDER_S = 600

/** Queued with the change that made the record wait: who is asked is worked out after the commit. */
export const decisionWanted = (writing: Writing, resource: Resource, row: Row): Promise<void> =>
  queue(writing, { what: 'asked', resource: resource.name, id: String(row.id), turn: turnOf(row) })

/** Everybody's notice now says who decided what and when. */
export async function decisionMade(writing: Writing, resource: Resource, row: Row): Promise<void> {
  const { state, rejected } = knownApproval(resource)
  const text = await writtenSince(writing.tx, resource, row, Number(row.version) - 1, '已处理，请刷新后再看')
  await closeNotices(writing, resource, row, { text, good: row[state] !== rejected })
}

type Work = (services: Services, resource: Resource, writing: Writing, row: Row, round: number) => Promise<void>

/** Somebody may be appointed; until then it is looked again. */
const LOOK_AGAIN_S = 600

const works: Record<Said, Work> = {
  async asked(services, resource, writing, row, round) {
    const people = await decidersOf(writing, resource, row, knownStep(resource, row).action)
    // Its time runs also while nobody may decide.
    await setAlarms(writing, resource, row)
    if (!people.length) return nobody('asked', services, resource, writing, row, round)
    await tellPeople(writing, resource, row, 'asked', people)
  },
  async reminded(services, resource, writing, row, round) {
    const people = await decidersOf(writing, resource, row, knownStep(resource, row).action)
    // Whoever was asked may have been frozen or sent elsewhere since.
    if (!people.length) return nobody('reminded', services, resource, writing, row, round)
    await tellPeople(writing, resource, row, 'reminded', people)
  },
  async overdue(_services, resource, writing, row) {
    const people = await peopleAbove(writing, resource, row)
    await tellPeople(writing, resource, row, 'overdue', people)
  },
}

/** A record nobody may decide on must not wait unseen: those above hear of it, and it is looked again. */
async function nobody(what: Said, ...[, resource, writing, row, round]: Parameters<Work>): Promise<void> {
  await tellPeople(writing, resource, row, 'nobody', await peopleAbove(writing, resource, row))
  const wanted = { what, resource: resource.name, id: String(row.id), turn: turnOf(row), round: round + 1 }
  await queue(writing, wanted, LOOK_AGAIN_S)
}

/** The job: does nothing when the record has moved on since. */
export async function askWhoDecides(services: Services, data: Wanted): Promise<void> {
  const resource = resourceNamed(data.resource)
  if (!resource?.approval) return
  const table = tableOf(resource)
  await services.db.transaction(async (tx) => {
    const [at] = await tx.select({ tenantId: table.tenantId }).from(table).where(eq(table.id, data.id))
    if (!at) return
    const writing: Writing = { tx, services, caller: systemCaller(Number(at.tenantId)) }
    // Locked: whoever decides meanwhile comes after, and finds the notices to close.
    const row = await findRow(tx, writing.caller, resource, data.id, true)
    if (!row || turnOf(row) !== data.turn || !stepAt(resource, row)) return
    await works[data.what](services, resource, writing, row, data.round ?? 0)
  })
}

/** Reminder and escalation. */
async function setAlarms(writing: Writing, resource: Resource, row: Row): Promise<void> {
  if (!row.dueTime) return
  const { tx, services } = writing
  const { rows } = await tx.execute<{ left: number }>(
    sql`select extract(epoch from ${String(row.dueTime)}::timestamptz - ${services.clock.now().toISOString()}::timestamptz)::float8 as left`,
  )
  const left = Math.max(1, Math.ceil(onlyRow(rows).left))
  const wanted = { resource: resource.name, id: String(row.id), turn: turnOf(row) }
  if (left * REMIND_AFTER > SHORTEST_REMINDER_S)
    await queue(writing, { ...wanted, what: 'reminded' }, Math.ceil(left * REMIND_AFTER))
  await queue(writing, { ...wanted, what: 'overdue' }, left)
}

/** After a restart or a restored backup the queue may know less than the records do: what waits is asked about again, once. */
export async function resumeApprovals(services: Services): Promise<void> {
  for (const resource of allResources()) {
    const { approval } = resource
    if (!approval) continue
    const [table, trail] = [tableOf(resource), trailTableOf(resource)]
    const states = approval.steps.map((step) => stateOf(resource, step))
    const waiting = await services.db
      .select({
        id: table.id,
        // Written out: a column named in a query over one table loses its table, and the line has an id too.
        turn: sql<number>`(select count(*)::int from ${trail} line where line.main_id = ${table}.id)`,
      })
      .from(table)
      .where(and(live(table), inArray(columnOf(table, approval.state), states)))
    await services.db.transaction(async (tx) => {
      for (const { id, turn } of waiting)
        await queue({ tx, services }, { what: 'asked', resource: resource.name, id: String(id), turn })
    })
  }
}
