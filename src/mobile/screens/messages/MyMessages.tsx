import { CapsuleTabs } from 'antd-mobile'
import { useState } from 'react'
import {
  announcementIdOf,
  isPinned,
  isRead,
  markAllRead,
  MESSAGE_TABS,
  openMessage,
  usePriority,
  reloadMessages,
  senderOf,
  useEndlessMessages,
  useMessageCounts,
  type Message,
  type MessageCategory,
} from '#headless/messages/messages.ts'
import { readAllQuestion } from '#headless/messages/readingAll.ts'
import { say } from '#headless/connection/notices.ts'
import { Tone } from '../../fields/Tone.tsx'
import { confirm } from '../../layout/ask.ts'
import { More } from '../../layout/More.tsx'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../list/list.css'
import './messages.css'

/** Announcements and system messages, unread first. */
export default function MyMessages() {
  const [category, setCategory] = useState<MessageCategory>('1')
  const counts = useMessageCounts()
  const readAll = async () => {
    if (!(await confirm({ ...readAllQuestion(counts.data), yes: '全部已读' }))) return
    try {
      say('success', await markAllRead())
    } catch (error) {
      say('error', wordsOf(error))
    }
  }
  return (
    <Page
      title="消息"
      root
      right={
        counts.total > 0 && (
          <button type="button" className="vd-text-button" onClick={() => void readAll()}>
            全部已读
          </button>
        )
      }
      head={
        <CapsuleTabs activeKey={category} onChange={(key) => setCategory(key as MessageCategory)}>
          {MESSAGE_TABS.map(({ category: key, title, total }) => {
            const unread = counts.data?.[total] ?? 0
            return <CapsuleTabs.Tab key={key} title={unread ? `${title} ${unread}` : title} />
          })}
        </CapsuleTabs>
      }
    >
      <MessageList key={category} category={category} />
    </Page>
  )
}

function MessageList({ category }: { category: MessageCategory }) {
  const list = useEndlessMessages(category)
  return (
    <Refresh again={() => Promise.all([list.refetch({ throwOnError: true }), reloadMessages()])}>
      <div className="vd-list">
        {list.isPending ? (
          <Blocks count={5} />
        ) : list.error && !list.items.length ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : list.items.length ? (
          <>
            {list.items.map((message) => (
              <MessageCard key={announcementIdOf(message)} message={message} />
            ))}
            <More
              hasMore={list.hasNextPage}
              more={() => list.fetchNextPage({ throwOnError: true })}
              end={`共 ${list.total} 条，没有更多了`}
            />
          </>
        ) : (
          <Nothing action="刷新" onAction={() => void reloadMessages()}>
            还没有消息。待您审批的事项在“待办”里
          </Nothing>
        )}
      </div>
    </Refresh>
  )
}

function MessageCard({ message }: { message: Message }) {
  const priority = usePriority(message.priority)
  return (
    <button
      type="button"
      className={isRead(message) ? 'vd-card vd-message' : 'vd-card vd-message vd-unread'}
      onClick={() => openMessage(message)}
    >
      <span className="vd-card-head">
        <b>{message.titile}</b>
        {priority && (
          <span className="vd-badge">
            <Tone color={priority.color}>{priority.text}</Tone>
          </span>
        )}
      </span>
      {message.msgAbstract && <span className="vd-message-abstract">{message.msgAbstract}</span>}
      <span className="vd-message-foot">
        <span>{senderOf(message)}</span>
        <time>{message.sendTime?.slice(5, 16)}</time>
        <span>{isRead(message) ? '已读' : '未读'}</span>
        {isPinned(message) && <span>置顶</span>}
      </span>
    </button>
  )
}
