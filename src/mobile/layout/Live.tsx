import { lazy, Suspense, useCallback } from 'react'
import { useLiveUpdates, type Frame } from '#headless/messages/live.ts'
import { useOpenMessage } from '#headless/messages/messages.ts'
import { say } from '#headless/connection/notices.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

const OpenedMessage = lazy(() => importWithTimeout(import('./messages/OpenedMessage.tsx')))

/** What arrives while one works: said in passing, counted at 消息. */
export default function Live() {
  const hear = useCallback(({ msgTxt }: Frame) => {
    if (msgTxt) say('info', msgTxt)
  }, [])
  useLiveUpdates(hear)
  const opening = useOpenMessage(({ opened, loadingId }) => Boolean(opened ?? loadingId))
  return <Suspense>{opening && <OpenedMessage />}</Suspense>
}
