import { ALTERATION, HOST_LOGIN, LOGIN, REGISTER, REGISTER_RESULT, SSO_LOGIN, TODO } from '#model/addresses.ts'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { readAgent, type Host } from '#adaptive/index.ts'
import { destination, pathOf } from '#headless/session/guard.ts'
import { leadsToRecord } from '#model/entrances.ts'
import { shadesOf } from '#headless/session/colours.ts'
import { isSignedIn, session, useSession, useSignedIn } from '#headless/session/session.ts'
import { useSettings } from '#headless/session/settings.ts'
import { useShownTheme } from '#headless/session/shownTheme.ts'
import { importSometime } from '#headless/connection/importWithTimeout.ts'
import { later, type Later } from '#headless/connection/later.ts'
import { wantedHere } from '#oauth2/address.ts'
import { casBase } from '#oauth2/casBase.ts'
import { loadDecision } from './custom/decision/load.ts'
import { closeTopmost } from './layout/back.ts'
import { LoadBoundary } from './LoadBoundary.tsx'
import { HostContext, useHost } from './HostContext.ts'
import { Notices } from './layout/Notices.tsx'
import { overPages } from './layout/overPages.tsx'
import { Waiting } from './layout/Waiting.tsx'

const Inside = later(() => import('./Inside.tsx'))
const loadLinked = () => import('./Linked.tsx')
const Linked = later(loadLinked)
const ViewBanner = overPages(async () => ({
  default: (await importSometime(() => import('./layout/ViewBanner.tsx'))).ViewBanner,
}))
const ErrorPage = later(() => import('./screens/errors/ErrorPage.tsx'))

/** Pages that open to strangers. */
const outside: Readonly<Record<string, Later<object>>> = {
  [LOGIN]: later(() => import('./screens/login/Login.tsx')),
  [HOST_LOGIN]: later(() => import('./screens/login/HostDoor.tsx')),
  [SSO_LOGIN]: later(() => import('./screens/login/SsoDoor.tsx')),
  [REGISTER]: later(() => import('./screens/register/Register.tsx')),
  [REGISTER_RESULT]: later(() => import('./screens/register/RegisterResult.tsx')),
  [ALTERATION]: later(() => import('./screens/alteration/Alteration.tsx')),
  '/test/home': later(() => import('./screens/home/TestHome.tsx')),
}

/** Everything a link needs at once, before React has drawn anything: on a slow line each step costs half a second. */
export function fetchLinked(): void {
  // In a chat somebody is signed in by the time it has come.
  if (!session().token && !readAgent().chat) return
  const path = pathOf(wantedHere() ?? '')
  if (!leadsToRecord(path)) return
  void Linked.bring().catch(() => undefined)
  // Before it is known which resources are decided on: most are.
  void loadDecision().catch(() => undefined)
}

const here = () => location.pathname + location.search + location.hash

const settingsOf = (host: Host) => ({
  chat: host.signsIn,
  // Whether the phone has a person's own first page, their menu says: `Inside` goes there.
  home: session().info?.homePath ? '/' : TODO,
  ...(casBase() && { sso: SSO_LOGIN }),
})

/** What this address shows first: when it is there it is drawn at once. */
export async function firstPage(host: Host): Promise<void> {
  const signedIn = isSignedIn()
  const path = pathOf(destination(here(), signedIn, settingsOf(host)))
  const page = outside[path]
  if (page) return page.bring()
  if (!signedIn) return ErrorPage.bring()
  if (!leadsToRecord(path)) return Inside.bring()
  await Linked.bring()
  return (await loadLinked()).bringRecord(path)
}

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
      {viewing && <ViewBanner />}
    </HostContext>
  )
}

function Gate() {
  const host = useHost()
  const signedIn = useSignedIn()
  const address = destination(here(), signedIn, settingsOf(host))
  useEffect(() => {
    if (address !== here()) history.replaceState(null, '', address)
  }, [address])
  useEffect(() => {
    // While somebody types a password, the rest is fetched.
    if (!signedIn) setTimeout(() => void Inside.bring().catch(() => undefined), 3000)
  }, [signedIn])

  const path = pathOf(address)
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
