// Before what its parts say of themselves.
import './pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Defined } from '#headless/session/Defined.tsx'
import { followDictionaries } from '#headless/session/dictionary.ts'
import { loadAccessAhead, refreshAccess } from '#headless/session/access.ts'
import { tenantIn } from '#headless/session/addressedTenant.ts'
import { session } from '#headless/session/session.ts'
import { queryClient } from '#headless/session/queries.ts'
import { later } from '#headless/connection/later.ts'
import { recordLink } from '#resources/recordLink.ts'
import { replacementFor } from './custom/index.ts'
import { prefetchRecord } from './custom/links.ts'
import { popupsGone } from './layout/back.ts'
import { depth, GoContext, layQueueBeneath, type Go } from './layout/go.ts'
import { fetchAhead } from './layout/Notices.tsx'
import { Waiting } from './layout/Waiting.tsx'

const Inside = later(() => import('./Inside.tsx'))
const AHEAD_MS = 1500
const OLD_MS = 300_000
const TOUCHES = ['pointerdown', 'touchstart', 'click', 'keydown', 'scroll', 'focusin'] as const

function shownBy(pathname: string) {
  const link = recordLink(pathname)
  const replaced = link?.of.approval && replacementFor(link.of)
  return replaced ? { link, replaced } : undefined
}

/** The record of an address, and what it is shown with. */
export async function bringRecord(pathname: string): Promise<void> {
  const shown = shownBy(pathname)
  if (!shown) return Inside.bring()
  await Promise.all([prefetchRecord(shown.link), shown.replaced.Detail.bring()])
}

function begin() {
  layQueueBeneath()
  // Of a tenant the person does not work in just now: what is inside asks whether to go there.
  const tenant = tenantIn(location.search)
  if (tenant !== undefined && tenant !== session().tenantid) return undefined
  const shown = shownBy(location.pathname)
  if (!shown) return undefined
  const { link, replaced } = shown
  prefetchRecord(link).catch(() => undefined)
  void replaced.Detail.bring().catch(() => undefined)
  return { ...link, Detail: replaced.Detail }
}

/**
 * The page a notification leads to: shown at once, without router and menu, which come when the person moves on. What
 * may be done with the record is in the server's answer.
 */
export default function Linked() {
  const [link] = useState(begin)
  const [address] = useState(location.pathname)
  const [moved, setMovedNow] = useState(false)
  const [openedAt] = useState(Date.now)
  const setMoved = useCallback(() => {
    setMovedNow(true)
    // A page that lay open in a chat for hours has a menu of then.
    if (Date.now() - openedAt > OLD_MS) void refreshAccess()
  }, [openedAt])
  const alone = Boolean(link) && !moved
  const go = useMemo<Go>(
    () => ({
      to(to, { replace = false } = {}) {
        void popupsGone().then(() => {
          const state = { idx: depth() + (replace ? 0 : 1), key: `from-link-${Date.now()}` }
          if (replace) history.replaceState(state, '', to)
          else history.pushState(state, '', to)
          setMoved()
        })
      },
      back: () => void popupsGone().then(() => history.back()),
    }),
    [setMoved],
  )
  useEffect(() => {
    if (!alone) return
    const follow = () => {
      if (location.pathname !== address) setMoved()
    }
    window.addEventListener('popstate', follow)
    const timer = setTimeout(() => {
      fetchAhead()
      // What the record names leads on for whoever has a page for it.
      void loadAccessAhead()
    }, AHEAD_MS)
    let stopFollowing: (() => void) | undefined
    let afterTouch: ReturnType<typeof setTimeout> | undefined
    // Most read, decide and leave: the rest comes when they have touched the page, beside nothing they wait for.
    const touched = () => {
      TOUCHES.forEach((touch) => window.removeEventListener(touch, touched, true))
      afterTouch = setTimeout(() => {
        void Inside.bring().catch(() => undefined)
        // Only those of the record came with it; the next visit begins with all.
        stopFollowing = followDictionaries()
      }, AHEAD_MS)
    }
    TOUCHES.forEach((touch) => window.addEventListener(touch, touched, true))
    return () => {
      window.removeEventListener('popstate', follow)
      TOUCHES.forEach((touch) => window.removeEventListener(touch, touched, true))
      clearTimeout(timer)
      clearTimeout(afterTouch)
      stopFollowing?.()
    }
  }, [alone, address, setMoved])
  if (!link || moved) return <Inside />
  return (
    <QueryClientProvider client={queryClient}>
      <GoContext value={go}>
        <Suspense fallback={<Waiting />}>
          <Defined name={link.of.name} draw={(resource) => <link.Detail resource={resource} id={link.id} />} />
        </Suspense>
      </GoContext>
    </QueryClientProvider>
  )
}
