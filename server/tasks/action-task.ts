/** An action on many records: each is done or refused on its own, and who ordered it reads which were not, and why. */
import { writers, type Cell } from '@voltdesk/sheets'
import { permissionOf, type Resource, knownAction, knownField } from '#model/resource.ts'
import { knownResource } from '#resources/index.ts'
import { isConnectionLost } from '../db/connect.ts'
import type { Tx } from '../kernel/database.ts'
import { may } from '../kernel/caller.ts'
import { forbidden, Refusal } from '../kernel/errors.ts'
import { perform, workOf, type ActionWork } from '../resource/action.ts'
import type { ActionOrder } from './action-routes.ts'
import { findRow } from '../resource/list.ts'
import { titleOf } from '../resource/words.ts'
import { keepResult } from './result-file.ts'
import { Cancelled, Interrupted, type Outcome, type Work } from '../resource/long-work.ts'

/** Records between two commits; others wait no longer for the embedded database. */
const AT_ONCE = 10
/** More are counted but not listed. */
const MOST_LISTED = 500

interface At {
  /** How many of the ids have been dealt with. */
  next: number
  done: number
  left: number
  /** Name and reason of the first that were refused. */
  refused: [name: string, reason: string][]
}

export async function runAction(work: Work): Promise<Outcome> {
  const { caller, task } = work
  const order = task.input as unknown as ActionOrder
  const resource = knownResource(task.resource)
  const found = workOf(resource, order.action)
  if (!found || !may(caller, permissionOf(resource, order.action))) throw forbidden()
  const { label } = knownAction(resource, order.action)
  const at: At = { next: 0, done: 0, left: 0, refused: [], ...(task.checkpoint as Partial<At> | null) }
  try {
    while (at.next < order.ids.length)
      Object.assign(
        at,
        await work.part(async (tx) => {
          const now = { ...at, refused: [...at.refused] }
          for (const id of order.ids.slice(at.next, at.next + AT_ONCE)) await take(work, tx, found, order, id, now)
          await work.checkpoint(tx, now.next, { ...now })
          return now
        }),
      )
  } catch (error) {
    if (error instanceof Interrupted || isConnectionLost(error)) throw error
    if (!(error instanceof Cancelled)) {
      await work.check()
      work.services.log.error({ err: error as Error, task: task.id }, '批量操作执行失败')
      const message = `${counts(label, at)}，其余因执行时出错没有处理，详情见服务端日志`
      return { state: 'failed', ...(await listed(work, resource, at)), message }
    }
    return { state: 'cancelled', ...(await listed(work, resource, at)), message: `已取消，${counts(label, at)}` }
  }
  const list = await listed(work, resource, at)
  if (!at.done) return { state: 'failed', ...list, message: `没有一条可以${label}：${at.refused[0]?.[1] ?? ''}` }
  return { ...list, done: at.next, message: counts(label, at) }
}

const counts = (label: string, { done, left }: At) => `已${label} ${done} 条${left ? `，${left} 条未处理` : ''}`

/** One record. What is refused leaves nothing of itself and holds up no other. */
async function take(work: Work, tx: Tx, { resource, action, run }: ActionWork, order: ActionOrder, id: string, at: At) {
  const { services, caller } = work
  const { reason, input } = order
  try {
    await tx.transaction((one) => perform({ tx: one, caller, services }, resource, action, run, { id, reason, input }))
    at.done += 1
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    at.left += 1
    if (at.refused.length < MOST_LISTED) {
      const row = await findRow(tx, caller, resource, id)
      at.refused.push([row ? await titleOf(tx, resource, row) : id, error.message])
    }
  }
  at.next += 1
}

/** The refused ones as a file, when there are any. */
async function listed(work: Work, resource: Resource, { refused }: At): Promise<Partial<Outcome>> {
  if (!refused.length) return {}
  async function* rows(): AsyncIterable<Cell[]> {
    yield* refused
  }
  const { write, contentType } = writers.xlsx
  const columns = [
    { title: knownField(resource, resource.title).label, width: 32 },
    { title: '原因', width: 64 },
  ]
  const file = { fileName: `${resource.label}未处理.xlsx`, contentType }
  const { filePath, fileName } = await keepResult(work, file, write({ name: '未处理', columns, rows: rows() }))
  return { faultPath: filePath, faultName: fileName }
}
