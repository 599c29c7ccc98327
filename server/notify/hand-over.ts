/** Notes down that a deputy is to be told of what somebody away does not look at. */
import { resourceNamed } from '#resources/index.ts'
import { addDeliveries, type Notice, type Receiver, type Writing } from './deliveries.ts'
import { deputyOf } from '../people/deputy.ts'
import { tellDeputyJob, type Standing } from './jobs.ts'

/** What becomes open within this goes into one message. */
const TOGETHER_SECONDS = 60

/** A deputy decides what is approved, and nothing else of what their principal has: those above hear of what is overdue and decide nothing. */
const isHandedOver = (told: Pick<Notice, 'kind' | 'resource'>): boolean =>
  told.kind === 'todo' && Boolean(resourceNamed(told.resource ?? '')?.approval)

export type Known = readonly { userId: string; cause: string }[]

/**
 * Notes down that the deputies of these people are to be told; soon one message says it. Returns how many are new. `rows`:
 * who has the notice already.
 */
export async function handOver(
  writing: Writing,
  told: Notice,
  rows: Known,
  principals: readonly string[],
): Promise<number> {
  if (!isHandedOver(told)) return 0
  const { tx, services } = writing
  const has = new Set(rows.map((row) => row.userId))
  const found: (Receiver & { principalId: string })[] = []
  for (const principalId of principals) {
    // A deputy's own deputy was not trusted by the person it is about.
    if (rows.some((row) => row.userId === principalId && row.cause === 'deputy')) continue
    const userId = await deputyOf(tx, principalId, told.tenantId, services.clock.now())
    if (!userId || has.has(userId)) continue
    has.add(userId)
    found.push({ userId, channel: 'web', cause: 'deputy', principalId })
  }
  const added = await addDeliveries(writing, told, found)
  const slot = Math.floor(services.clock.now().getTime() / 1000 / TOGETHER_SECONDS)
  for (const { userId: deputyId, principalId } of found) {
    if (!principalId || !added.some(({ userId }) => userId === deputyId)) continue
    const standing: Standing = { tenantId: told.tenantId, principalId, deputyId }
    const key = `${told.tenantId} ${principalId} ${deputyId} ${slot}`
    await services.jobs.send(tx, tellDeputyJob, { ...standing }, { key, afterSeconds: TOGETHER_SECONDS })
  }
  return added.length
}
