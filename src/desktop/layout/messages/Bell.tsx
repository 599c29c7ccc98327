import { BellOutlined } from '@ant-design/icons'
import { App, Badge, Button, Popover, Tooltip } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { reconnect, useLiveUpdates, type Frame } from '#headless/messages/live.ts'
import { openAnnouncement, useMessageCounts, useOpenMessage } from '#headless/messages/messages.ts'
import { useSettings } from '#headless/session/settings.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

const Newest = lazy(() => importWithTimeout(import('./Newest.tsx')))
const OpenedMessage = lazy(() => importWithTimeout(import('./OpenedMessage.tsx')))

const WIDTH = 300

/** Unread messages, what arrives while one works, and whether arriving works at all. */
export function Bell() {
  const { message, notification } = App.useApp()
  const [open, setOpen] = useState(false)
  const polling = useSettings((state) => state.polling)
  const { total } = useMessageCounts({ polling })
  const opening = useOpenMessage(({ opened, loadingId }) => Boolean(opened ?? loadingId))

  const show = useCallback(
    (id: string) => openAnnouncement(id).catch((error: Error) => void message.warning(error.message)),
    [message],
  )
  const hear = useCallback(
    ({ msgId, msgTxt }: Frame) => {
      if (!msgTxt) return
      // One at a time.
      const key = 'new message'
      notification.info({
        key,
        title: '新消息',
        description: msgTxt,
        ...(msgId && {
          actions: (
            <Button
              type="link"
              size="small"
              onClick={() => {
                notification.destroy(key)
                void show(msgId)
              }}
            >
              查看
            </Button>
          ),
        }),
      })
    },
    [notification, show],
  )
  const lost = useLiveUpdates(hear) === 'lost'

  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        styles={{ root: { width: WIDTH } }}
        content={
          <Suspense>
            <Newest onLeave={() => setOpen(false)} />
          </Suspense>
        }
      >
        <Badge count={total} size="small" offset={[-6, 6]}>
          <Button type="text" icon={<BellOutlined />} aria-label={total ? `消息，${total} 条未读` : '消息'} />
        </Badge>
      </Popover>
      {lost && (
        <Tooltip title="实时更新已中断，新消息不会自动出现。点击重新连接">
          <Button type="text" size="small" danger onClick={reconnect}>
            已断线
          </Button>
        </Tooltip>
      )}
      {opening && (
        <Suspense>
          <OpenedMessage />
        </Suspense>
      )}
    </>
  )
}
