import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Resource } from '#model/resource.ts'
import { ApiError } from '../session/api.ts'
import { wayOf } from '../session/ways.ts'
import { pageOf, type Row } from '../records/rows.ts'

export type TreeRow = Row & { hasChildren?: boolean; children?: TreeRow[] }

export interface Tree {
  rows: TreeRow[]
  loading: boolean
  error: Error | null
  expanded: readonly string[]
  /** Opens a node and loads what is below, or closes it. Rejects when loading fails. */
  expand(id: string, open: boolean): Promise<void>
  reload(): Promise<unknown>
}

const level = async (resource: Resource, pid: string | undefined): Promise<TreeRow[]> => {
  const sent = (await wayOf(resource).level(pid)) as Parameters<typeof pageOf>[0]
  const known = Array.isArray(sent) || Array.isArray(sent?.records)
  if (!known) throw new ApiError('返回数据类型不识别', 500, 200)
  return pageOf(sent).rows
}

const levelOf = (resource: Resource, pid: string | undefined) => ({
  queryKey: [resource.name, 'level', pid ?? ''],
  queryFn: () => level(resource, pid),
  staleTime: 60_000,
})

/** A list as a tree whose branches load when they are opened. A node that turns out empty becomes a leaf. */
export function useTree(resource: Resource, { enabled = true }: { enabled?: boolean } = {}): Tree {
  const client = useQueryClient()
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const tree = useQuery({
    queryKey: [resource.name, 'tree', expanded],
    queryFn: async () => {
      const levels = await Promise.all(
        [undefined, ...expanded].map(
          async (pid) => [pid ?? '', await client.fetchQuery(levelOf(resource, pid))] as const,
        ),
      )
      return new Map(levels)
    },
    placeholderData: (before) => before,
    enabled,
  })
  const rows = useMemo(() => grow(tree.data, ''), [tree.data])
  return {
    rows,
    loading: tree.isFetching,
    error: tree.error,
    expanded,
    expand: useCallback(
      async (id, open) => {
        // A branch that does not come stays folded, and the others stand.
        if (open) await client.fetchQuery(levelOf(resource, id))
        setExpanded((now) => (open ? [...new Set([...now, id])] : now.filter((other) => other !== id)))
      },
      [client, resource],
    ),
    reload: () => client.invalidateQueries({ queryKey: [resource.name] }, { throwOnError: true }),
  }
}

export interface TreeLine {
  row: TreeRow
  depth: number
  open: boolean
}

/** The rows in sight, one below the other: of every open branch what is below it. */
export const inSight = ({ rows, expanded }: Pick<Tree, 'rows' | 'expanded'>, depth = 0): TreeLine[] =>
  rows.flatMap((row) => {
    const open = Boolean(row.hasChildren) && expanded.includes(row.id)
    const below = open ? inSight({ rows: row.children ?? [], expanded }, depth + 1) : []
    return [{ row, depth, open }, ...below]
  })

/** An unopened branch holds an empty list, so that the table shows it can be opened. */
function grow(levels: ReadonlyMap<string, TreeRow[]> | undefined, pid: string): TreeRow[] {
  return (levels?.get(pid) ?? []).map((row) => {
    const loaded = levels?.get(row.id)
    const hasChildren = row.hasChildren ?? row.hasChild === '1'
    if (!hasChildren || loaded?.length === 0) return { ...row, hasChildren: false }
    return { ...row, hasChildren, children: loaded ? grow(levels, row.id) : [] }
  })
}
