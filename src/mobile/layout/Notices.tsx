import { lazy, Suspense } from 'react'
import { offerWhy, useNotices, useNoticeStore, type Notice } from '#headless/connection/notices.ts'
import { useQuestions } from './ask.ts'

const Asker = lazy(() => import('./Asker.tsx'))
const Expiry = lazy(() => import('./Expiry.tsx'))
const WhyAsked = lazy(() => import('./WhyAsked.tsx'))
const Outdated = lazy(() => import('./Outdated.tsx'))

const WhyOffer = lazy(() => import('./WhyOffer.tsx'))

function draw(notice: Notice): void {
  void import('./toast.tsx').then(({ toast }) => toast(notice))
  if (notice.permission) offerWhy(notice.permission)
}

/** While the person reads, what they may need next is fetched. */
export const fetchAhead = (): void => void Promise.all([import('./Asker.tsx'), import('./toast.tsx')])

/** Messages, questions and the end of a session, over whatever page is shown. */
export function Notices() {
  useNotices(draw)
  const asking = useQuestions(({ queue }) => queue.length > 0)
  const ending = useNoticeStore(({ expired, renewing }) => expired || renewing)
  const outdated = useNoticeStore((state) => state.outdated)
  const asked = useNoticeStore((state) => state.asked)
  const offered = useNoticeStore((state) => state.offered)
  return (
    <Suspense>
      {offered && <WhyOffer permission={offered} />}
      {asked && <WhyAsked permission={asked} />}
      {outdated && <Outdated />}
      {asking && <Asker />}
      {ending && <Expiry />}
    </Suspense>
  )
}
