import { SearchBar } from 'antd-mobile'
import { useState } from 'react'
import { BOARD, HOME } from '#model/addresses.ts'
import { useAccess } from '#headless/session/access.ts'
import { routeAt, type MenuNode, type MenuRoute } from '#headless/session/menu.ts'
import { useFits } from '#headless/lists/pinyin.ts'
import { useGo } from '../../layout/go.ts'
import { useHost } from '../../HostContext.ts'
import { MenuIcon } from '../../layout/icons.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { opens } from '../../layout/places.ts'
import '../list/list.css'
import './apps.css'

interface Entry {
  key: string
  title: string
  path: string
  icon?: string | undefined
  external?: string | undefined
}
interface Group {
  title: string
  entries: Entry[]
}

const leavesOf = (node: MenuNode): MenuNode[] => node.children?.flatMap(leavesOf) ?? [node]

/** The menu's groups with what a phone can open; entries without a group come first. */
function groupsOf(nodes: readonly MenuNode[], routes: readonly MenuRoute[]): Group[] {
  const entry = (node: MenuNode): Entry[] => {
    const route = node.path ? routeAt(routes, node.path) : undefined
    // What the desktop shows first is a page of its own here.
    if (route?.path === HOME) return [{ key: node.key, title: '看板', path: BOARD, icon: 'dashboard' }]
    if (!node.path || !route || !(node.external || opens(route.screen))) return []
    return [{ key: node.key, title: node.title, path: node.path, icon: node.icon, external: node.external }]
  }
  const single = { title: '常用', entries: nodes.filter(({ children }) => !children).flatMap(entry) }
  const groups = nodes
    .filter(({ children }) => children)
    .map((node) => ({ title: node.title, entries: leavesOf(node).flatMap(entry) }))
  return [single, ...groups].filter(({ entries }) => entries.length)
}

/** Everything this person may open on a phone. */
export default function Apps() {
  const { visible, routes } = useAccess()
  const [word, setWord] = useState('')
  const fits = useFits(word)
  const go = useGo()
  const host = useHost()
  const groups = groupsOf(visible, routes)
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => fits(entry.title, word)),
    }))
    .filter(({ entries }) => entries.length)
  return (
    <Page
      title="应用"
      root
      head={
        <div className="vd-list-head">
          <SearchBar placeholder="搜索应用" value={word} onChange={setWord} />
        </div>
      }
    >
      {groups.map(({ title, entries }) => (
        <section key={title} className="vd-apps">
          <h2>{title}</h2>
          <div>
            {entries.map((entry) => (
              <button
                type="button"
                key={entry.key}
                onClick={() => (entry.external ? host.openLink(entry.external) : go.to(entry.path))}
              >
                <i aria-hidden="true">
                  <MenuIcon name={entry.icon} />
                </i>
                <span>{entry.title}</span>
              </button>
            ))}
          </div>
        </section>
      ))}
      {!groups.length && (
        <Nothing>{word ? '没有找到，换一个词试试' : '还没有您可以打开的应用，请联系管理员授权'}</Nothing>
      )}
    </Page>
  )
}
