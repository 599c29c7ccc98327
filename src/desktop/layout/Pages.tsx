import { HOME } from '#model/addresses.ts'
import { Activity, memo, Suspense, useEffect, useMemo } from 'react'
import { Link, Navigate, Route, Routes, useLocation, type Location } from 'react-router-dom'
import { pageDrawn } from '#headless/connection/firstPage.ts'
import { isReady, whenReady } from '#headless/connection/ready.ts'
import { useOpenableRoutes } from '#headless/session/access.ts'
import { leaveTabs, openTab, useTabs } from '#headless/session/tabs.ts'
import { documentTitle, usePlatform } from '#headless/session/title.ts'
import { useHost } from '../HostContext.ts'
import { LoadBoundary } from '../LoadBoundary.tsx'
import { pageAt } from '../pages.tsx'
import { afterPainting } from './afterPainting.ts'
import { useScroll } from './useScroll.ts'

/** The shown page, and the ones that wait in tabs with everything that was typed in them. */
export function Pages({ keep }: { keep: boolean }) {
  const location = useLocation()
  const routes = useOpenableRoutes()
  const tabs = useTabs((state) => state.tabs)
  const path = location.pathname
  const page = useMemo(() => pageAt(routes, path), [routes, path])
  useEffect(() => {
    if (!page || page.redirect) return
    const { title, keepAlive, slot, hideTab } = page
    if (hideTab) leaveTabs()
    else openTab({ path, address: path + location.search, title, keepAlive, ...(slot && { slot }) })
  }, [page, path, location.search])
  useTitle(path, page?.title)
  const own = tabs.find((tab) => tab.path === path)
  const round = own?.round ?? 0
  // Before its tab is told that it is shown, it says what it was until now.
  useScroll(path, round, keep && own !== undefined && own.alive && own.keepAlive)

  if (!page) return <Navigate to="/404" replace />
  if (page.redirect) return <Navigate to={page.redirect} replace />
  const waiting = keep ? tabs.filter((tab) => tab !== own && tab.keepAlive && tab.alive) : []
  // One list: a page that moved from one place of the tree to another would begin anew.
  const shown = [
    ...waiting.map(({ path, round, address }) => ({ key: `${path}:${round}`, at: address, mode: 'hidden' as const })),
    { key: `${path}:${round}`, at: location, mode: 'visible' as const },
  ]
  return (
    <>
      <Crumbs trail={page.trail} />
      {shown.map(({ key, at, mode }) => (
        <Activity key={key} mode={mode}>
          <Frame at={at} />
        </Activity>
      ))}
    </>
  )
}

/** Each page lives at its own address, whatever the browser shows. */
const Frame = memo(function Frame({ at }: { at: string | Location }) {
  return (
    <LoadBoundary>
      <Suspense
        fallback={
          <p className="card" role="status">
            加载中…
          </p>
        }
      >
        <Routes location={at}>
          <Route path="*" element={<Content />} />
        </Routes>
      </Suspense>
    </LoadBoundary>
  )
})

function Content() {
  const { pathname } = useLocation()
  const routes = useOpenableRoutes()
  // Runs when all of it is there; then it is shown with what it asks for before anything else is drawn.
  useEffect(() => afterPainting(() => whenFilled(pageDrawn)), [])
  return useMemo(() => pageAt(routes, pathname)?.content, [routes, pathname])
}

function Crumbs({ trail }: { trail: readonly { title: string; path?: string }[] }) {
  const steps = [{ title: '首页', path: HOME }, ...trail]
  return (
    <nav aria-label="当前位置">
      <ol className="crumbs">
        {steps.map(({ title, path }, index) => (
          <li key={`${index}${title}`} aria-current={index === steps.length - 1 ? 'page' : undefined}>
            {path && index < steps.length - 1 ? <Link to={path}>{title}</Link> : title}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function useTitle(path: string, title: string | undefined) {
  const host = useHost()
  const platform = usePlatform((state) => state.name)
  const own = useTabs((state) => state.tabs.find((tab) => tab.path === path)?.title)
  useEffect(() => {
    host.setTitle(documentTitle(path === HOME ? undefined : (own ?? title), platform))
  }, [host, path, own, title, platform])
}

/** Nobody waits for the menu as long as for a slow list. */
const LONGEST_MS = 2_000

function whenFilled(tell: () => void): void {
  if (isReady()) return tell()
  whenReady(tell)
  setTimeout(tell, LONGEST_MS)
}
