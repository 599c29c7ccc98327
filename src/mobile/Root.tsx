import { ALTERATION, HOST_LOGIN, LOGIN, REGISTER, REGISTER_RESULT, SSO_LOGIN, TODO } from '#model/addresses.ts'
import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ComponentType } from 'react'
import { readAgent, type Host } from '#adaptive/index.ts'
import { guard } from '#headless/session/guard.ts'
import { leadsToRecord } from '#model/entrances.ts'
import { shadesOf } from '#headless/session/colours.ts'
import { session, useSession, useSignedIn } from '#headless/session/session.ts'
import { useSettings } from '#headless/session/settings.ts'
import { useShownTheme } from '#headless/session/shownTheme.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { wantedHere } from '#oauth2/address.ts'
import { casBase } from '#oauth2/casBase.ts'
import { loadDecision } from './custom/decision/load.ts'
import { closeTopmost } from './layout/back.ts'
import { LoadBoundary } from './LoadBoundary.tsx'
import { HostContext, useHost } from './HostContext.ts'
import { Notices } from './layout/Notices.tsx'
import { Waiting } from './layout/Waiting.tsx'

const loadInside = () => importWithTimeout(import('./Inside.tsx'))
const Inside = lazy(loadInside)
const loadLinked = () => importWithTimeout(import('./Linked.tsx'))
const Linked = lazy(loadLinked)
const Login = lazy(() => importWithTimeout(import('./screens/login/Login.tsx')))
const ViewBanner = lazy(async () => ({
  default: (await importWithTimeout(import('./layout/ViewBanner.tsx'))).ViewBanner,
}))
const ErrorPage = lazy(() => importWithTimeout(import('./screens/errors/ErrorPage.tsx')))

/** Pages that open to strangers. */
const outside: Readonly<Record<string, ComponentType>> = {
  [LOGIN]: Login,
  [HOST_LOGIN]: lazy(() => importWithTimeout(import('./screens/login/HostDoor.tsx'))),
  [SSO_LOGIN]: lazy(() => importWithTimeout(import('./screens/login/SsoDoor.tsx'))),
  [REGISTER]: lazy(() => importWithTimeout(import('./screens/register/Register.tsx'))),
  [REGISTER_RESULT]: lazy(() => importWithTimeout(import('./screens/register/RegisterResult.tsx'))),
  [ALTERATION]: lazy(() => importWithTimeout(import('./screens/alteration/Alteration.tsx'))),
  '/test/home': lazy(() => importWithTimeout(import('./screens/home/TestHome.tsx'))),
}

/** Everything a link needs at once, before React has drawn anything: on a slow line each step costs half a second. */
export function fetchLinked(): void {
  // In a chat somebody is signed in by the time it has come.
  if (!session().token && !readAgent().chat) return
  const path = (wantedHere() ?? '').split(/[?#]/, 1)[0]!
  if (!leadsToRecord(path)) return
  void loadLinked().catch(() => undefined)
  // Before it is known which resources are decided on: most are.
  void loadDecision().catch(() => undefined)
}

const here = () => location.pathname + location.search + location.hash

/** Only what signing in needs; everything else comes with `Inside`. */
export function Root({ host }: { host: Host }) {
  const { colour, colourWeak } = useSettings()
  const theme = useShownTheme()
  const viewing = useSession((state) => state.viewing !== null)
  // Before anything is seen in other colours.
  useLayoutEffect(() => {
    const { dataset, classList, style } = document.documentElement
    dataset.prefersColorScheme = theme
    classList.toggle('vd-colour-weak', colourWeak)
    for (const [name, shade] of Object.entries(shadesOf(colour, theme))) style.setProperty(`--vd-own-${name}`, shade)
  }, [theme, colour, colourWeak])
  useEffect(() => host.onBack?.(closeTopmost), [host])
  return (
    <HostContext value={host}>
      <LoadBoundary>
        <Suspense fallback={<Waiting />}>
          <Gate />
        </Suspense>
      </LoadBoundary>
      <Notices />
      {viewing && (
        <Suspense>
          <ViewBanner />
        </Suspense>
      )}
    </HostContext>
  )
}

function Gate() {
  const host = useHost()
  const signedIn = useSignedIn()
  const judge = (address: string) =>
    guard(
      address,
      { signedIn, permissions: 'loaded' },
      { chat: host.signsIn, home: TODO, ...(casBase() && { sso: SSO_LOGIN }) },
    )

  let address = here()
  // The permissions are a question for inside. The guard's table test shows that this ends.
  for (let verdict = judge(address); verdict.do === 'go'; verdict = judge(address)) address = verdict.to
  useEffect(() => {
    if (address !== here()) history.replaceState(null, '', address)
  }, [address])
  useEffect(() => {
    // While somebody types a password, the rest is fetched.
    if (!signedIn) setTimeout(() => void loadInside().catch(() => undefined), 3000)
  }, [signedIn])

  const path = address.split(/[?#]/, 1)[0]!
  // Where a person came in decides; later moves are the router's.
  const [linked, setLinked] = useState<boolean>()
  if (signedIn && linked === undefined) setLinked(leadsToRecord(path))
  const Page = outside[path]
  if (Page) return <Page />
  // The router of what is inside reads the address when it begins, so it is written before.
  if (signedIn && address !== here()) history.replaceState(null, '', address)
  if (!signedIn) return <ErrorPage />
  return linked ? <Linked /> : <Inside />
}
