import { lazy, Suspense, useRef, useState } from 'react'
import { useSettings, type Settings } from '#headless/session/settings.ts'
import { importSometime, importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { Header } from './Header.tsx'
import { Later } from './Later.tsx'
import { Logo } from './Logo.tsx'
import { Pages } from './Pages.tsx'
import { TabBar } from './TabBar.tsx'
import { useHiddenHeader } from './useHiddenHeader.ts'
import { useNarrow } from './useNarrow.ts'

const SideMenu = lazy(() =>
  importSometime(() => import('./SideMenu.tsx')).then((module) => ({ default: module.SideMenu })),
)
const MenuDrawer = lazy(() => importWithTimeout(import('./MenuDrawer.tsx')))

/** Menu, header, tabs and the pages. */
export function Shell() {
  const narrow = useNarrow()
  const settings = useSettings()
  const [drawer, setDrawer] = useState(false)
  const hidden = useHiddenHeader(settings.fixedHeader && settings.autoHideHeader)
  const side = settings.layout === 'sidemenu' && !narrow
  const tabs = settings.multipage && !narrow
  const main = useRef<HTMLElement>(null)

  return (
    <div className="shell">
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // The address is the page's own.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        跳到主要内容
      </a>
      {side && (
        <aside className={siderClass(settings)}>
          <Logo tone={settings.sider} short={settings.folded} />
          <nav aria-label="主菜单">
            <Later>
              <SideMenu mode="inline" tone={settings.sider} folded={settings.folded} />
            </Later>
          </nav>
        </aside>
      )}
      {narrow && (
        <Suspense fallback={null}>
          <MenuDrawer open={drawer} tone={settings.sider} onClose={() => setDrawer(false)} />
        </Suspense>
      )}
      <div className="shell-main">
        <div className={headClass(settings.fixedHeader, hidden)}>
          <Header narrow={narrow} onOpenMenu={() => setDrawer(true)}>
            {settings.layout === 'topmenu' && !narrow && (
              <>
                <Logo tone="light" />
                <nav aria-label="主菜单" className="top-menu">
                  <Later>
                    <SideMenu mode="horizontal" tone="light" />
                  </Later>
                </nav>
              </>
            )}
          </Header>
          {tabs && <TabBar />}
        </div>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={settings.contentWidth === 'fixed' ? 'content content-fixed' : 'content'}
        >
          <Pages keep={tabs} />
        </main>
      </div>
    </div>
  )
}

const joined = (...names: (string | false)[]) => names.filter(Boolean).join(' ')
const siderClass = ({ sider, folded, fixedSider }: Settings) =>
  joined('sider', `sider-${sider}`, folded && 'sider-folded', fixedSider && 'sider-fixed')
const headClass = (fixed: boolean, hidden: boolean) =>
  joined('shell-head', fixed && 'shell-head-fixed', hidden && 'shell-head-hidden')
