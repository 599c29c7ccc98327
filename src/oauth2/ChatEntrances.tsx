import { useEffect, useState } from 'react'
import { chatNames } from '#model/chatNames.ts'
import type { ChatName } from '#model/chats.ts'
import { safeRedirect } from '#headless/session/guard.ts'
import { leaveForLogin } from './departure.ts'
import { couldBefore } from '#headless/session/capabilities.ts'
import { chatSetup } from './setup.ts'
import { sourceFor } from './sources.ts'

const wanted = () => safeRedirect(new URLSearchParams(location.search).get('redirect'))

/** Sign-in by a chat, in a browser: one button for each that is set up, none when there is no chat. */
export function ChatEntrances({ className }: { className?: string }) {
  const [chats, setChats] = useState<readonly ChatName[]>([])
  useEffect(() => {
    if (!couldBefore('exchange')) return
    chatSetup().then(
      (setup) => setChats(chatNames.filter((chat) => setup[chat])),
      () => undefined,
    )
  }, [])
  if (!chats.length) return null
  return (
    <div className={className} role="group" aria-label="其他登录方式">
      {chats.map((chat) => (
        <button key={chat} type="button" onClick={() => leaveForLogin(chat, wanted())}>
          {sourceFor(chat).label}登录
        </button>
      ))}
    </div>
  )
}
