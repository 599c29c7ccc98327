// Before what its parts say of themselves.
import './pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Defined } from '#headless/session/Defined.tsx'
import { followDictionaries } from '#headless/session/dictionary.ts'
import { loadAccessAhead, refreshAccess } from '#headless/session/access.ts'
import { queryClient } from '#headless/session/queries.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { recordLink } from '#resources/recordLink.ts'
import { replacementFor } from './custom/index.ts'
import { prefetchRecord } from './custom/links.ts'
import { popupsGone } from './layout/back.ts'
import { depth, GoContext, layQueueBeneath, type Go } from './layout/go.ts'
import { fetchAhead } from './layout/Notices.tsx'
import { Waiting } from './layout/Waiting.tsx'

const loadInside = () => importWithTimeout(import('./Inside.tsx'))
const Inside = lazy(loadInside)
const AHEAD_MS = 1500
const OLD_MS = 300_000

function begin() {
  layQueueBeneath()
  const link = recordLink(location.pathname)
  const replaced = link?.of.approval && replacementFor(link.of)
  if (!replaced) return undefined
  prefetchRecord(link).catch(() => undefined)
  void replaced.load().catch(() => undefined)
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
    let stopFollowing: (() => void) | undefined
    const timer = setTimeout(() => {
      fetchAhead()
      void loadInside().catch(() => undefined)
      // What the record names leads on for whoever has a page for it.
      void loadAccessAhead()
      // Only those of the record came with it; the next visit begins with all.
      stopFollowing = followDictionaries()
    }, AHEAD_MS)
    return () => {
      window.removeEventListener('popstate', follow)
      clearTimeout(timer)
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
