/** How the actions of definitions are asked for: on one record, on several, on everything that a query finds. */
import { z } from 'zod'
import { MOST_AT_ONCE } from '#model/batch.ts'
import { checkOf } from '#model/checks.ts'
import type { Action } from '#model/action.ts'
import { permissionOf, type Resource, knownAction } from '#model/resource.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { refused, Refusal } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { actingOn, perform, type ActionWork, type Decision } from '../resource/action.ts'
import { byQueryShape, rowsFound, type Found } from '../resource/by-query.ts'
import type { Row } from '../resource/hooks.ts'
import { findRow, mayOf, readRow } from '../resource/list.ts'
import { listSchema } from '../resource/list-schema.ts'
import { once, onceInParts, type Part } from '../resource/once.ts'
import { titleOf } from '../resource/words.ts'
import { orderTask, ownTask, shownTask } from './task.ts'

/**
 * POST {path}/{action}: `{ id, version?, reason?, …input }`, or `{ ids, versions? }` where the action takes several, or
 * everything that `{ query, count, digest? }` finds where nothing is decided on: a decision names its records, each as it was seen.
 */
export const actionRoutes = (works: readonly ActionWork[]): Route[] =>
  works.map(({ resource, action: name, run }) => {
    const action = knownAction(resource, name)
    return route({
      method: 'POST',
      path: `${resource.path}/${name}`,
      permission: permissionOf(resource, name),
      summary: `${resource.label}：${action.label}`,
      tag: resource.label,
      body: bodyOf(resource, action),
      ...(action.decide && { deputy: true, lane: 'decision' }),
      handler: async (call) => {
        const { ids, versions, id, version, reason, ...input } = call.body as Body
        if (takesQuery(resource, action) && input.query) {
          const { query, count, digest, ...rest } = input as Found & Row
          return decideFound(call, resource, name, run, { query, count, digest, reason, input: rest })
        }
        if (!ids) {
          const [words, answer] = await decide(call, resource, name, run, { id: id!, version, reason, input })
          return said(words ?? action.ordered ?? `${action.label}成功`, answer)
        }
        const seen = new Map(ids.map((one, at) => [one, versions?.[at]]))
        const answer = await onceInParts(call.services, call.caller, call.request, ids, async (part) =>
          batchAnswer(action.label, await decideAll(call, part, resource, name, run, seen, reason, input)),
        )
        return said(...answer)
      },
    })
  })

interface Body extends Row {
  id?: string
  ids?: string[]
  /** Of the ids, in their order. */
  versions?: number[]
  version?: number
  reason?: string
}

/** Contract modules end and freeze their records in their own ways. */
const takesQuery = (resource: Resource, { batch, decide }: Action) => Boolean(batch) && !decide && !resource.contract

function bodyOf(resource: Resource, action: Action): z.ZodType {
  const id = z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64)
  const version = z.number({ error: 'version 应为整数' }).int('version 应为整数')
  const reason = z.string({ error: '请输入原因' }).trim().max(255, '最大长度255位字符')
  return z
    .strictObject({
      id: id.optional(),
      ...(action.batch && {
        ids: z.array(id).min(1, '请选择一条记录！').max(MOST_AT_ONCE, `一次最多 ${MOST_AT_ONCE} 条`).optional(),
        versions: z.array(version, { error: 'versions 应为整数的列表' }).max(MOST_AT_ONCE).optional(),
      }),
      ...(takesQuery(resource, action) && z.strictObject(byQueryShape(listSchema(resource))).partial().shape),
      version: version.optional(),
      reason: action.reason ? reason.min(1, '请输入原因') : reason.optional(),
      ...Object.fromEntries(
        Object.entries(action.input ?? {}).map(([name, field]) => [
          name,
          field.required ? checkOf(field) : checkOf(field).optional(),
        ]),
      ),
    })
    .superRefine((body: Record<string, unknown>, context) => {
      const whom = takesQuery(resource, action) ? ['id', 'ids', 'query'] : ['id', 'ids']
      const given = whom.filter((name) => body[name])
      if (!given.length) context.addIssue({ code: 'custom', message: '缺少 id' })
      if (given.length > 1) context.addIssue({ code: 'custom', message: `${given.join(' 和 ')} 只能给一个` })
      if (given.includes('query') && body.count === undefined)
        context.addIssue({ code: 'custom', message: '缺少 count' })
      const { ids, versions } = body as Body
      if (versions && versions.length !== ids?.length)
        context.addIssue({ code: 'custom', path: ['versions'], message: 'versions 应与 ids 一一对应' })
      // What is decided on is what was seen.
      const unseen =
        action.decide && (body.id ? body.version === undefined && 'version' : ids && !versions && 'versions')
      if (unseen) context.addIssue({ code: 'custom', path: [unseen], message: `缺少 ${unseen}，请刷新后再处理` })
    })
}

type Answer = { row: Row; may: string[] }

/** What the work says of it, and the record as it is then. */
async function decide(
  call: Call<undefined, unknown>,
  resource: Resource,
  name: string,
  run: ActionWork['run'],
  decision: Decision,
): Promise<[words: string | null, answer: Answer]> {
  const { services } = call
  const caller = await actingOn(call, resource, name, decision.id)
  const words = await once(services, caller, call.request, (tx) =>
    perform({ tx, caller, services }, resource, name, run, decision),
  )
  const row = await readRow({ services, caller }, resource, decision.id).catch((error: unknown) => {
    // The action took it out of this person's sight.
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  })
  return [words, row ? { row, may: mayOf(caller, resource, row) } : { row: { id: decision.id }, may: [] }]
}

export interface BatchResult {
  done: string[]
  excluded: { id: string; name: string; reason: string }[]
}

/** Each record in a transaction of its own: one that cannot be decided keeps the others from nothing. */
async function decideAll(
  call: Call<undefined, unknown>,
  part: Part,
  resource: Resource,
  name: string,
  run: ActionWork['run'],
  seen: ReadonlyMap<string, number | undefined>,
  reason: string | undefined,
  input: Row,
): Promise<BatchResult> {
  const { services } = call
  const result: BatchResult = { done: [], excluded: [] }
  for (const [id, version] of seen) {
    const caller = await actingOn(call, resource, name, id)
    try {
      await part(id, async (tx) => {
        await perform({ tx, caller, services }, resource, name, run, { id, version, reason, input })
      })
      result.done.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const row = await findRow(services.db, caller, resource, id)
      result.excluded.push({ id, name: row ? await titleOf(services.db, resource, row) : id, reason: error.message })
    }
  }
  return result
}

interface OnFound extends Found {
  reason: string | undefined
  input: Row
}

/** Everything a query finds, if it is what the person chose. Many records go on in the background. */
async function decideFound(
  call: Call<undefined, unknown>,
  resource: Resource,
  name: string,
  run: ActionWork['run'],
  { reason, input, ...found }: OnFound,
) {
  const { services, caller, request } = call
  const { label } = knownAction(resource, name)
  const { count } = found
  const idsIn = async (db: Database | Tx) => (await rowsFound(db, caller, resource, found)).map((row) => String(row.id))
  if (count <= MOST_AT_ONCE) {
    const answer = await onceInParts(services, caller, request, idsIn, async (part, ids) => {
      const unseen = new Map(ids.map((id) => [id, undefined]))
      return batchAnswer(label, await decideAll(call, part, resource, name, run, unseen, reason, input))
    })
    return said(...answer)
  }
  const id = await once(services, caller, request, async (tx) => {
    const order: ActionOrder = { action: name, ids: await idsIn(tx), reason, input }
    return orderTask(
      { tx, services, caller },
      {
        kind: 'action',
        resource: resource.name,
        title: `批量${label}${resource.label}`,
        total: count,
        input: { ...order },
      },
    )
  })
  return said('数据较多，已转入后台处理，完成后会通知您', {
    task: shownTask(await ownTask(services.db, caller, id), services),
  })
}

/** What goes on in the background (`action-task.ts`): the records are those that were found when it was ordered. */
export interface ActionOrder {
  action: string
  ids: string[]
  reason: string | undefined
  input: Row
}

function batchAnswer(label: string, result: BatchResult): [string, BatchResult] {
  const { done, excluded } = result
  if (!done.length) throw refused(`没有一条可以${label}：${excluded[0]?.reason ?? ''}`, 500, result)
  return [
    excluded.length ? `已${label} ${done.length} 条，${excluded.length} 条未处理` : `已${label} ${done.length} 条`,
    result,
  ]
}
