import { useCallback, useEffect, useState } from 'react'
import { askAbout, offerWhy, useNotices, useNoticeStore, type Notice } from '#headless/connection/notices.ts'
import { importSometime, importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { backOut, useQuestions } from './ask.ts'
import { overPages } from './overPages.tsx'

const Asker = overPages(() => importWithTimeout(import('./Asker.tsx')), backOut)
const WhyAsked = overPages(
  () => importWithTimeout(import('./WhyAsked.tsx')),
  () => askAbout(undefined),
)
const WhyOffer = overPages(
  () => importWithTimeout(import('./WhyOffer.tsx')),
  () => offerWhy(undefined),
)
// Nobody asked for these and nobody can ask again.
const Expiry = overPages(() => importSometime(() => import('./Expiry.tsx')))
const Outdated = overPages(() => importSometime(() => import('./Outdated.tsx')))

const PLAINLY_MS = 8000

/** While the person reads, what they may need next is fetched. */
export const fetchAhead = (): void =>
  void Promise.all([import('./Asker.tsx'), import('./toast.tsx')]).catch(() => undefined)

/** Messages, questions and the end of a session, over whatever page is shown. */
export function Notices() {
  /** What says them did not come. */
  const [unsaid, setUnsaid] = useState<readonly Notice[]>([])
  const draw = useCallback((notice: Notice) => {
    importWithTimeout(import('./toast.tsx')).then(
      ({ toast }) => toast(notice),
      () => setUnsaid((others) => [...others, notice]),
    )
    if (notice.permission) offerWhy(notice.permission)
  }, [])
  useNotices(draw)
  useEffect(() => {
    if (!unsaid.length) return undefined
    const timer = setTimeout(() => setUnsaid([]), PLAINLY_MS)
    return () => clearTimeout(timer)
  }, [unsaid])
  const asking = useQuestions(({ queue }) => queue.length > 0)
  const ending = useNoticeStore(({ expired, renewing }) => expired || renewing)
  const outdated = useNoticeStore((state) => state.outdated)
  const asked = useNoticeStore((state) => state.asked)
  const offered = useNoticeStore((state) => state.offered)
  return (
    <>
      {offered && <WhyOffer permission={offered} />}
      {asked && <WhyAsked permission={asked} />}
      {outdated && <Outdated />}
      {asking && <Asker />}
      {ending && <Expiry />}
      {unsaid.length > 0 && (
        <div className="vd-unsaid" role="alert">
          {unsaid.map(({ id, title, text }) => (
            <p key={id}>{title ? `${title}：${text}` : text}</p>
          ))}
        </div>
      )}
    </>
  )
}
