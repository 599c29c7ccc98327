/** The verbs that every resource has, at `{path}/…`. */
import { z } from 'zod'
import { allResources } from '#resources/index.ts'
import { MOST_COUNTED, relationsTo } from '#resources/relations.ts'
import { permissionOf, type Resource, type Verb } from '#model/resource.ts'
import { may } from '../http/caller.ts'
import { badInput, forbidden } from '../http/errors.ts'
import { route, said, type Route } from '../http/route.ts'
import { exportRoutes, importRoutes } from '../tasks/resource-routes.ts'
import { deleteByQueryRoute } from './by-query.ts'
import { listSchema, listText as some } from './list-schema.ts'
import { targetNames } from './words.ts'
import { childRows, listRows, optionsOf, readRow } from './list.ts'
import { readAsWhoMay } from './read-as.ts'
import { once } from './once.ts'
import { orderRoutes } from './order.ts'
import { relatedTo } from './related.ts'
import { addRow, deleteRows, editRow } from './write.ts'

const idQuery = z.strictObject({ id: z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64) })
const idsQuery = z.strictObject({ ids: z.string({ error: '参数不识别！' }).max(70_000) })
const record = z.record(z.string(), z.unknown(), { error: '提交的内容应为一个对象' })

export function resourceRoutes(resource: Resource): Route[] {
  const { path, label } = resource
  const common = { tag: label }
  const canRead = `${resource.permission}:list`
  const list = listSchema(resource)
  // Who reads a record that points here may choose among these.
  const readers = [resource, ...allResources().filter((other) => pointsAt(other, resource.name))].map(
    (one) => `${one.permission}:list`,
  )
  const verbs: Record<Verb, Route[]> = {
    add: [
      route({
        ...common,
        method: 'POST',
        path: `${path}/add`,
        permission: permissionOf(resource, 'add'),
        summary: `新增${label}`,
        body: record,
        handler: async ({ services, caller, request, body }) => {
          const row = await once(services, caller, request, async (tx) => ({
            id: (await addRow({ tx, caller, services }, resource, body)).id,
          }))
          return said('添加成功！', await readRow({ services, caller }, resource, String(row.id)).catch(() => row))
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
          const { id, ...rest } = body
          if (typeof id !== 'string' || !id) throw badInput('缺少 id')
          await once(
            services,
            caller,
            request,
            async (tx) => (await editRow({ tx, caller, services }, resource, id, rest), null),
          )
          return said('修改成功!', await readRow({ services, caller }, resource, id))
        },
      }),
    ],
    delete: [
      route({
        ...common,
        method: 'DELETE',
        path: `${path}/delete`,
        permission: permissionOf(resource, 'delete'),
        summary: `删除${label}`,
        query: idQuery,
        handler: async ({ services, caller, query }) => {
          await services.db.transaction((tx) => deleteRows({ tx, caller, services }, resource, [query.id]))
          return said('删除成功!')
        },
      }),
      route({
        ...common,
        method: 'DELETE',
        path: `${path}/deleteBatch`,
        permission: permissionOf(resource, 'delete'),
        summary: `批量删除${label}`,
        query: idsQuery,
        handler: async ({ services, caller, query }) => {
          const ids = [...new Set(query.ids.split(',').filter(Boolean))]
          if (!ids.length) throw badInput('参数不识别！')
          if (ids.length > 1000) throw badInput('一次最多删除 1000 条')
          await services.db.transaction((tx) => deleteRows({ tx, caller, services }, resource, ids))
          return said('批量删除成功！')
        },
      }),
      // The contract's modules end their records in their own ways.
      ...(resource.contract ? [] : [deleteByQueryRoute(resource, list)]),
    ],
    export: exportRoutes(resource, list),
    import: importRoutes(resource),
  }
  return [
    route({
      ...common,
      method: 'GET',
      path: `${path}/list`,
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
      ...(resource.approval && { deputy: true }),
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
      permission: 'session',
      summary: `${label}选项`,
      query: z.strictObject({ keyword: some, ids: some, pageSize: some }),
      handler: ({ services, caller, query }) => {
        if (!readers.some((permission) => may(caller, permission))) throw forbidden()
        return optionsOf({ services, caller }, resource, query)
      },
    }),
    ...(resource.tree ? treeRoutes(resource, list) : []),
    ...orderRoutes(resource),
    ...resource.verbs.flatMap((verb) => verbs[verb]),
  ]
}

const pointsAt = (other: Resource, name: string): boolean =>
  Object.values(other.fields).some((field) => targetNames(field).includes(name))

function treeRoutes(resource: Resource, list: z.ZodType): Route[] {
  const { path, label: tag, permission } = resource
  const common = { tag, method: 'GET', permission: `${permission}:list` } as const
  return [
    route({
      ...common,
      path: `${path}/rootList`,
      summary: `${tag}顶层`,
      query: list,
      handler: async ({ services, caller, query }) => {
        const records = await childRows({ services, caller }, resource, undefined, query as Record<string, string>)
        return { records, total: records.length, size: records.length, current: 1, pages: 1 }
      },
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
