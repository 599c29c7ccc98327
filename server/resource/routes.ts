/** The verbs that every resource has, at `{path}/…`. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MOST_COUNTED, relationsTo } from '#resources/relations.ts'
import { permissionOf, type Resource, type Verb } from '#model/resource.ts'
import { badInput, forbidden } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { deleteByQueryRoute, deleteMany, foundRoute } from './by-query.ts'
import { dropDraftOf } from './half-typed.ts'
import { listSchema, listText as some } from './list-schema.ts'
import type { Begun, Row } from './hooks.ts'
import { childRows, listRows, optionsOf, readRow, rootRows } from './list.ts'
import { readAsWhoMay } from './read-as.ts'
import { once } from './once.ts'
import { mayChoose, narrowedBy } from './offered.ts'
import { orderRoutes } from './order.ts'
import { relatedTo } from './related.ts'
import { searchLane, searchLaneOf } from './search-lane.ts'
import { addRow, editRow, type Writing } from './write.ts'

/** The version that was seen, by those who send it. */
const seenVersion = z.coerce
  .number({ error: 'version 应为正整数' })
  .int('version 应为正整数')
  .min(1, 'version 应为正整数')
  .max(999_999_999, 'version 应为正整数')
  .optional()
const idQuery = z.strictObject({ id: z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64) })
const idsQuery = z.strictObject({ ids: z.string({ error: '参数不识别！' }).max(70_000) })
const seenVersions = z
  .string()
  .max(10_000)
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'versions 应为逗号分隔的正整数')
  .optional()
const MOST_DELETED = 1000
const TOO_MANY = `一次最多删除 ${MOST_DELETED} 条`
const record = z.record(z.string(), z.unknown(), { error: '提交的内容应为一个对象' })

/** With the version it was written with: whoever goes on from an answer asked for again must not pass over what others wrote since. */
const asWritten = (row: Row, { version }: { version?: unknown }): Row =>
  version === undefined || row.version === undefined ? row : { ...row, version }

/** Export and import are long work: `server/tasks/resource-routes.ts`. */
export function resourceRoutes(resource: Resource): Route[] {
  const { path, label } = resource
  const common = { tag: label }
  const canRead = `${resource.permission}:list`
  const list = listSchema(resource)
  const remove = (
    writing: Omit<Writing, 'tx'>,
    request: FastifyRequest,
    ids: readonly string[],
    seen?: ReadonlyMap<string, number>,
  ) =>
    once(writing.services, writing.caller, request, async (tx) => {
      await deleteMany({ ...writing, tx }, resource, ids, seen)
      return null
    })
  const removeSeveral = (
    writing: Omit<Writing, 'tx'>,
    request: FastifyRequest,
    given: readonly string[],
    versions?: readonly number[],
  ) => {
    const ids = [...new Set(given)]
    if (!ids.length) throw badInput('参数不识别！')
    if (ids.length > MOST_DELETED) throw badInput(TOO_MANY)
    if (versions && versions.length !== given.length) throw badInput('versions 应与 ids 一一对应')
    return remove(writing, request, ids, versions && new Map(given.map((id, at) => [id, versions[at]!])))
  }
  const verbs: Partial<Record<Verb, Route[]>> = {
    add: [
      route({
        ...common,
        method: 'POST',
        path: `${path}/add`,
        permission: permissionOf(resource, 'add'),
        summary: `新增${label}`,
        body: record,
        handler: async ({ services, caller, request, body }) => {
          const written = await once(services, caller, request, async (tx) => {
            const begun: Begun[] = []
            const { id, version } = await addRow({ tx, caller, services, begun }, resource, body)
            await dropDraftOf(tx, caller, request, resource)
            return { id, version, ...(begun.length && { begun }) }
          })
          const { begun = [], ...seen } = written
          const row = await readRow({ services, caller }, resource, seen.id).catch((): Row => seen)
          const [first] = begun
          return said(`添加成功！${begun.map((work) => work.said).join('')}`, {
            ...asWritten(row, seen),
            ...(first && { task: first.task }),
          })
        },
      }),
    ],
    edit: [
      route({
        ...common,
        method: ['PUT', 'POST'],
        path: `${path}/edit`,
        permission: permissionOf(resource, 'edit'),
        summary: `修改${label}`,
        body: record,
        handler: async ({ services, caller, request, body }) => {
          const { id: given, ...rest } = body
          // The number of a tenant is typed into a field for numbers by the newer client.
          const id = Number.isSafeInteger(given) ? String(given) : given
          if (typeof id !== 'string' || !id) throw badInput('缺少 id')
          const written = await once(services, caller, request, async (tx) => {
            const { version } = await editRow({ tx, caller, services }, resource, id, rest)
            await dropDraftOf(tx, caller, request, resource, id)
            return { version }
          })
          return said('修改成功!', asWritten(await readRow({ services, caller }, resource, id), written))
        },
      }),
    ],
    delete: [
      route({
        ...common,
        method: 'DELETE',
        path: `${path}/delete`,
        permission: permissionOf(resource, 'delete'),
        summary: `删除${label}；带 version 时，之后被修改过的不删除`,
        query: idQuery.extend({ version: seenVersion }),
        handler: async ({ services, caller, request, query: { id, version } }) => {
          await remove(
            { services, caller },
            request,
            [id],
            version === undefined ? undefined : new Map([[id, version]]),
          )
          return said('删除成功!')
        },
      }),
      route({
        ...common,
        method: 'DELETE',
        path: `${path}/deleteBatch`,
        permission: permissionOf(resource, 'delete'),
        summary: `批量删除${label}，全部或一条不删；带 versions（与 ids 一一对应）时，之后有被修改过的就不删`,
        query: idsQuery.extend({ versions: seenVersions }),
        handler: async ({ services, caller, request, query }) => {
          const versions = query.versions?.split(',').map(Number)
          await removeSeveral({ services, caller }, request, query.ids.split(',').filter(Boolean), versions)
          return said('批量删除成功！')
        },
      }),
      // More than an address holds.
      ...(resource.contract
        ? []
        : [
            route({
              ...common,
              method: 'POST',
              path: `${path}/deleteBatch`,
              permission: permissionOf(resource, 'delete'),
              summary: `批量删除${label}，同 DELETE；ids 和 versions 在正文里，为列表`,
              body: z.strictObject({
                ids: z.array(z.string().min(1).max(64), { error: '参数不识别！' }).max(MOST_DELETED, TOO_MANY),
                versions: z
                  .array(z.number().int().min(1).max(999_999_999), { error: 'versions 应为正整数的列表' })
                  .optional(),
              }),
              handler: async ({ services, caller, request, body: { ids, versions } }) => {
                await removeSeveral({ services, caller }, request, ids, versions)
                return said('批量删除成功！')
              },
            }),
          ]),
      // The contract's modules end their records in their own ways.
      ...(resource.contract ? [] : [deleteByQueryRoute(resource, list)]),
    ],
  }
  return [
    route({
      ...common,
      method: 'GET',
      path: `${path}/list`,
      lane: searchLaneOf(resource),
      permission: canRead,
      summary: `${label}列表`,
      query: list,
      handler: ({ services, caller, query }) => listRows({ services, caller }, resource, query),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${path}/queryById`,
      permission: canRead,
      summary: `${label}详情`,
      query: idQuery,
      ...(resource.approval && { deputy: true, lane: 'decision' }),
      handler: ({ services, caller, query }) => readAsWhoMay({ services, caller }, resource, query.id),
    }),
    ...(relationsTo(resource).length
      ? [
          route({
            ...common,
            method: 'GET',
            path: `${path}/related`,
            permission: canRead,
            summary: `与${label}相关的记录各有多少条，最多数到 ${MOST_COUNTED}`,
            query: idQuery,
            handler: async ({ services, caller, query: { id } }) => {
              await readRow({ services, caller }, resource, id)
              return relatedTo({ services, caller }, resource, id)
            },
          }),
        ]
      : []),
    route({
      ...common,
      method: 'GET',
      path: `${path}/options`,
      lane: searchLane,
      permission: 'session',
      summary: `${label}选项`,
      query: z.strictObject(
        Object.fromEntries(['keyword', 'ids', 'pageSize', ...narrowedBy(resource)].map((name) => [name, some])),
      ),
      handler: ({ services, caller, query }) => {
        if (!mayChoose(caller, resource)) throw forbidden()
        return optionsOf({ services, caller }, resource, query)
      },
    }),
    ...(resource.tree ? treeRoutes(resource, list) : []),
    // Work on everything a query finds is for others than the contract's modules.
    ...(resource.contract ? [] : [foundRoute(resource, list)]),
    ...orderRoutes(resource),
    ...resource.verbs.flatMap((verb) => verbs[verb] ?? []),
  ]
}

function treeRoutes(resource: Resource, list: z.ZodType): Route[] {
  const { path, label: tag, permission } = resource
  const common = { tag, method: 'GET', permission: `${permission}:list` } as const
  return [
    route({
      ...common,
      path: `${path}/rootList`,
      lane: searchLaneOf(resource),
      summary: `${tag}顶层`,
      query: list,
      handler: ({ services, caller, query }) =>
        rootRows({ services, caller }, resource, query as Record<string, string>),
    }),
    route({
      ...common,
      path: `${path}/childList`,
      summary: `${tag}下级`,
      query: z.strictObject({
        pid: z.string({ error: '缺少 pid' }).min(1, '缺少 pid').max(64),
        column: some,
        order: some,
      }),
      handler: ({ services, caller, query: { pid, ...query } }) =>
        childRows({ services, caller }, resource, pid, query),
    }),
  ]
}
