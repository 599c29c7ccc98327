/** Reports that a popup chooses from (contract.md §8.1). A code names an entry here; there is no SQL of anybody's. */
import { z } from 'zod'
import { listed } from '#model/listed.ts'
import { kindOf } from '#model/kinds/index.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { knownResource, type ResourceName } from '#resources/index.ts'
import type { Database } from '../kernel/database.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { badInput, forbidden, notFound } from '../kernel/errors.ts'
import { route, type Route } from '../kernel/route.ts'
import { LIST_PARAMETERS } from '../resource/filters.ts'
import { listRows } from '../resource/list.ts'
import { dictItemsOf } from './dictionary-version.ts'

interface Report {
  name: string
  of: ResourceName
  columns: readonly string[]
  query: readonly string[]
}

const reports: Readonly<Record<string, Report>> = {
  staff: {
    name: '员工',
    of: 'sysUser',
    columns: ['username', 'realname', 'sex', 'phone', 'email', 'workNo'],
    query: ['username', 'realname', 'phone'],
  },
  providers: {
    name: '服务商',
    of: 'serviceProvider',
    columns: ['providerNo', 'providerName', 'level', 'contactName', 'contactPhone', 'status'],
    query: ['providerName', 'level', 'status'],
  },
  devices: {
    name: '设备',
    of: 'device',
    columns: ['deviceSn', 'deviceType', 'providerId', 'status'],
    query: ['deviceSn', 'deviceType', 'status'],
  },
}

function reportNamed(caller: Caller, code: string): Report & { resource: Resource } {
  const report = Object.hasOwn(reports, code) ? reports[code] : undefined
  if (!report) throw notFound('报表')
  const resource = knownResource(report.of)
  if (!may(caller, `${resource.permission}:list`)) throw forbidden()
  return { ...report, resource }
}

const dictOf = (resource: Resource, name: string) => {
  const field = knownField(resource, name)
  return field.kind === 'dict' ? field.dict : undefined
}

async function dictionariesOf(db: Database, resource: Resource, names: readonly string[]) {
  const codes = names.flatMap((name) => dictOf(resource, name) ?? [])
  const { items } = await dictItemsOf(db)
  return Object.fromEntries(codes.map((code) => [code, items[code] ?? []]))
}

const tag = '报表'
const get = { method: 'GET', permission: 'session', tag } as const
const coded = z.strictObject({ code: z.string().max(100) })

export const reportRoutes: Route[] = [
  route({
    ...get,
    path: '/online/cgreport/api/getRpColumns/:code',
    summary: '报表的列',
    params: coded,
    handler: async ({ services: { db }, caller, params }) => {
      const { resource, name, columns } = reportNamed(caller, params.code)
      return {
        cgRpConfigId: params.code,
        cgRpConfigName: name,
        columns: columns.map((dataIndex) => {
          const field = knownField(resource, dataIndex)
          const dictionary = dictOf(resource, dataIndex)
          return {
            title: field.label,
            dataIndex,
            align: kindOf(field).align,
            sorter: kindOf(field).sortable,
            fieldType: 'String',
            ...(dictionary && { customRender: dictionary }),
          }
        }),
        dictOptions: await dictionariesOf(db, resource, columns),
      }
    },
  }),
  route({
    ...get,
    path: '/online/cgreport/api/getQueryInfo/:code',
    summary: '报表的查询条件',
    params: coded,
    handler: ({ caller, params }) => {
      const { resource, query } = reportNamed(caller, params.code)
      return query.map((name) => {
        const dictCode = dictOf(resource, name)
        return {
          label: knownField(resource, name).label,
          field: name,
          view: dictCode ? 'list' : 'text',
          mode: 'single',
          ...(dictCode && { dictCode, config: '1' }),
        }
      })
    },
  }),
  route({
    ...get,
    path: '/online/cgreport/api/getData/:code',
    lane: 'wide',
    summary: '报表的数据',
    params: coded,
    query: z.record(z.string().max(100), z.string().max(2000)),
    handler: async ({ services, caller, params, query }) => {
      const { resource, columns, query: names } = reportNamed(caller, params.code)
      const known = new Set([...LIST_PARAMETERS, ...names.flatMap((name) => [name, `${name}_begin`, `${name}_end`])])
      const strange = Object.keys(query).filter((name) => !known.has(name) && !name.startsWith('self_'))
      if (strange.length) throw badInput(`未知参数：${listed(strange)}`)
      const asked = Object.fromEntries(Object.entries(query).filter(([name]) => known.has(name)))
      const page = await listRows({ services, caller }, resource, asked)
      const shown = ['id', ...columns.flatMap((name) => [name, `${name}_dictText`])]
      return {
        records: page.records.map((row) =>
          Object.fromEntries(shown.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
        ),
        total: page.total,
      }
    },
  }),
]
