import { useCallback, useEffect } from 'react'
import { useLiveUpdates, type Frame } from '#headless/messages/live.ts'
import { closeMessage, useOpenMessage } from '#headless/messages/messages.ts'
import { followDictionaries } from '#headless/session/dictionary.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { say } from '#headless/connection/notices.ts'
import { overPages } from './overPages.tsx'

const OpenedMessage = overPages(() => importWithTimeout(import('./messages/OpenedMessage.tsx')), closeMessage)

/** What arrives while one works: said in passing, counted at 消息; what others change in the dictionaries. */
export default function Live() {
  const hear = useCallback(({ msgTxt }: Frame) => {
    if (msgTxt) say('info', msgTxt)
  }, [])
  useLiveUpdates(hear)
  useEffect(followDictionaries, [])
  const opening = useOpenMessage(({ opened, loadingId }) => Boolean(opened ?? loadingId))
  return opening && <OpenedMessage />
}
