/** Who has a role, belongs to a department, holds a position; adding people and taking them out again (contract.md §6.1, §6.5). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { resources } from '#resources/index.ts'
import { api } from '../session/api.ts'
import { forgetResource } from '../session/queries.ts'
import { byNameOrAccount } from '../records/people.ts'
import type { Removal } from '../records/removal.ts'
import { pageOf, type Row } from '../records/rows.ts'

export interface Group {
  kind: 'role' | 'depart' | 'position'
  id: string
}

interface Words {
  /** 角色用户 */
  title: string
  empty: string
  /** Permission codes. */
  mayAdd: string
  mayRemove: string
}

interface Calls {
  list: string
  by: string
  add(id: string, userIds: readonly string[]): readonly [path: string, body: object]
  remove(id: string, userId: string): readonly [path: string, params: Record<string, string>]
}

const groups: Readonly<Record<Group['kind'], Words & Calls>> = {
  role: {
    title: '角色用户',
    empty: '该角色还没有用户',
    mayAdd: 'system:user:addUserRole',
    mayRemove: 'system:user:deleteRole',
    list: '/sys/user/userRoleList',
    by: 'roleId',
    add: (roleId, userIdList) => ['/sys/user/addSysUserRole', { roleId, userIdList }],
    remove: (roleId, userId) => ['/sys/user/deleteUserRole', { roleId, userId }],
  },
  depart: {
    title: '部门用户',
    empty: '该部门还没有用户',
    mayAdd: 'system:user:editDepartWithUser',
    mayRemove: 'system:user:deleteUserInDepart',
    list: '/sys/user/departUserList',
    by: 'depId',
    add: (depId, userIdList) => ['/sys/user/editSysDepartWithUser', { depId, userIdList }],
    remove: (depId, userId) => ['/sys/user/deleteUserInDepart', { depId, userId }],
  },
  position: {
    title: '职务用户',
    empty: '还没有人担任该职务',
    mayAdd: 'system:user:edit',
    mayRemove: 'system:user:edit',
    list: '/sys/position/getPositionUserList',
    by: 'positionId',
    add: (positionId, userIds) => ['/sys/position/savePositionUser', { positionId, userIds: userIds.join(',') }],
    remove: (positionId, userIds) => ['/sys/position/removePositionUser', { positionId, userIds }],
  },
}

export const wordsOfGroup = ({ kind }: Group): Words => groups[kind]

export interface MembersPage {
  page: number
  size: number
  /** Part of a name or an account. */
  words: string
}

export const useMembers = (group: Group, { page, size, words }: MembersPage) =>
  useQuery({
    queryKey: ['sysUser', 'of', group.kind, group.id, page, size, words],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { list, by } = groups[group.kind]
      const params = { [by]: group.id, pageNo: page, pageSize: size, ...byNameOrAccount(words) }
      return pageOf(await api.get(list, params, { quiet: true, signal }))
    },
  })

export async function addMembers({ kind, id }: Group, userIds: readonly string[]): Promise<string> {
  const [path, body] = groups[kind].add(id, userIds)
  const { message } = await api.envelope('POST', path, { body, quiet: true })
  await forgetResource(resources.sysUser)
  return message
}

async function removeMember({ kind, id }: Group, userId: string): Promise<string> {
  const [path, params] = groups[kind].remove(id, userId)
  const { message } = await api.envelope('DELETE', path, { params, quiet: true })
  await forgetResource(resources.sysUser)
  return message
}

const nouns = { role: '角色', depart: '部门', position: '职务' } as const

export const removalOfMember = (group: Group, { id, realname, username }: Row): Removal => ({
  title: '移除用户',
  question: `确定要将“${String(realname ?? username)}”移出该${nouns[group.kind]}吗?`,
  verb: '移除',
  keep: '取消',
  remove: () => removeMember(group, id),
})
