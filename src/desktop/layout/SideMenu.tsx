import { Menu, type MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useAccess } from '#headless/session/access.ts'
import { routeAt, type MenuNode } from '#headless/session/menu.ts'
import { useSettings } from '#headless/session/settings.ts'
import { useTabs } from '#headless/session/tabs.ts'
import { MenuIcon } from './MenuIcon.tsx'

type Item = NonNullable<MenuProps['items']>[number]

const itemOf = (node: MenuNode, depth = 0): Item => {
  const icon = depth === 0 || node.icon ? <MenuIcon name={node.icon} /> : undefined
  if (node.children)
    return { key: node.key, label: node.title, icon, children: node.children.map((child) => itemOf(child, depth + 1)) }
  const label = node.external ? (
    <a href={node.external} target="_blank" rel="noopener noreferrer">
      {node.title}
    </a>
  ) : (
    <Entry path={node.path!} title={node.title} />
  )
  return { key: node.path!, label, icon, title: node.title }
}

/** A page that is open in a tab is shown as it stands there: with its page number and filters. */
function Entry({ path, title }: { path: string; title: string }) {
  const multipage = useSettings((state) => state.multipage)
  const open = useTabs((state) => state.tabs.find((tab) => tab.path === path)?.address)
  return <Link to={(multipage && open) || path}>{title}</Link>
}

/** Keys of the groups above a path, outermost first. */
function above(nodes: readonly MenuNode[], path: string, trail: readonly string[] = []): readonly string[] | undefined {
  for (const node of nodes) {
    if (node.path === path) return trail
    const found = node.children && above(node.children, path, [...trail, node.key])
    if (found) return found
  }
  return undefined
}

interface Props {
  mode: 'inline' | 'horizontal'
  tone: 'dark' | 'light'
  folded?: boolean
  onChosen?: () => void
}

export function SideMenu({ mode, tone, folded = false, onChosen }: Props) {
  const visible = useAccess((state) => state.visible)
  const routes = useAccess((state) => state.routes)
  const { pathname } = useLocation()
  const items = useMemo(() => visible.map((node) => itemOf(node)), [visible])
  const current = routeAt(routes, pathname)?.path ?? pathname
  const parents = useMemo(() => above(visible, current) ?? [], [visible, current])
  const [opened, setOpened] = useState<{ at: string; keys: readonly string[] }>({ at: '', keys: [] })
  // Coming to another page opens its groups; what is opened by hand stays until then.
  const open = opened.at === current ? opened.keys : parents

  // A hundred entries, drawn again when another one is current or a group opens, not with everything around them.
  return useMemo(() => {
    const change = (keys: string[]) => {
      const roots = visible.map(({ key }) => key)
      const added = keys.find((key) => !open.includes(key))
      const accordion =
        added && roots.includes(added) ? keys.filter((key) => key === added || !roots.includes(key)) : keys
      setOpened({ at: current, keys: accordion })
    }
    return (
      <Menu
        mode={mode}
        theme={tone}
        items={items}
        selectedKeys={[current]}
        {...(mode === 'inline' && !folded && { openKeys: [...open], onOpenChange: change })}
        {...(mode === 'inline' && { inlineCollapsed: folded })}
        onClick={() => onChosen?.()}
      />
    )
  }, [visible, items, current, open, mode, tone, folded, onChosen])
}
