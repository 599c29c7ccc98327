import { lazy, Suspense, useCallback } from 'react'
import { useLiveUpdates, type Frame } from '#headless/live.ts'
import { useOpenMessage } from '#headless/messages.ts'
import { say } from '#headless/notices.ts'
import { within } from '#headless/within.ts'

const OpenedMessage = lazy(() => within(import('./OpenedMessage.tsx')))

/** What arrives while one works: said in passing, counted at 消息. */
export default function Live() {
  const hear = useCallback(({ msgTxt }: Frame) => {
    if (msgTxt) say('info', msgTxt)
  }, [])
  useLiveUpdates(hear)
  const opening = useOpenMessage(({ opened, loadingId }) => Boolean(opened ?? loadingId))
  return <Suspense>{opening && <OpenedMessage />}</Suspense>
}
