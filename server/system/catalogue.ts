/**
 * The tables and fields that dictionary requests may name (contract.md §7). Names are looked up here and come out as
 * columns of the schema; what is not in the catalogue is refused, whatever it looks like.
 */
import { and, sql, type SQL } from 'drizzle-orm'
import { kindOf } from '#model/kinds/index.ts'
import { snake, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { badInput, forbidden } from '../kernel/errors.ts'
import { columnNamed, comparisons, type Column } from '../resource/conditions.ts'
import { mayChoose, offeredTo } from '../resource/offered.ts'
import { scopeOf } from '../resource/scope.ts'
import type { ResourceTable } from '../db/table-type.ts'
import { tableOf } from '../db/table.ts'
import { peopleScope } from './people.ts'

/** Fields that name a record to everybody who may choose it, besides its id and title. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  sysUser: ['username'],
  sysDepart: ['orgCode'],
  sysRole: ['roleCode'],
  sysPosition: ['code'],
  sysDict: ['dictCode'],
  sysCategory: ['code'],
}
/** Everybody signed in chooses among these. */
const EVERYBODYS = new Set(['sysDepart', 'sysPosition', 'sysCategory'])
/** Fields a condition may name without the right to read the list. */
const NARROWING = new Set(['status', 'delFlag', 'parentId'])

export interface Entry {
  resource: Resource
  table: ResourceTable
  /** The rows of it that this caller sees. */
  scope: SQL
  column(name: string): Column
}

const byTable = new Map(allResources().map((resource) => [resource.table, resource]))

function scopeIn(caller: Caller, resource: Resource): SQL {
  if (resource.name === 'sysUser') return peopleScope(caller)
  return EVERYBODYS.has(resource.name) ? scopeOf(caller, resource) : offeredTo(caller, resource)
}

export function entryNamed(caller: Caller, tableName: string): Entry {
  const resource = byTable.get(tableName)
  if (!resource) throw forbidden(`字典表 ${tableName.slice(0, 64)} 不在允许的范围内`)
  const reads = may(caller, `${resource.permission}:list`)
  if (!EVERYBODYS.has(resource.name) && !mayChoose(caller, resource)) throw forbidden()
  const named = new Set(['id', resource.title, ...(NAMING[resource.name] ?? [])])
  return {
    resource,
    table: tableOf(resource),
    scope: scopeIn(caller, resource),
    column(name) {
      const column = columnOf(resource, name)
      if (!column || (!reads && !named.has(column.name))) throw forbidden(`字段 ${name.slice(0, 64)} 不在允许的范围内`)
      return column
    },
  }
}

/** By the field's name or the column's: departName, depart_name. */
function columnOf(resource: Resource, name: string): Column | undefined {
  const field = [...Object.keys(resource.fields), 'id'].find((key) => key === name || snake(key) === name)
  const column = field === undefined ? undefined : columnNamed(resource, field)
  return column && kindOf(column.field).plain && !column.field.mask ? column : undefined
}

const ONE = /^\s*([A-Za-z_]\w*)\s*=\s*(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?))\s*$/

/** `col='x' and other=1`: equality joined by "and", nothing else. */
export function conditionOf(entry: Entry, text: string | undefined): SQL | undefined {
  if (!text?.trim()) return undefined
  const parts = text.trim().split(/\s+and\s+(?=[A-Za-z_]\w*\s*=)/i)
  if (parts.length > 10) throw badInput('字典条件过长')
  return and(
    ...parts.map((part) => {
      const found = ONE.exec(part)
      if (!found) throw badInput('字典条件只支持 字段=值，用 and 连接')
      const [, name = '', quoted, number = ''] = found
      return equals(entry, name, quoted?.replaceAll("''", "'") ?? number)
    }),
  )
}

/** JeecgBoot's tables all have del_flag; ours keep deleted rows out by themselves. */
const isLiveFlag = (name: string, value: string) => /^(del_flag|delFlag)$/.test(name) && value === '0'

export function equals(entry: Entry, name: string, value: string): SQL {
  if (isLiveFlag(name, value)) return sql`true`
  const narrowing = columnOf(entry.resource, name)
  const column = narrowing && NARROWING.has(narrowing.name) ? narrowing : entry.column(name)
  return comparisons.eq(column, value)
}
