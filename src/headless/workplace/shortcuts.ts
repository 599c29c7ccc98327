/** 快捷入口: the pages a person wants at hand, kept by the server for every desk and the phone. */
import { useQuery } from '@tanstack/react-query'
import { HOME } from '#model/addresses.ts'
import { MOST_SHORTCUTS } from '#model/shortcuts.ts'
import { say } from '../connection/notices.ts'
import { useAccess } from '../session/access.ts'
import { api } from '../session/api.ts'
import { useCan } from '../session/capabilities.ts'
import type { MenuNode } from '../session/menu.ts'
import { queryClient } from '../session/queries.ts'

export interface Shortcut {
  key: string
  title: string
  path: string
  icon?: string
}

/** So many of the menu, for who chose none. */
const FIRST = 12
const KEY = ['shortcuts']
export const SHORTCUTS_HINT = `按选择的先后排列，最多 ${MOST_SHORTCUTS} 个；电脑与手机上相同。`

const leaves = (nodes: readonly MenuNode[]): Shortcut[] =>
  nodes.flatMap(({ key, title, path, icon, external, children }) =>
    children
      ? leaves(children)
      : path && !external && path !== HOME
        ? [{ key, title, path, ...(icon && { icon }) }]
        : [],
  )

export interface Shortcuts {
  shown: readonly Shortcut[]
  /** Everything of this person's menu. */
  possible: readonly Shortcut[]
  /** The server keeps what somebody chooses, and it is known what that is so far. */
  kept: boolean
  /** So many may be chosen here: what this shell cannot open has its places already. */
  most: number
  /** Undefined while it is not known what they chose. */
  chosen: readonly string[] | null | undefined
  /** `null`: the first of the menu again. What this shell cannot open stays where it is. */
  save(paths: readonly string[] | null): Promise<void>
}

/** `here` in the places of those before that are open here; between them the others stay where they are. */
function inPlace(before: readonly string[], here: readonly string[], isHere: (path: string) => boolean): string[] {
  const left = [...here]
  return [...before.flatMap((path) => (isHere(path) ? left.splice(0, 1) : [path])), ...left]
}

/** `opens`: what this shell has. */
export function useShortcuts(opens: (path: string) => boolean = () => true): Shortcuts {
  const visible = useAccess((state) => state.visible)
  const able = useCan('shortcuts')
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      api.get<{ paths: string[] | null }>('/sys/shortcut/mine', undefined, { quiet: true, signal }),
    enabled: able,
    retry: false,
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  })
  const possible = leaves(visible).filter(({ path }) => opens(path))
  const byPath = new Map(possible.map((one) => [one.path, one]))
  const chosen = data && data.paths
  const shown = chosen ? chosen.flatMap((path) => byPath.get(path) ?? []) : possible.slice(0, FIRST)
  async function save(paths: readonly string[] | null) {
    const next = paths && inPlace(chosen ?? [], paths, (path) => byPath.has(path))
    queryClient.setQueryData(KEY, { paths: next })
    try {
      await api.put('/sys/shortcut/save', { paths: next }, { quiet: true })
      say('success', '快捷入口已保存')
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: KEY })
      say('error', error instanceof Error ? error.message : '保存失败')
    }
  }
  const elsewhere = (chosen ?? []).filter((path) => !byPath.has(path))
  return { shown, possible, chosen, kept: data !== undefined, most: MOST_SHORTCUTS - elsewhere.length, save }
}
