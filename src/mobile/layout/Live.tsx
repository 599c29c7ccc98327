import { useCallback, useEffect, useState } from 'react'
import { useLiveUpdates, type Frame } from '#headless/messages/live.ts'
import { closeMessage, useOpenMessage } from '#headless/messages/messages.ts'
import { followDictionaries } from '#headless/session/dictionary.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { Arrival } from './messages/Arrival.tsx'
import { overPages } from './overPages.tsx'

const OpenedMessage = overPages(() => importWithTimeout(import('./messages/OpenedMessage.tsx')), closeMessage)

/** What arrives while one works: said in passing, counted at 消息; what others change in the dictionaries. */
export default function Live() {
  // One at a time: the next takes its place, and all are counted.
  const [arrived, setArrived] = useState<Frame & { count: number }>()
  const hear = useCallback((frame: Frame) => {
    if (frame.msgTxt) setArrived((before) => ({ ...frame, count: (before?.count ?? 0) + 1 }))
  }, [])
  const gone = useCallback(() => setArrived(undefined), [])
  useLiveUpdates(hear)
  useEffect(followDictionaries, [])
  const opening = useOpenMessage(({ opened, loadingId }) => Boolean(opened ?? loadingId))
  return (
    <>
      {arrived?.msgTxt && <Arrival key={arrived.count} text={arrived.msgTxt} id={arrived.msgId} onGone={gone} />}
      {opening && <OpenedMessage />}
    </>
  )
}
