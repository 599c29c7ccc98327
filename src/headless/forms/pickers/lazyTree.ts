import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../session/api.ts'

export interface TreeNode {
  /** Asks for what is below. */
  key: string
  /** What a field keeps. */
  value: string
  title: string
  leaf: boolean
  children?: readonly TreeNode[]
}

/** A tree that is asked for level by level. */
export interface TreeSource {
  key: string
  top(signal?: AbortSignal): Promise<TreeNode[]>
  below(key: string, signal?: AbortSignal): Promise<TreeNode[]>
  /** Titles of values in their order; a value without one stands for itself. */
  titles(values: readonly string[]): Promise<string[]>
}

interface SentNode {
  key: string
  value?: string
  code?: string
  title?: string
  name?: string
  /** Servers of either age send the one or the other, some as 0 and 1. */
  leaf?: boolean | number | string
  isLeaf?: boolean | number | string
}
const yes = (value: SentNode['leaf']) => value === true || value === 1 || value === '1'
const nodeOf = (sent: SentNode): TreeNode => ({
  key: sent.key,
  value: sent.value ?? sent.key,
  title: sent.title ?? sent.name ?? sent.key,
  leaf: yes(sent.leaf ?? sent.isLeaf),
})
const quiet = { quiet: true }
const nodes = async (url: string, params: Record<string, string>, signal?: AbortSignal) =>
  ((await api.get<SentNode[] | null>(url, params, { ...quiet, ...(signal && { signal }) })) ?? []).map(nodeOf)

/** The 分类字典 below the category of that code, or all of it (acceptance H04). */
export const categoryTree = (under = '0'): TreeSource => ({
  key: `category ${under}`,
  top: (signal) => nodes('/sys/category/loadTreeRoot', { async: 'true', pcode: under }, signal),
  below: (pid, signal) => nodes('/sys/category/loadTreeChildren', { pid }, signal),
  titles: (values) =>
    api.get<string[]>('/sys/category/loadDictItem/', { ids: values.join(','), delNotExist: 'false' }, quiet),
})

export interface TableTree {
  table: string
  text: string
  code: string
  pidField: string
  /** Nodes below this one; the top when not said. */
  pid?: string
  hasChildField?: string
  /** JSON of field → value; see `conditionProblem`. */
  condition?: string
}

/** A table of the server's catalogue as a tree (acceptance H05). */
export function tableTree({ table, text, code, pidField, pid = '0', hasChildField = '', condition = '' }: TableTree) {
  const given = { tableName: table, text, code, pidField, hasChildField, condition, converIsLeafVal: '1' }
  const level = (at: string, signal?: AbortSignal) => nodes('/sys/dict/loadTreeData', { pid: at, ...given }, signal)
  const source: TreeSource = {
    key: `table ${JSON.stringify({ pid, ...given })}`,
    top: (signal) => level(pid, signal),
    below: level,
    titles: (values) =>
      api.get<string[]>(
        `/sys/dict/loadDictItem/${encodeURIComponent([table, text, code].join(','))}`,
        { key: values.join(','), delNotExist: 'false' },
        quiet,
      ),
  }
  return source
}

export const CONDITION_TEXTS = {
  category: 'condition 必须是 json 字符串',
  tree: '组件JTreeSelect-condition传值有误，需要一个json字符串!',
} as const

/** What is wrong with a condition somebody wrote into a setting; undefined when nothing is. */
export function conditionProblem(condition: unknown, what: keyof typeof CONDITION_TEXTS): string | undefined {
  if (condition === undefined || condition === '') return undefined
  try {
    const parsed: unknown = typeof condition === 'string' ? JSON.parse(condition) : undefined
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return undefined
  } catch {
    // Told below like everything else that is no such text.
  }
  return CONDITION_TEXTS[what]
}

/** px: a taller list scrolls (acceptance G07). */
export const TREE_HEIGHT = 400

export interface LazyTree {
  nodes: readonly TreeNode[]
  loading: boolean
  error: Error | null
  /** Loads what is below; a node without anything there becomes a leaf. Rejects when loading fails. */
  open(key: string): Promise<void>
  /** Titles of the values given. */
  titles: readonly string[]
}

const grown = (level: readonly TreeNode[], known: ReadonlyMap<string, readonly TreeNode[]>): TreeNode[] =>
  level.map((node) => {
    const below = known.get(node.key)
    if (!below) return node
    return below.length ? { ...node, leaf: false, children: grown(below, known) } : { ...node, leaf: true }
  })

export function useLazyTree(
  source: TreeSource,
  { values = [], enabled = true }: { values?: readonly string[]; enabled?: boolean } = {},
): LazyTree {
  const client = useQueryClient()
  const [known, setKnown] = useState<ReadonlyMap<string, readonly TreeNode[]>>(() => new Map())
  const top = useQuery({
    queryKey: ['tree', source.key],
    queryFn: ({ signal }) => source.top(signal),
    enabled,
    staleTime: 60_000,
  })
  const titles = useQuery({
    queryKey: ['tree', source.key, 'titles', values.join(',')],
    queryFn: () => source.titles(values),
    enabled: values.length > 0,
    staleTime: 60_000,
  })
  return {
    nodes: grown(top.data ?? [], known),
    loading: top.isFetching,
    error: top.error,
    async open(key) {
      if (known.has(key)) return
      const below = await client.fetchQuery({
        queryKey: ['tree', source.key, 'below', key],
        queryFn: ({ signal }) => source.below(key, signal),
        staleTime: 60_000,
      })
      setKnown((before) => new Map(before).set(key, below))
    },
    titles: values.map((value, at) => titles.data?.[at] ?? value),
  }
}
