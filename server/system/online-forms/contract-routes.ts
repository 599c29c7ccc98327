/** Online forms as the contract's clients ask for them (contract.md §8.4): by the code, with the shapes of their built-in pages. */
import { z } from 'zod'
import { kindOf } from '#model/kinds/index.ts'
import { fieldOf, permissionOf, type Resource } from '#model/resource.ts'
import { lacksRight } from '../../kernel/errors.ts'
import { route, type Call, type Route } from '../../kernel/route.ts'
import { searchLane } from '../../resource/search-lane.ts'
import { dictItemsOf } from '../dictionary-version.ts'
import { callEndpoint, formOf, mayRead } from './data-routes.ts'

const common = { permission: 'session', tag: '在线表单数据' } as const
const coded = z.strictObject({ code: z.string().max(64) })
const ofRecord = coded.extend({ id: z.string().max(70_000) })
const anything = z.record(z.string(), z.unknown())

async function readable({ services, caller }: Pick<Call, 'services' | 'caller'>, code: string) {
  const form = await formOf(services, code)
  if (!mayRead(caller, form.resource)) throw lacksRight(permissionOf(form.resource, 'list'))
  return form
}

const dictOf = (resource: Resource, name: string): string | undefined => {
  const field = fieldOf(resource, name)
  return field?.kind === 'dict' ? field.dict : undefined
}

/** Editors of those clients, by kinds of ours; text where they have none. */
const VIEWS: Readonly<Record<string, string>> = {
  date: 'date',
  dateTime: 'datetime',
  dict: 'list',
  switch: 'switch',
  user: 'sel_user',
  department: 'sel_depart',
  area: 'pca',
}

export const onlineContractRoutes: Route[] = [
  route({
    ...common,
    method: 'GET',
    path: '/online/cgform/api/getColumns/:code',
    summary: '在线表单的列',
    params: coded,
    handler: async (call) => {
      const { resource } = await readable(call, call.params.code)
      const { items } = await dictItemsOf(call.services.db)
      const codes = resource.list.columns.flatMap((name) => dictOf(resource, name) ?? [])
      return {
        code: call.params.code,
        description: resource.label,
        columns: resource.list.columns.flatMap((dataIndex) => {
          const field = fieldOf(resource, dataIndex)
          const dictionary = dictOf(resource, dataIndex)
          if (!field) return []
          const { align, sortable } = kindOf(field)
          return [
            { title: field.label, dataIndex, align, sorter: sortable, ...(dictionary && { customRender: dictionary }) },
          ]
        }),
        dictOptions: Object.fromEntries(codes.map((one) => [one, items[one] ?? []])),
      }
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/online/cgform/api/getQueryInfo/:code',
    summary: '在线表单的查询条件',
    params: coded,
    handler: async (call) => {
      const { resource } = await readable(call, call.params.code)
      return resource.list.filters.flatMap((name) => {
        const field = fieldOf(resource, name)
        if (!field) return []
        const dictCode = dictOf(resource, name)
        const mode = kindOf(field).search === 'range' ? 'group' : 'single'
        const view = VIEWS[field.kind] ?? 'text'
        return [{ label: field.label, field: name, view, mode, ...(dictCode && { dictCode, config: '1' }) }]
      })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/online/cgform/api/getData/:code',
    lane: searchLane,
    summary: '在线表单的数据',
    params: coded,
    query: anything,
    handler: (call) => callEndpoint(call, call.params.code, 'GET list', call.query, undefined),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/online/cgform/api/exportXls/:code',
    lane: 'export',
    logged: true,
    raw: true,
    summary: '导出在线表单数据',
    params: coded,
    query: anything,
    handler: (call) => callEndpoint(call, call.params.code, 'GET exportXls', call.query, undefined),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/online/cgform/api/form/:code/:id',
    summary: '在线表单的一条数据',
    params: ofRecord,
    handler: ({ params: { code, id }, ...call }) => callEndpoint(call, code, 'GET queryById', { id }, undefined),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/online/cgform/api/form/:code',
    summary: '新增在线表单数据',
    params: coded,
    body: anything,
    handler: (call) => callEndpoint(call, call.params.code, 'POST add', {}, call.body),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/online/cgform/api/form/:code',
    summary: '修改在线表单数据；不带 version 时以当前的为准',
    params: coded,
    body: anything,
    handler: async ({ params: { code }, body, ...call }) => {
      // Clients of the contract know no versions.
      const seen =
        body.version === undefined
          ? ((await callEndpoint(call, code, 'GET queryById', { id: body.id }, undefined)) as { version: number })
          : { version: body.version }
      return callEndpoint(call, code, 'PUT POST edit', {}, { ...body, version: seen.version })
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/online/cgform/api/form/:code/:id',
    summary: '删除在线表单数据，多条用逗号分隔',
    params: ofRecord,
    handler: ({ params: { code, id }, ...call }) =>
      callEndpoint(call, code, 'DELETE deleteBatch', { ids: id }, undefined),
  }),
]
