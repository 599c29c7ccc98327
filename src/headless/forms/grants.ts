import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { resources } from '#resources/index.ts'
import { refreshAccess } from '../session/access.ts'
import { api } from '../session/api.ts'
import { orNone } from '../session/emptyAnswer.ts'
import { forgetResource } from '../session/queries.ts'
import type { Removal } from '../records/removal.ts'
import { pageOf, type Row } from '../records/rows.ts'
import type { DataRule } from './dataRules.ts'

/** TreeModel of the contract; its name is in slotTitle. */
export interface GrantNode {
  key: string
  title?: string | null
  slotTitle?: string | null
  ruleFlag?: number | null
  children?: GrantNode[] | null
}

const quiet = { quiet: true }

/** Every menu and action there is, and those a role has. */
export const useRoleGrants = (roleId: string) =>
  useQuery({
    queryKey: ['sysRole', 'grants', roleId],
    gcTime: 0,
    // What one started from must not change underneath.
    staleTime: Infinity,
    queryFn: async () => {
      const [{ treeList }, granted] = await Promise.all([
        api.get<{ treeList: GrantNode[] }>('/sys/role/queryTreeList', undefined, quiet),
        orNone(api.get<string[]>('/sys/permission/queryRolePermission', { roleId }, quiet)),
      ])
      return { tree: treeList, granted }
    },
  })

/** `before` is what one started from: the server applies the difference, so that two people's grants add up. */
export async function saveRoleGrants(
  roleId: string,
  before: readonly string[],
  wanted: Iterable<string>,
): Promise<string> {
  const body = { roleId, permissionIds: [...wanted].join(','), lastpermissionIds: before.join(',') }
  const { message } = await api.envelope('POST', '/sys/permission/saveRolePermission', { body, quiet: true })
  // It may have been one's own role.
  await Promise.all([forgetResource(resources.sysRole), refreshAccess()])
  return message
}

const below = (node: GrantNode): string[] => [node.key, ...(node.children ?? []).flatMap(below)]

/** The nodes from the root to this one; empty when it is not there. */
function wayTo(nodes: readonly GrantNode[], key: string): GrantNode[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const way = wayTo(node.children ?? [], key)
    if (way.length) return [node, ...way]
  }
  return []
}

/**
 * The choice after one node was ticked or cleared. Linked, a tick takes what is below along and what is above, because
 * a page whose group is missing is in nobody's menu; clearing takes only what is below along.
 */
export function ticked(
  tree: readonly GrantNode[],
  chosen: ReadonlySet<string>,
  key: string,
  { on, linked }: { on: boolean; linked: boolean },
): Set<string> {
  const next = new Set(chosen)
  const way = wayTo(tree, key)
  const node = way.at(-1)
  const touched = !linked || !node ? [key] : [...below(node), ...(on ? way.map((above) => above.key) : [])]
  for (const one of touched)
    if (on) next.add(one)
    else next.delete(one)
  return next
}

export const allKeys = (tree: readonly GrantNode[]): string[] => tree.flatMap(below)

/** The data rules of a menu and which of them bind the role. */
export const useRoleRules = (roleId: string, permissionId: string) =>
  useQuery({
    queryKey: ['sysRole', 'rules', roleId, permissionId],
    gcTime: 0,
    queryFn: async () => {
      const [sent] = await orNone(
        api
          .get<{ datarule: DataRule[]; drChecked: string | null }>(
            `/sys/role/datarule/${encodeURIComponent(permissionId)}/${encodeURIComponent(roleId)}`,
            undefined,
            quiet,
          )
          .then((one) => [one]),
      )
      return { rules: sent?.datarule ?? [], chosen: (sent?.drChecked ?? '').split(',').filter(Boolean) }
    },
  })

export async function saveRoleRules(roleId: string, permissionId: string, ruleIds: readonly string[]): Promise<string> {
  const body = { roleId, permissionId, dataRuleIds: ruleIds.join(',') }
  return (await api.envelope('POST', '/sys/role/datarule', { body, quiet: true })).message
}

export interface RolePage {
  page: number
  size: number
  username: string
}

export const useRoleUsers = (roleId: string, { page, size, username }: RolePage) =>
  useQuery({
    queryKey: ['sysUser', 'of role', roleId, page, size, username],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      pageOf(
        await api.get(
          '/sys/user/userRoleList',
          { roleId, pageNo: page, pageSize: size, ...(username && { username }) },
          { quiet: true, signal },
        ),
      ),
  })

export async function addRoleUsers(roleId: string, userIdList: readonly string[]): Promise<string> {
  const { message } = await api.envelope('POST', '/sys/user/addSysUserRole', {
    body: { roleId, userIdList },
    quiet: true,
  })
  await forgetResource(resources.sysUser)
  return message
}

async function removeRoleUser(roleId: string, userId: string): Promise<string> {
  const { message } = await api.envelope('DELETE', '/sys/user/deleteUserRole', {
    params: { roleId, userId },
    quiet: true,
  })
  await forgetResource(resources.sysUser)
  return message
}

export const removalOfRoleUser = (roleId: string, { id, realname, username }: Row): Removal => ({
  title: '移除用户',
  question: `确定要将“${String(realname ?? username)}”移出该角色吗?`,
  verb: '移除',
  keep: '取消',
  remove: () => removeRoleUser(roleId, id),
})
