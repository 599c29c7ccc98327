import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loadAccess, useAccess } from '#headless/access.ts'
import { guard } from '#headless/guard.ts'
import { systemNotice } from '#headless/notices.ts'
import { forgetSession, useSignedIn } from '#headless/session.ts'
import { Shell } from './layout/Shell.tsx'
import { outside } from './outside.ts'
import { useGuardSettings } from './useGuardSettings.ts'

/** Follows the guard's verdict on every move inside. */
export function Gate() {
  const location = useLocation()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const permissions = useAccess((state) => state.status)
  const settings = useGuardSettings()
  const address = location.pathname + location.search + location.hash
  const verdict = guard(address, { signedIn, permissions }, settings)
  const target = verdict.do === 'go' ? verdict.to : undefined
  const signOut = verdict.do === 'go' && Boolean(verdict.signOut)

  useEffect(() => {
    if (verdict.do === 'load') void loadAccess()
  }, [verdict.do])
  useEffect(() => {
    if (target === undefined) return
    if (signOut) {
      systemNotice(useAccess.getState().problem)
      useAccess.setState({ status: 'none' })
    }
    void navigate(target, { replace: true })
    // Last: without a session the root shows what is outside, at the address that was just set.
    if (signOut) forgetSession()
  }, [target, signOut, navigate])
  useEffect(() => {
    if (outside[location.pathname]) window.location.reload()
  }, [location.pathname])

  if (verdict.do !== 'stay')
    return (
      <p className="load-failed" role="status">
        加载中…
      </p>
    )
  return <Shell />
}
