/**
 * What hangs on a record and is neither a field nor an action of it: users of a role, items of a dictionary. Both shells offer
 * it under the same words and rights, on the row, on the record's page, and below its address.
 */
import type { Capability } from '#model/capabilities.ts'
import type { ResourceName } from '#resources/index.ts'
import type { Resource } from '#model/resource.ts'
import { can } from '../session/capabilities.ts'
import type { Row } from './rows.ts'

interface Tool {
  label: string
  /** The server must offer it. */
  offered?: Capability
  may(may: (code: string) => boolean, row: Row): boolean
}

const anybody = () => true
const needs =
  (code: string): Tool['may'] =>
  (may) =>
    may(code)

/** A button of a page has no rows that a rule could limit. */
const BUTTON = '2'
const RULES = ['addRule', 'editRule', 'deleteRule'].map((name) => `system:permission:${name}`)

export const recordTools = {
  sysUser: {
    password: { label: '修改密码', may: needs('system:user:changepwd') },
    viewAs: { label: '看作此人', offered: 'viewAs', may: needs('system:user:viewAs') },
  },
  sysRole: {
    grants: { label: '授权', may: needs('system:permission:saveRole') },
    // Who sees the roles may see who has them.
    users: { label: '角色用户', may: anybody },
  },
  sysTenantPack: { grants: { label: '套餐权限', may: needs('system:tenantPack:grant') } },
  sysDepart: {
    users: { label: '部门用户', may: anybody },
    grants: { label: '部门权限', may: needs('system:permission:saveDepart') },
    roles: { label: '部门角色', may: needs('system:depart:role:list') },
  },
  // Older servers of the contract do not know who holds a position.
  sysPosition: { users: { label: '职务用户', offered: 'options', may: anybody } },
  sysDict: { items: { label: '字典项', may: anybody } },
  onlineForm: { publish: { label: '发布', may: needs('online:form:publish') } },
  // Whoever sees the list of reports may open each.
  onlineReport: { open: { label: '打开报表', may: anybody } },
  sysPermission: {
    rules: {
      label: '数据规则',
      may: (may: (code: string) => boolean, row: Row) => String(row.menuType) !== BUTTON && RULES.some(may),
    },
  },
} satisfies { readonly [N in ResourceName]?: Readonly<Record<string, Tool>> }

type Tools = typeof recordTools
/** What a shell draws each of them with; the compiler finds the one that is missing. */
export type ToolFaces<Face> = { readonly [N in keyof Tools]: { readonly [K in keyof Tools[N]]: Face } }

export interface OfferedTool {
  key: string
  label: string
}

const toolsOf = (resource: Pick<Resource, 'name'>): Readonly<Record<string, Tool>> =>
  (recordTools as Partial<Record<string, Readonly<Record<string, Tool>>>>)[resource.name] ?? {}

/** Those this person may use on this record. */
export const toolsFor = (
  resource: Pick<Resource, 'name'>,
  row: Row,
  may: (code: string) => boolean,
): readonly OfferedTool[] =>
  Object.entries(toolsOf(resource)).flatMap(([key, tool]) =>
    (!tool.offered || can(tool.offered)) && tool.may(may, row) ? [{ key, label: tool.label }] : [],
  )

/** What draws a tool of this resource; undefined when there is none of that name. */
export const faceOf = <Face>(
  faces: ToolFaces<Face>,
  { name }: Pick<Resource, 'name'>,
  key: string,
): Face | undefined =>
  Object.hasOwn(toolsOf({ name }), key)
    ? (faces as Partial<Record<string, Readonly<Record<string, Face>>>>)[name]?.[key]
    : undefined
