import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import type { Host } from '#adaptive/index.ts'
import { guard, LOGIN } from '#headless/guard.ts'
import { useSignedIn } from '#headless/session.ts'
import { useSettings } from '#headless/settings.ts'
import { within } from '#headless/within.ts'
import { closeTopmost } from './frame/back.ts'
import { Catch } from './frame/Catch.tsx'
import { QUEUE } from './frame/paths.ts'
import { HostContext, useHost } from './frame/host.ts'
import { Notices } from './frame/Notices.tsx'
import { Waiting } from './frame/Waiting.tsx'

const loadInside = () => within(import('./Inside.tsx'))
const Inside = lazy(loadInside)
const Login = lazy(() => within(import('./screens/Login.tsx')))
const Sorry = lazy(() => within(import('./screens/Sorry.tsx')))

/** Pages that open to strangers. The host's login joins here. */
const outside: Readonly<Record<string, ComponentType>> = { [LOGIN]: Login }

const here = () => location.pathname + location.search + location.hash

/** Only what signing in needs; everything else comes with `Inside`. */
export function Shell({ host }: { host: Host }) {
  const { theme, colourWeak } = useSettings()
  useEffect(() => {
    document.documentElement.dataset.prefersColorScheme = theme
    document.documentElement.classList.toggle('vd-colour-weak', colourWeak)
  }, [theme, colourWeak])
  useEffect(() => host.onBack?.(closeTopmost), [host])
  return (
    <HostContext value={host}>
      <Catch>
        <Suspense fallback={<Waiting />}>
          <Gate />
        </Suspense>
      </Catch>
      <Notices />
    </HostContext>
  )
}

function Gate() {
  const host = useHost()
  const signedIn = useSignedIn()
  const judge = (address: string) =>
    guard(address, { signedIn, permissions: 'loaded' }, { chat: host.signsIn, home: QUEUE })

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

  const Page = outside[address.split(/[?#]/, 1)[0]!]
  if (Page) return <Page />
  // The router of what is inside reads the address when it begins, so it is written before.
  if (signedIn && address !== here()) history.replaceState(null, '', address)
  return signedIn ? <Inside /> : <Sorry />
}
