import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loadAccess, useAccess } from '#headless/session/access.ts'
import { plainAddress } from '#headless/session/address.ts'
import { withoutTenant } from '#headless/session/addressedTenant.ts'
import { guard } from '#headless/session/guard.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { queryClient } from '#headless/session/queries.ts'
import { forgetSession, useSignedIn } from '#headless/session/session.ts'
import { useAddressedTenant } from '#headless/session/useAddressedTenant.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { Shell } from './layout/Shell.tsx'
import { NoMenu } from './NoMenu.tsx'
import { outside } from './outside.ts'
import { useGuardSettings } from './useGuardSettings.ts'
import { beginAnew } from '#headless/connection/leaving.ts'

const OtherTenant = lazy(() =>
  importWithTimeout(import('./layout/OtherTenant.tsx')).then((module) => ({ default: module.OtherTenant })),
)

/** Follows the guard's verdict on every move inside. */
export function Gate() {
  const location = useLocation()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const { status: permissions, problem } = useAccess()
  const settings = useGuardSettings()
  const address = location.pathname + location.search + location.hash
  const addressed = useAddressedTenant(address)
  const plain = plainAddress(withoutTenant(address))
  // A stranger comes back to the whole address.
  const verdict = guard(plainAddress(address), { signedIn, permissions }, settings)
  const target = verdict.do === 'go' ? verdict.to : plain === address || addressed.at !== 'here' ? undefined : plain
  const signOut = verdict.do === 'go' && Boolean(verdict.signOut)

  useEffect(() => {
    if (verdict.do === 'load') void loadAccess()
  }, [verdict.do])
  useEffect(() => {
    if (target === undefined) return
    if (!signOut) return void navigate(target, { replace: true })
    useNoticeStore.setState({ farewell: useAccess.getState().problem })
    useAccess.setState({ status: 'none' })
    // What was asked ahead for them is not the next person's.
    queryClient.clear()
    // Without a session the root shows what is outside and sets its address. Going there as well would start the page
    // anew, and what was to be read would be gone.
    forgetSession()
  }, [target, signOut, navigate])
  useEffect(() => {
    if (outside[location.pathname]) beginAnew()
  }, [location.pathname])

  if (verdict.do === 'retry') return <NoMenu problem={problem} onRetry={() => void loadAccess()} />
  if (verdict.do === 'stay' && addressed.at === 'failed')
    return <NoMenu title="租户加载失败" problem={addressed.problem} onRetry={addressed.again} />
  if (verdict.do === 'stay' && addressed.at === 'elsewhere')
    return (
      <Suspense fallback={<Loading />}>
        <OtherTenant
          tenant={addressed.tenant}
          now={addressed.now}
          to={plain}
          onStay={() => void navigate(settings.home, { replace: true })}
        />
      </Suspense>
    )
  if (verdict.do !== 'stay' || plain !== address) return <Loading />
  return <Shell />
}

const Loading = () => (
  <p className="load-failed" role="status">
    加载中…
  </p>
)
