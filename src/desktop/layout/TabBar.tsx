import { HOME } from '#model/addresses.ts'
import { CloseOutlined, PushpinFilled } from '@ant-design/icons'
import { App, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { closeTabs, pinTab, refreshTab, useTabs, type Closing, type Tab } from '#headless/session/tabs.ts'

const closings: readonly { key: Closing; label: string }[] = [
  { key: 'left', label: '关闭左侧' },
  { key: 'right', label: '关闭右侧' },
  { key: 'others', label: '关闭其它' },
]

/** One tab a page; the right-click menu closes what stands beside it. */
export function TabBar() {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const tabs = useTabs((state) => state.tabs)
  const current = useRef<HTMLLIElement>(null)
  const title = tabs.find(({ path }) => path === pathname)?.title
  useEffect(() => {
    // With the next picture: asked before it, the browser lays the whole page out twice.
    const next = requestAnimationFrame(
      () => void current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(next)
    // The tab of a page that was just opened comes a moment after its address, and the name of a record after that.
  }, [pathname, tabs.length, title])

  function close(path: string, what: Closing = 'one') {
    const { go, refused } = closeTabs(path, what, window.location.pathname)
    if (refused) void message.warning(refused)
    else if (go) void navigate(go)
  }
  const menu = ({ path, pinned }: Tab) => ({
    items: [
      {
        key: 'refresh',
        label: '刷新',
        onClick: () => {
          refreshTab(path)
          void navigate(tabs.find((tab) => tab.path === path)?.address ?? path)
        },
      },
      ...(path === HOME
        ? []
        : [{ key: 'pin', label: pinned ? '取消固定' : '固定', onClick: () => pinTab(path, !pinned) }]),
      { key: 'one', label: '关闭', onClick: () => close(path) },
      ...closings.map(({ key, label }) => ({ key, label, onClick: () => close(path, key) })),
    ],
  })

  return (
    <nav aria-label="页签" className="tab-bar">
      <ul>
        {tabs.map((tab) => {
          const { path, address, title, pinned } = tab
          return (
            <li
              key={path}
              ref={path === pathname ? current : null}
              className={path === pathname ? 'tab tab-on' : 'tab'}
            >
              <Dropdown menu={menu(tab)} trigger={['contextMenu']}>
                <Link to={address} aria-current={path === pathname ? 'page' : undefined} title={title}>
                  {title}
                </Link>
              </Dropdown>
              {pinned ? (
                <button type="button" aria-label={`取消固定${title}`} onClick={() => pinTab(path, false)}>
                  <PushpinFilled />
                </button>
              ) : (
                path !== HOME && (
                  <button type="button" aria-label={`关闭${title}`} onClick={() => close(path)}>
                    <CloseOutlined />
                  </button>
                )
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
