/** Reports of the product itself: lists of resources under a code, each for whoever may read the list. */
import { listed } from '#model/listed.ts'
import { kindOf } from '#model/kinds/index.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { knownResource, type ResourceName } from '#resources/index.ts'
import { may } from '../../kernel/caller.ts'
import { badInput, forbidden } from '../../kernel/errors.ts'
import { LIST_PARAMETERS } from '../../resource/filters.ts'
import { listRows } from '../../resource/list.ts'
import { dictItemsOf } from '../dictionary-version.ts'
import type { OpenReport, Reader } from './open-report.ts'

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

export const isBuiltIn = (code: string): boolean => Object.hasOwn(reports, code)

const dictOf = (resource: Resource, name: string) => {
  const field = knownField(resource, name)
  return field.kind === 'dict' ? field.dict : undefined
}

/** Undefined when the product has none of that code. */
export function builtInReport({ services, caller }: Reader, code: string): OpenReport | undefined {
  const report = isBuiltIn(code) ? reports[code] : undefined
  if (!report) return undefined
  const { columns, query: names } = report
  const resource = knownResource(report.of)
  if (!may(caller, `${resource.permission}:list`)) throw forbidden()
  return {
    async columns() {
      const { items } = await dictItemsOf(services.db)
      const codes = columns.flatMap((name) => dictOf(resource, name) ?? [])
      return {
        cgRpConfigId: code,
        cgRpConfigName: report.name,
        columns: columns.map((dataIndex) => {
          const field = knownField(resource, dataIndex)
          const dictionary = dictOf(resource, dataIndex)
          return {
            title: field.label,
            dataIndex,
            align: kindOf(field).align ?? 'left',
            sorter: kindOf(field).sortable,
            fieldType: 'String',
            ...(dictionary && { customRender: dictionary }),
          }
        }),
        dictOptions: Object.fromEntries(codes.map((one) => [one, items[one] ?? []])),
      }
    },
    queryFields: () =>
      names.map((name) => {
        const dictCode = dictOf(resource, name)
        return {
          label: knownField(resource, name).label,
          field: name,
          view: dictCode ? 'list' : 'text',
          mode: 'single',
          ...(dictCode && { dictCode, config: '1' }),
        }
      }),
    parameters: () => [],
    async page(query) {
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
  }
}
