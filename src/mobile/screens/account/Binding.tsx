import { Button, List } from 'antd-mobile'
import { useState } from 'react'
import { say } from '#headless/connection/notices.ts'
import { bindChat, unbindChat, unbindWords, useOwnChats, type OwnChat } from '#oauth2/ownChats.ts'
import { useHost } from '../../HostContext.ts'
import { confirm } from '../../layout/ask.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../apps/apps.css'

/** 账号绑定: the chats one is signed in and told by. */
export default function Binding() {
  const { data, error, refetch } = useOwnChats()
  return (
    <Page title="账号绑定">
      {data?.length ? (
        <List mode="card">
          {data.map((one) => (
            <Chat key={one.chat} one={one} />
          ))}
        </List>
      ) : data ? (
        <Nothing>本系统没有接入聊天软件</Nothing>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Blocks count={2} />
      )}
    </Page>
  )
}

function Chat({ one }: { one: OwnChat }) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const { account, label, chat } = one
  const run = async (work: () => Promise<string | undefined>) => {
    setBusy(true)
    try {
      const said = await work()
      if (said) say('success', said)
    } catch (error) {
      say('error', wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const unbind = async (id: string) => {
    const { question, consequence } = unbindWords(one)
    if (await confirm({ title: question, content: consequence, yes: '解除绑定', danger: true }))
      await run(() => unbindChat(id))
  }
  return (
    <List.Item
      description={account ? `已绑定 ${account.realname || account.thirdUserId}` : '未绑定'}
      extra={
        account ? (
          <Button
            size="small"
            color="danger"
            fill="outline"
            loading={busy}
            aria-label={`解除${label}绑定`}
            onClick={() => void unbind(account.id)}
          >
            解除绑定
          </Button>
        ) : (
          // A chat client signs its own people in, and that binds them.
          !host.signsIn && (
            <Button
              size="small"
              color="primary"
              fill="outline"
              loading={busy}
              aria-label={`绑定${label}`}
              onClick={() => void run(() => bindChat(chat))}
            >
              绑定
            </Button>
          )
        )
      }
    >
      {label}
    </List.Item>
  )
}
