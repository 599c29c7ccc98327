import { useEffect, useMemo, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { popupsGone } from './back.ts'
import { start } from './paths.ts'
import { depth, GoContext, passed, type Go } from './go.ts'

/** Moves by the router, after popups have left the history. */
export function RouterGo({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  useEffect(() => passed(pathname), [pathname, key])
  const go = useMemo<Go>(
    () => ({
      to: (address, options) => void popupsGone().then(() => navigate(address, options)),
      back: () => void popupsGone().then(() => (depth() > 0 ? navigate(-1) : navigate(start(), { replace: true }))),
    }),
    [navigate],
  )
  return <GoContext value={go}>{children}</GoContext>
}
