// Before what its parts say of themselves.
import './pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router-dom'
import { loadAccess, useAccess } from '#headless/session/access.ts'
import { plainAddress } from '#headless/session/address.ts'
import { withoutTenant } from '#headless/session/addressedTenant.ts'
import { bringTheOthers } from '#headless/session/bringTheOthers.ts'
import { guard } from '#headless/session/guard.ts'
import { say } from '#headless/connection/notices.ts'
import { queryClient } from '#headless/session/queries.ts'
import { useAddressedTenant } from '#headless/session/useAddressedTenant.ts'
import { forgetSession, useSession } from '#headless/session/session.ts'
import { importSometime, importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { whenReady } from '#headless/connection/ready.ts'
import { layQueueBeneath } from './layout/go.ts'
import { RouterGo } from './layout/RouterGo.tsx'
import { overPages } from './layout/overPages.tsx'
import { isTab, start } from './layout/paths.ts'
import { useHost } from './HostContext.ts'
import { fetchAhead } from './layout/Notices.tsx'
import { PageStack } from './layout/stack.tsx'
import { Waiting } from './layout/Waiting.tsx'
import { drawPage, homeHere, prefetchPage } from './pages.tsx'

const Failed = lazy(() =>
  importWithTimeout(import('./layout/Nothing.tsx')).then((module) => ({ default: module.Failed })),
)

const OtherTenant = lazy(() =>
  importWithTimeout(import('./layout/OtherTenant.tsx')).then((module) => ({ default: module.OtherTenant })),
)
const Tabs = overPages(() => importSometime(() => import('./layout/Tabs.tsx')))
const Live = overPages(() => importSometime(() => import('./layout/Live.tsx')))
const AHEAD_MS = 1500

export default function Inside() {
  // Once, before the router reads the address.
  useState(layQueueBeneath)
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <RouterGo>
          <Guarded />
        </RouterGo>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

function Guarded() {
  const { pathname, search, hash } = useLocation()
  const host = useHost()
  const { status, problem } = useAccess()
  const tenant = useSession(({ tenantid }) => tenantid)
  const homePath = useSession(({ info }) => info?.homePath)
  const home = homePath ? (status === 'loaded' ? homeHere(homePath) : '/') : start()
  const verdict = guard(pathname + search, { signedIn: true, permissions: status }, { chat: host.signsIn, home })
  const signOut = verdict.do === 'go' && Boolean(verdict.signOut)
  const address = pathname + search + hash
  const addressed = useAddressedTenant(address)
  useEffect(() => {
    if (verdict.do !== 'load') return
    // The page's code and record are on their way while the menu is still being asked for.
    prefetchPage(location.pathname)
    void loadAccess()
  }, [verdict.do])
  useEffect(() => {
    if (!signOut) return
    say('error', problem)
    useAccess.setState({ status: 'none', problem: '' })
    forgetSession()
  }, [signOut, problem])
  useEffect(() => {
    const timer = setTimeout(fetchAhead, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => whenReady(bringTheOthers), [])
  if (verdict.do === 'retry')
    return (
      <Suspense fallback={<Waiting />}>
        <Failed error={new Error(`菜单加载失败：${problem}`)} onRetry={() => void loadAccess()} />
      </Suspense>
    )
  if (verdict.do === 'load' || signOut) return <Waiting />
  if (verdict.do === 'go') return <Navigate to={verdict.to} replace />
  const plain = plainAddress(withoutTenant(address))
  if (addressed.at === 'unknown') return <Waiting />
  if (addressed.at === 'failed')
    return (
      <Suspense fallback={<Waiting />}>
        <Failed error={new Error(`租户加载失败：${addressed.problem}`)} onRetry={addressed.again} />
      </Suspense>
    )
  if (addressed.at === 'elsewhere')
    return (
      <Suspense fallback={<Waiting />}>
        <OtherTenant tenant={addressed.tenant} now={addressed.now} to={plain} />
      </Suspense>
    )
  if (plain !== address) return <Navigate to={plain} replace />
  return (
    <>
      {/* What lay open in another tenant is not there any more. */}
      <PageStack key={tenant} draw={drawPage} />
      {isTab(pathname) && <Tabs />}
      <Live />
    </>
  )
}
