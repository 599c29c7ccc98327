import { Alert, Button, Skeleton, Tabs } from 'antd'
import { useNavigate } from 'react-router-dom'
import {
  announcementIdOf,
  MESSAGE_TABS,
  MY_MESSAGES,
  openMessage,
  useMessageCounts,
  type Message,
} from '#headless/messages/messages.ts'
import { Nothing } from '../Nothing.tsx'
import { PriorityTag } from './PriorityTag.tsx'

/** Under the bell: the newest unread ones of both kinds, and the way to all. */
export default function Newest({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate()
  const counts = useMessageCounts()
  if (counts.isPending) return <Skeleton active />
  if (counts.error && !counts.data)
    return (
      <Alert
        type="warning"
        showIcon
        title={counts.error.message}
        action={
          <Button size="small" onClick={() => void counts.refetch()}>
            重试
          </Button>
        }
      />
    )
  const choose = (message: Message) => {
    onLeave()
    openMessage(message)
  }
  return (
    <Tabs
      size="small"
      items={MESSAGE_TABS.map(({ category, title, list, total }) => ({
        key: category,
        label: `${title}(${counts.data?.[total] ?? 0})`,
        children: (
          <>
            {counts.data?.[list].length ? (
              <ul className="message-list">
                {counts.data[list].map((message) => (
                  <li key={announcementIdOf(message)}>
                    <button type="button" onClick={() => choose(message)}>
                      <span title={message.titile}>{message.titile}</span>
                      <PriorityTag priority={message.priority} />
                      <time>{message.sendTime?.slice(5, 16)}</time>
                    </button>
                  </li>
                ))}
              </ul>
            ) : (
              <Nothing drawing="done">没有未读消息</Nothing>
            )}
            <Button
              type="link"
              block
              onClick={() => {
                onLeave()
                void navigate(`${MY_MESSAGES}?msgCategory=${category}`)
              }}
            >
              查看更多
            </Button>
          </>
        ),
      }))}
    />
  )
}
