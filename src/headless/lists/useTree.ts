import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { sortParams } from '#model/entrances.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { ApiError } from '../session/api.ts'
import { wayOf } from '../session/ways.ts'
import { textOf } from '../records/formats.ts'
import { pageOf, type Page, type Row } from '../records/rows.ts'

/** `childCount`: how many there are below it, which may be more than come. */
export type TreeRow = Row & { hasChildren?: boolean; childCount?: number; children?: TreeRow[] }

export interface CutLevel {
  /** The record above; none at the top. */
  above: string
  said: string
}

export interface Tree {
  rows: TreeRow[]
  loading: boolean
  error: Error | null
  expanded: readonly string[]
  /** Nodes whose branch is on its way. */
  opening: readonly string[]
  /** Of what is open, each level of which not all came: how many more there are. */
  cut: readonly CutLevel[]
  /** Opens a node and loads what is below, or closes it. Rejects when loading fails. */
  expand(id: string, open: boolean): Promise<void>
  reload(): Promise<unknown>
}

const level = async (resource: Resource, pid: string | undefined, sort: string | undefined): Promise<Page> => {
  const order = sort === undefined || sort === resource.list.sort ? undefined : sortParams(sort)
  const sent = (await wayOf(resource).level(pid, order)) as Parameters<typeof pageOf>[0]
  const known = Array.isArray(sent) || Array.isArray(sent?.records)
  if (!known) throw new ApiError('返回数据类型不识别', 500, 200)
  return pageOf(sent)
}

const levelOf = (resource: Resource, pid: string | undefined, sort: string | undefined) => ({
  queryKey: [resource.name, 'level', pid ?? '', sort],
  queryFn: () => level(resource, pid, sort),
  staleTime: 60_000,
})

interface Options {
  enabled?: boolean
  /** `-createTime`; the resource's own order without it. */
  sort?: string
}

/** A list as a tree whose branches load when they are opened. A node that turns out empty becomes a leaf. */
export function useTree(resource: Resource, { enabled = true, sort }: Options = {}): Tree {
  const client = useQueryClient()
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<readonly string[]>([])
  const tree = useQuery({
    queryKey: [resource.name, 'tree', expanded, sort],
    queryFn: async () => {
      const levels = await Promise.all(
        [undefined, ...expanded].map(
          async (pid) => [pid ?? '', await client.fetchQuery(levelOf(resource, pid, sort))] as const,
        ),
      )
      return new Map(levels)
    },
    placeholderData: (before) => before,
    enabled,
  })
  const rows = useMemo(() => grow(tree.data, ''), [tree.data])
  const rootTotal = tree.data?.get('')?.total ?? 0
  const cut = useMemo(() => cutLevels(resource, { rows, expanded }, rootTotal), [resource, rows, expanded, rootTotal])
  const { data, isFetching } = tree
  const opening = useMemo(
    () => [...asked, ...(isFetching ? expanded.filter((id) => !data?.has(id)) : [])],
    [asked, isFetching, expanded, data],
  )
  return {
    rows,
    loading: tree.isFetching,
    error: tree.error,
    expanded,
    opening,
    cut,
    expand: useCallback(
      async (id, open) => {
        // A branch that does not come stays folded, and the others stand.
        if (open) {
          setAsked((now) => [...now, id])
          try {
            await client.fetchQuery(levelOf(resource, id, sort))
          } finally {
            setAsked((now) => now.filter((other) => other !== id))
          }
        }
        setExpanded((now) => (open ? [...new Set([...now, id])] : now.filter((other) => other !== id)))
      },
      [client, resource, sort],
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
function grow(levels: ReadonlyMap<string, { rows: TreeRow[] }> | undefined, pid: string): TreeRow[] {
  return (levels?.get(pid)?.rows ?? []).map((row) => {
    const loaded = levels?.get(row.id)?.rows
    const hasChildren = row.hasChildren ?? row.hasChild === '1'
    if (!hasChildren || loaded?.length === 0) return { ...row, hasChildren: false }
    return { ...row, hasChildren, children: loaded ? grow(levels, row.id) : [] }
  })
}

function cutLevels(resource: Resource, tree: Pick<Tree, 'rows' | 'expanded'>, rootTotal: number): CutLevel[] {
  const rest = (above: string, where: string, more: number): CutLevel[] =>
    more > 0 ? [{ above, said: `${where}还有 ${more} 条，请搜索` }] : []
  const below = inSight(tree).flatMap(({ row, open }) => {
    const { children = [], childCount = 0 } = row
    // Not there yet, or of a server that does not count.
    if (!open || !children.length) return []
    const name = textOf(fieldOf(resource, resource.title)!, row, resource.title)
    return rest(row.id, `“${name}”下`, childCount - children.length)
  })
  return [...below, ...rest('', '', rootTotal - tree.rows.length)]
}
