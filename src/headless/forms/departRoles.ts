/** Roles that exist within one department, and who of it has them (contract.md §6.4). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxLength } from '#model/patterns.ts'
import { resources } from '#resources/index.ts'
import { api, ApiError } from '../session/api.ts'
import { orNone } from '../session/emptyAnswer.ts'
import { forgetResource } from '../session/queries.ts'
import { removalWithConsequence, type Removal } from '../records/removal.ts'
import { useChoice } from './useChoice.ts'

export interface DepartRole {
  id: string
  departId: string
  roleName: string
  roleCode: string
  description: string | null
}

export const departRoleRights = {
  add: 'system:depart:role:add',
  edit: 'system:depart:role:edit',
  delete: 'system:depart:role:delete',
  give: 'system:depart:role:userAdd',
} as const

const quiet = { quiet: true }
const { sysDepart } = resources

export const useDepartRoles = (departId: string) =>
  useQuery({
    queryKey: [sysDepart.name, 'roles', departId],
    queryFn: () => orNone(api.get<DepartRole[]>('/sys/sysDepartRole/getDeptRoleList', { departId }, quiet)),
  })

async function removeDepartRole(id: string): Promise<string> {
  const { message } = await api.envelope('DELETE', '/sys/sysDepartRole/delete', { params: { id }, quiet: true })
  await forgetResource(sysDepart)
  return message
}

export const removalOfDepartRole = ({ id, roleName }: DepartRole): Removal =>
  removalWithConsequence(`部门角色“${roleName}”`, '拥有它的用户将失去它的权限。', () => removeDepartRole(id))

/** In the order of the form. */
export const departRoleFields = [
  { name: 'roleName', label: '角色名称', max: 50, required: true },
  { name: 'roleCode', label: '角色编码', max: 50, required: true },
  { name: 'description', label: '描述', max: 500, required: false },
] as const
type Name = (typeof departRoleFields)[number]['name']

/** Adds a role to a department, or changes one. */
export function useDepartRoleForm(departId: string, role: DepartRole | undefined, onSaved: (said: string) => void) {
  const [values, setValues] = useState<Record<Name, string>>({
    roleName: role?.roleName ?? '',
    roleCode: role?.roleCode ?? '',
    description: role?.description ?? '',
  })
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const faults = Object.fromEntries(
    departRoleFields.flatMap(({ name, label, max, required }) => {
      const typed = values[name].trim()
      if (required && !typed) return [[name, `请输入${label}`]]
      const { fits, message } = maxLength(max)
      return fits(typed) ? [] : [[name, message]]
    }),
  ) as Partial<Record<Name, string>>

  async function save() {
    setTried(true)
    if (sending || Object.keys(faults).length) return
    setSending(true)
    setProblem('')
    try {
      const body = { ...values, departId, ...(role && { id: role.id }) }
      const { message } = role
        ? await api.envelope('PUT', '/sys/sysDepartRole/edit', { body, quiet: true })
        : await api.envelope('POST', '/sys/sysDepartRole/add', { body, quiet: true })
      await forgetResource(sysDepart)
      onSaved(message)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '保存失败')
    } finally {
      setSending(false)
    }
  }
  return {
    values,
    set: (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value })),
    faults: tried ? faults : {},
    problem,
    sending,
    save,
  }
}

const rolesKey = (departId: string, userId: string) => [sysDepart.name, 'roles', departId, 'of', userId]

/** Which of the department's roles somebody has: chosen, then saved. */
export function useRolesInDepart(departId: string, userId: string) {
  const { data, error, refetch } = useQuery({
    queryKey: rolesKey(departId, userId),
    gcTime: 0,
    queryFn: async () => {
      const sent = await orNone(
        api.get<{ droleId: string }[]>('/sys/sysDepartRole/getDeptRoleByUserId', { departId, userId }, quiet),
      )
      return sent.map(({ droleId }) => droleId)
    },
  })
  const choice = useChoice(data, async ({ began, chosen }) => {
    const body = { userId, oldRoleId: began.join(','), newRoleId: chosen.join(',') }
    const { message } = await api.envelope('POST', '/sys/sysDepartRole/deptRoleUserAdd', { body, quiet: true })
    await forgetResource(sysDepart)
    return message
  })
  return { ...choice, known: data !== undefined, error: data ? null : error, refetch }
}
