import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { popupsGone } from './back.ts'
import { isTab, QUEUE } from './paths.ts'

const depth = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

export interface Go {
  to(address: string, options?: { replace?: boolean }): void
  /** To the page before; the work queue when there is none. */
  back(): void
}

/** Moves between pages, after popups have left the history. */
export function useGo(): Go {
  const navigate = useNavigate()
  const to = useCallback<Go['to']>(
    (address, options) => void popupsGone().then(() => navigate(address, options)),
    [navigate],
  )
  const back = useCallback(
    () => void popupsGone().then(() => (depth() > 0 ? navigate(-1) : navigate(QUEUE, { replace: true }))),
    [navigate],
  )
  return { to, back }
}

/** A page opened by a link gets the work queue beneath it, so that going back leads there. */
export function layQueueBeneath(): void {
  const { pathname, search, hash } = location
  if (depth() > 0 || isTab(pathname)) return
  history.replaceState({ idx: 0, key: 'queue' }, '', QUEUE)
  history.pushState({ idx: 1, key: 'link' }, '', pathname + search + hash)
}
