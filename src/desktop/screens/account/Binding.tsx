import { Alert, App, Button, Empty, Skeleton } from 'antd'
import { useState } from 'react'
import { bindChat, unbindChat, unbindWords, useOwnChats, type OwnChat } from '#oauth2/ownChats.ts'
import { useHost } from '../../HostContext.ts'

/** 账号绑定: the chats one is signed in and told by. */
export default function Binding() {
  const { data, error, refetch } = useOwnChats()
  if (!data && error)
    return (
      <Alert
        type="warning"
        showIcon
        title={error.message}
        action={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  if (!data) return <Skeleton active />
  if (!data.length) return <Empty description="本系统没有接入聊天软件" />
  return data.map((one) => <Chat key={one.chat} one={one} />)
}

function Chat({ one }: { one: OwnChat }) {
  const { message, modal } = App.useApp()
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<string | undefined>) => {
    setBusy(true)
    try {
      const said = await work()
      if (said) void message.success(said)
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const { account, label, chat } = one
  const unbind = (id: string) => {
    const { question, consequence } = unbindWords(one)
    modal.confirm({
      title: question,
      content: consequence,
      okText: '解除绑定',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => run(() => unbindChat(id)),
    })
  }
  return (
    <div className="setting account-chat">
      <span>
        <b>{label}</b>
        <small>{account ? `已绑定 ${account.realname || account.thirdUserId}` : '未绑定'}</small>
      </span>
      {account ? (
        <Button danger loading={busy} aria-label={`解除${label}绑定`} onClick={() => unbind(account.id)}>
          解除绑定
        </Button>
      ) : (
        // A chat client signs its own people in, and that binds them.
        !host.signsIn && (
          <Button loading={busy} aria-label={`绑定${label}`} onClick={() => void run(() => bindChat(chat))}>
            绑定
          </Button>
        )
      )}
    </div>
  )
}
