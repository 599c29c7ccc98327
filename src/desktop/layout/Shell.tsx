import { Drawer, Layout } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSettings } from '#headless/settings.ts'
import { usePlatform } from '#headless/title.ts'
import { Header } from './Header.tsx'
import { Pages } from './Pages.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { useHiddenHeader } from './useHiddenHeader.ts'
import { useNarrow } from './useNarrow.ts'

const SIDER_PX = 208
const FOLDED_PX = 64

/** Menu, header, tabs and the pages. */
export function Shell() {
  const narrow = useNarrow()
  const settings = useSettings()
  const [drawer, setDrawer] = useState(false)
  const hidden = useHiddenHeader(settings.fixedHeader && settings.autoHideHeader)
  const side = settings.layout === 'sidemenu' && !narrow
  const tabs = settings.multipage && !narrow
  useEffect(() => {
    if (!narrow) setDrawer(false)
  }, [narrow])

  return (
    <Layout hasSider={side} className="shell">
      {side && (
        <Layout.Sider
          width={SIDER_PX}
          collapsedWidth={FOLDED_PX}
          collapsed={settings.folded}
          theme={settings.sider}
          className={settings.fixedSider ? 'sider sider-fixed' : 'sider'}
        >
          <Logo tone={settings.sider} short={settings.folded} />
          <nav aria-label="主菜单">
            <SideMenu mode="inline" tone={settings.sider} folded={settings.folded} />
          </nav>
        </Layout.Sider>
      )}
      <Drawer
        open={drawer}
        placement="left"
        size={SIDER_PX}
        closable={false}
        onClose={() => setDrawer(false)}
        className={`menu-drawer menu-drawer-${settings.sider}`}
        styles={{ body: { padding: 0 } }}
        title={null}
      >
        <Logo tone={settings.sider} />
        <nav aria-label="主菜单">
          <SideMenu mode="inline" tone={settings.sider} onChosen={() => setDrawer(false)} />
        </nav>
      </Drawer>
      <Layout className="shell-main">
        <div className={headClass(settings.fixedHeader, hidden)}>
          <Header narrow={narrow} onOpenMenu={() => setDrawer(true)}>
            {settings.layout === 'topmenu' && !narrow && (
              <>
                <Logo tone="light" />
                <nav aria-label="主菜单" className="top-menu">
                  <SideMenu mode="horizontal" tone={settings.theme === 'dark' ? 'dark' : 'light'} />
                </nav>
              </>
            )}
          </Header>
          {tabs && <TabBar />}
        </div>
        <main className={settings.contentWidth === 'fixed' ? 'content content-fixed' : 'content'}>
          <Pages keep={tabs} />
        </main>
      </Layout>
    </Layout>
  )
}

const headClass = (fixed: boolean, hidden: boolean) =>
  ['shell-head', fixed && 'shell-head-fixed', hidden && 'shell-head-hidden'].filter(Boolean).join(' ')

function Logo({ tone, short = false }: { tone: 'dark' | 'light'; short?: boolean }) {
  const name = usePlatform((state) => state.name)
  return (
    <Link to="/" className={`logo logo-${tone}`} aria-label={`${name}，回到首页`}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      {!short && <span>{name}</span>}
    </Link>
  )
}
