import { useQuery } from '@tanstack/react-query'
import { resources } from '#resources/index.ts'
import { refreshAccess } from '../session/access.ts'
import { api } from '../session/api.ts'
import { useDicts } from '../session/dictionary.ts'
import { orNone } from '../session/emptyAnswer.ts'
import { forgetResource } from '../session/queries.ts'
import type { DataRule } from './dataRules.ts'
import { useChoice } from './useChoice.ts'

/** TreeModel of the contract; its name is in slotTitle. */
export interface GrantNode {
  key: string
  title?: string | null
  slotTitle?: string | null
  ruleFlag?: number | null
  children?: GrantNode[] | null
}

export const grantName = ({ slotTitle, title, key }: GrantNode): string => slotTitle ?? title ?? key
export const hasRules = ({ ruleFlag }: GrantNode): boolean => ruleFlag === 1

const quiet = { quiet: true }

/** Who is granted menus (contract.md §6.2, §6.3, §6.4): a role, a department, or a role within a department. */
export type Holder =
  { kind: 'role' | 'depart' | 'pack'; id: string } | { kind: 'departRole'; id: string; departId: string }

interface Way {
  resource: { name: string }
  tree(): Promise<{ treeList: GrantNode[] }>
  granted(): Promise<string[]>
  /** Where grants and rules are saved, and what names the holder there. */
  save: string
  rules(permissionId: string): string
  saveRules: string
  named: Readonly<Record<string, string>>
}

const withoutRules = (nodes: readonly GrantNode[]): GrantNode[] =>
  nodes.map((node) => ({ ...node, ruleFlag: 0, children: node.children ? withoutRules(node.children) : null }))

const everyMenu: Way['tree'] = () => api.get('/sys/role/queryTreeList', undefined, quiet)
const part = encodeURIComponent

function wayOf(holder: Holder): Way {
  const { id } = holder
  const ways = {
    role: (): Way => ({
      resource: resources.sysRole,
      tree: everyMenu,
      granted: () => api.get('/sys/permission/queryRolePermission', { roleId: id }, quiet),
      save: '/sys/permission/saveRolePermission',
      rules: (permissionId) => `/sys/role/datarule/${part(permissionId)}/${part(id)}`,
      saveRules: '/sys/role/datarule',
      named: { roleId: id },
    }),
    depart: (): Way => ({
      resource: resources.sysDepart,
      tree: everyMenu,
      granted: () => api.get('/sys/permission/queryDepartPermission', { departId: id }, quiet),
      save: '/sys/permission/saveDepartPermission',
      rules: (permissionId) => `/sys/sysDepartPermission/datarule/${part(permissionId)}/${part(id)}`,
      saveRules: '/sys/sysDepartPermission/datarule',
      named: { departId: id },
    }),
    pack: (): Way => ({
      resource: resources.sysTenantPack,
      tree: async () => ({ treeList: withoutRules((await everyMenu()).treeList) }),
      granted: () => api.get('/sys/sysTenantPack/queryPermission', { packId: id }, quiet),
      save: '/sys/sysTenantPack/savePermission',
      // A package has none.
      rules: () => '',
      saveRules: '',
      named: { packId: id },
    }),
    departRole: (): Way => {
      const departId = holder.kind === 'departRole' ? holder.departId : ''
      return {
        resource: resources.sysDepart,
        // Only what the department has.
        tree: () => api.get('/sys/sysDepartPermission/queryTreeListForDeptRole', { departId }, quiet),
        granted: () => api.get('/sys/sysDepartPermission/queryDeptRolePermission', { roleId: id }, quiet),
        save: '/sys/sysDepartPermission/saveDeptRolePermission',
        rules: (permissionId) => `/sys/sysDepartRole/datarule/${part(permissionId)}/${part(departId)}/${part(id)}`,
        saveRules: '/sys/sysDepartRole/datarule',
        named: { roleId: id },
      }
    },
  }
  return ways[holder.kind]()
}

const holderKey = (holder: Holder) => [wayOf(holder).resource.name, holder.kind, holder.id]

/** Every menu and action this holder may get, and those they have: chosen, then saved. `tree` is undefined until it is there. */
export function useGrants(holder: Holder) {
  const { data, error, refetch } = useQuery({
    queryKey: [...holderKey(holder), 'grants'],
    gcTime: 0,
    queryFn: async () => {
      const way = wayOf(holder)
      const [{ treeList }, granted] = await Promise.all([way.tree(), orNone(way.granted())])
      return { tree: treeList, granted }
    },
  })
  const choice = useChoice(data?.granted, async ({ began, chosen }) => {
    const { save, named, resource } = wayOf(holder)
    const body = { ...named, permissionIds: chosen.join(','), lastpermissionIds: began.join(',') }
    const { message } = await api.envelope('POST', save, { body, quiet: true })
    // It may have been one's own role or department.
    await Promise.all([forgetResource(resource), refreshAccess()])
    return message
  })
  return { ...choice, tree: data?.tree, error: data ? null : error, refetch }
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

const has = (node: GrantNode, word: string) => grantName(node).toLowerCase().includes(word.trim().toLowerCase())

/** What has the word in its name and what is below it: 全不选 takes that away, and not what only shows where it belongs. */
export const meant = (tree: readonly GrantNode[], word: string): string[] =>
  tree.flatMap((node) => (has(node, word) ? below(node) : meant(node.children ?? [], word)))

/** What has the word in its name, with what stands above it, so that one sees where it belongs, and all that is below it. */
export function found(tree: readonly GrantNode[], word: string): readonly GrantNode[] {
  if (!word.trim()) return tree
  return tree.flatMap((node) => {
    if (has(node, word)) return [node]
    const children = found(node.children ?? [], word)
    return children.length ? [{ ...node, children: [...children] }] : []
  })
}

/**
 * The choice after a node of what is looked for was ticked or cleared. Linked, a tick takes what is seen below along, and
 * what is above, because a page whose group is missing is in nobody's menu. Clearing takes all that is below, also what
 * is not seen, and of a node that only shows the way: nobody keeps the right to write on a page that was taken away.
 */
export function toggled(
  tree: readonly GrantNode[],
  word: string,
  chosen: ReadonlySet<string>,
  key: string,
  { linked }: { linked: boolean },
): Set<string> {
  const on = !chosen.has(key)
  const way = wayTo(on ? found(tree, word) : tree, key)
  const node = way.at(-1)
  const touched = !linked || !node ? [key] : [...below(node), ...(on ? way.map((above) => above.key) : [])]
  const next = new Set(chosen)
  for (const one of touched)
    if (on) next.add(one)
    else next.delete(one)
  return next
}

export const allKeys = (tree: readonly GrantNode[]): string[] => tree.flatMap(below)

export const NOT_FOUND = '没有符合条件的菜单或操作'
export const rulesTitle = (menu: string): string => `数据规则：${menu}`
export const NO_RULES = '该菜单没有数据规则'

/** The data rules of a menu, and which of them bind the holder: chosen, then saved. `rules` is undefined until they are there. */
export function useHolderRules(holder: Holder, permissionId: string) {
  const dicts = useDicts()
  const { data, error, refetch } = useQuery({
    queryKey: [...holderKey(holder), 'rules', permissionId],
    gcTime: 0,
    queryFn: async () => {
      const [sent] = await orNone(
        api
          .get<{ datarule: DataRule[]; drChecked: string | null }>(wayOf(holder).rules(permissionId), undefined, quiet)
          .then((one) => [one]),
      )
      return { rules: sent?.datarule ?? [], bound: (sent?.drChecked ?? '').split(',').filter(Boolean) }
    },
  })
  const choice = useChoice(data?.bound, async ({ began, chosen }) => {
    const { saveRules, named } = wayOf(holder)
    const body = { ...named, permissionId, dataRuleIds: chosen.join(','), lastDataRuleIds: began.join(',') }
    return (await api.envelope('POST', saveRules, { body, quiet: true })).message
  })
  const condition = (value: string) => dicts('rule_conditions').find((item) => item.value === value)?.text ?? value
  return {
    ...choice,
    error,
    refetch,
    rules: data?.rules.map((rule) => ({
      id: rule.id,
      label: `${rule.ruleName}（${rule.ruleColumn} ${condition(rule.ruleConditions)} ${rule.ruleValue}）`,
    })),
  }
}
