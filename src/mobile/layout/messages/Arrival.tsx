import { useEffect } from 'react'
import { say } from '#headless/connection/notices.ts'
import { openAnnouncement } from '#headless/messages/messages.ts'
import './arrival.css'

/** To read it and to reach for it. */
const STANDS_MS = 6000

interface Props {
  text: string
  /** Of the announcement, where it can be opened. */
  id: string | undefined
  onGone(): void
}

/** A message that has just come, below the head of the page: a tap opens it, nothing waits for it. */
export function Arrival({ text, id, onGone }: Props) {
  useEffect(() => {
    const timer = setTimeout(onGone, STANDS_MS)
    return () => clearTimeout(timer)
  }, [onGone])
  const open = () => {
    onGone()
    if (id) openAnnouncement(id).catch((error: Error) => say('warning', error.message))
  }
  return (
    <div className="vd-arrival" role="status">
      <button type="button" onClick={open}>
        <span>
          <b>新消息</b>
          {text}
        </span>
        <i>{id ? '查看' : '知道了'}</i>
      </button>
    </div>
  )
}
