import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, ApiError } from '../../session/api.ts'
import { useDebounced } from '../../records/useReferences.ts'

export interface DepartmentNode {
  key: string
  title: string
  children?: readonly DepartmentNode[] | null
}

const quiet = { quiet: true }
const SEARCH_MS = 300

/** Every department this person sees, as a tree. */
export const useDepartments = (enabled = true) =>
  useQuery({
    queryKey: ['sysDepart', 'picker tree'],
    queryFn: async () => (await api.get<DepartmentNode[] | null>('/sys/sysDepart/queryIdTree', undefined, quiet)) ?? [],
    enabled,
    staleTime: 60_000,
  })

export const keysWithin = (node: DepartmentNode): string[] => [node.key, ...(node.children ?? []).flatMap(keysWithin)]

/** The way from the top down to a node, itself included. */
export function pathTo(nodes: readonly DepartmentNode[], key: string): DepartmentNode[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const below = pathTo(node.children ?? [], key)
    if (below.length) return [node, ...below]
  }
  return []
}

/** Ticks a node with everything below it, or unticks both; a parent is ticked when all below it are. */
export function tickedWith(nodes: readonly DepartmentNode[], ticked: readonly string[], key: string): string[] {
  const path = pathTo(nodes, key)
  const node = path.at(-1)
  if (!node) return [...ticked]
  const branch = keysWithin(node)
  const on = !ticked.includes(key)
  const after = new Set(ticked)
  const set = (one: string, ticks: boolean) => void (ticks ? after.add(one) : after.delete(one))
  for (const one of branch) set(one, on)
  for (const above of path.slice(0, -1).reverse()) {
    set(
      above.key,
      (above.children ?? []).every(({ key: child }) => after.has(child)),
    )
  }
  return [...after]
}

/** Nodes with something ticked below them that are not ticked themselves. */
export function halfTicked(nodes: readonly DepartmentNode[], ticked: readonly string[]): string[] {
  const on = new Set(ticked)
  const visit = (node: DepartmentNode): { keys: string[]; any: boolean } => {
    const below = (node.children ?? []).map(visit)
    const keys = below.flatMap((one) => one.keys)
    const any = below.some((one) => one.any)
    return { keys: any && !on.has(node.key) ? [node.key, ...keys] : keys, any: any || on.has(node.key) }
  }
  return nodes.flatMap((node) => visit(node).keys)
}

export interface DepartmentPicker {
  nodes: readonly DepartmentNode[]
  loading: boolean
  error: Error | null
  ticked: readonly string[]
  half: readonly string[]
  /** Ticking a department ticks those below it. */
  linked: boolean
  link(on: boolean): void
  toggle(key: string): void
  keyword: string
  search(keyword: string): void
  /** What the search found, flat; undefined while nothing is searched. */
  found: readonly DepartmentNode[] | undefined
  /** Nothing was found: the server's own words. */
  nothing: string | undefined
  titleOf(key: string): string
}

export function useDepartmentPicker(values: readonly string[], multiple: boolean): DepartmentPicker {
  const tree = useDepartments()
  const [ticked, setTicked] = useState<readonly string[]>(values)
  const [linked, link] = useState(false)
  const [keyword, search] = useState('')
  const settled = useDebounced(keyword.trim(), SEARCH_MS)
  const hits = useQuery({
    queryKey: ['sysDepart', 'searchBy', settled],
    queryFn: ({ signal }) =>
      api.get<DepartmentNode[]>('/sys/sysDepart/searchBy', { keyWord: settled }, { ...quiet, signal }),
    enabled: settled !== '',
    retry: false,
  })
  const nodes = useMemo(() => tree.data ?? [], [tree.data])
  const refused = hits.error instanceof ApiError && hits.error.status === 200
  return {
    nodes,
    loading: tree.isFetching || hits.isFetching,
    error: tree.error ?? (refused ? null : hits.error),
    ticked,
    half: linked ? halfTicked(nodes, ticked) : [],
    linked,
    link,
    toggle(key) {
      if (!multiple) return setTicked(ticked.includes(key) ? [] : [key])
      if (linked) return setTicked(tickedWith(nodes, ticked, key))
      setTicked(ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key])
    },
    keyword,
    search,
    found: settled ? (refused ? [] : hits.data) : undefined,
    nothing: settled && refused ? hits.error?.message : undefined,
    titleOf: (key) => pathTo(nodes, key).at(-1)?.title ?? key,
  }
}

/** Names of chosen departments, asked with their ids. */
export const useDepartmentNames = (ids: readonly string[]) =>
  useQuery({
    // Not `names`: those of references are kept in another shape.
    queryKey: ['sysDepart', 'picker names', ids.join(',')],
    queryFn: async () =>
      (await api.get<DepartmentNode[] | null>(
        '/sys/sysDepart/queryDepartTreeSync',
        { ids: ids.join(','), primaryKey: 'id' },
        quiet,
      )) ?? [],
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
