import { HOST_LOGIN, LOGIN } from '#model/addresses.ts'
import { Suspense, useLayoutEffect } from 'react'
import type { Host } from '#adaptive/index.ts'
import { destination, guard, pathOf } from '#headless/session/guard.ts'
import { isSignedIn, session, useSignedIn } from '#headless/session/session.ts'
import { useSettings } from '#headless/session/settings.ts'
import { useShownTheme } from '#headless/session/shownTheme.ts'
import { later, unlessLong } from '#headless/connection/later.ts'
import { LoadBoundary } from './LoadBoundary.tsx'
import { outside } from './outside.ts'
import { guardSettings, useGuardSettings } from './useGuardSettings.ts'

const loadInside = () => import('./Inside.tsx')
const Inside = later(loadInside)
const ErrorPage = later(() => import('./screens/errors/ErrorPage.tsx'))

const here = () => location.pathname + location.search + location.hash

/** Until that has come, what is drawn here is empty too. */
const FRAME_MS = 10_000

/**
 * What this address shows first: when it is there it is drawn at once. Somebody who is signed in waits for the frame, and
 * then no longer than a second for what stands in it.
 */
export async function firstPage(host: Host): Promise<void> {
  const signedIn = isSignedIn()
  const settings = guardSettings(host, session().info?.homePath)
  const address = destination(here(), signedIn, settings)
  const path = pathOf(address)
  if (outside[path] || !signedIn) return unlessLong((outside[path] ?? ErrorPage).bring(), FRAME_MS)
  await unlessLong(Inside.bring(), FRAME_MS)
  const asksAccess = guard(address, { signedIn, permissions: 'none' }, settings).do === 'load'
  await unlessLong(loadInside().then(({ first }) => first(path, asksAccess)))
}

/** Outside (login and its like, without router and data) or inside; only the one that is needed is loaded. */
export function Root() {
  const signedIn = useSignedIn()
  const settings = useGuardSettings()
  const theme = useShownTheme()
  const colourWeak = useSettings((state) => state.colourWeak)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
    document.documentElement.classList.toggle('colour-weak', colourWeak)
  }, [theme, colourWeak])

  const address = destination(here(), signedIn, settings)
  // While drawing, not after: the router below reads the address when it is made, and at a page outside it would begin
  // by starting the page anew. Doing it twice changes nothing.
  if (address !== here()) history.replaceState(null, '', address)

  const path = pathOf(address)
  const Page = outside[path]
  return (
    <LoadBoundary>
      <Suspense fallback={null}>
        {Page ? (
          <Page onLikelyToEnter={path === LOGIN || path === HOST_LOGIN ? warmUp : undefined} />
        ) : signedIn ? (
          // A move from outside, and nothing else, starts the router anew.
          <Inside />
        ) : (
          <ErrorPage code={path.slice(1)} />
        )}
      </Suspense>
    </LoadBoundary>
  )
}

/** While somebody types a password, the rest can be fetched. */
const warmUp = () => void Inside.bring().catch(() => undefined)
