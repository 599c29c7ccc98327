import { Alert, App, Badge, Button, Input, Table, Tabs, Tag } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { can } from '#headless/session/capabilities.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import {
  announcementIdOf,
  isPinned,
  isRead,
  markAllRead,
  MESSAGE_TABS,
  openMessage,
  senderOf,
  useMessageCounts,
  useMyMessages,
  useNamedAnnouncement,
  type Message,
  type MessageCategory,
} from '#headless/messages/messages.ts'
import { readAllQuestion } from '#headless/messages/readingAll.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { PriorityTag } from '../../layout/messages/PriorityTag.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { Opening } from '../../Opening.tsx'

const WhyDialog = lazy(() => importWithTimeout(import('../why/WhyDialog.tsx')))

const SIZE = 10

/** 我的消息: everything that was announced to this person, pinned and unread first. Tab, page and search stand in the address. */
export default function MyMessages() {
  const { message, modal } = App.useApp()
  const [params, setParams] = useSearchParams()
  const [why, setWhy] = useState(false)
  const complain = useCallback((text: string) => void message.warning(text), [message])
  const named = params.get('anntId')
  useNamedAnnouncement(named, complain)
  // Opened once: not again whenever this tab comes back to the front.
  useEffect(() => {
    if (named !== null)
      setParams(
        (before) => {
          before.delete('anntId')
          return before
        },
        { replace: true },
      )
  }, [named, setParams])
  const category = (params.get('msgCategory') === '2' ? '2' : '1') satisfies MessageCategory
  const pageNo = Math.max(1, Number(params.get('pageNo')) || 1)
  const pageSize = PAGE_SIZES.find((size) => size === Number(params.get('pageSize'))) ?? SIZE
  const titile = params.get('titile') ?? ''
  const change = (next: Record<string, string | number>) =>
    setParams((before) => ({ ...Object.fromEntries(before), pageNo: '1', ...textOf(next) }), { replace: true })
  const list = useMyMessages({ category, pageNo, pageSize, ...(titile && { titile }) })
  const { total: unread, data: counts } = useMessageCounts()

  async function readAll() {
    try {
      void message.success(await markAllRead())
    } catch (error) {
      void message.warning((error as Error).message)
    }
  }

  return (
    <section className="card" aria-label="我的消息">
      <div className="toolbar">
        <Input.Search
          key={titile}
          defaultValue={titile}
          placeholder="搜索标题"
          allowClear
          style={{ maxWidth: 280 }}
          onSearch={(text) => change({ titile: text.trim() })}
        />
        <span className="toolbar-end">
          {can('why') && (
            <Button type="link" onClick={() => setWhy(true)}>
              为什么我没收到
            </Button>
          )}{' '}
          <Button
            disabled={!unread}
            onClick={() => void modal.confirm({ ...readAllQuestion(counts), okText: '全部已读', onOk: readAll })}
          >
            全部标为已读
          </Button>
        </span>
      </div>
      {why && (
        <Suspense fallback={<Opening />}>
          <WhyDialog onClose={() => setWhy(false)} />
        </Suspense>
      )}
      <Tabs
        activeKey={category}
        onChange={(key) => change({ msgCategory: key })}
        items={MESSAGE_TABS.map((tab) => ({ key: tab.category, label: tab.title }))}
      />
      {list.error && <Alert type="warning" showIcon title={list.error.message} />}
      <Table<Message>
        rowKey={announcementIdOf}
        size="middle"
        loading={list.isFetching}
        dataSource={list.data?.records ?? []}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: (
            <Nothing>
              {titile ? '没有符合条件的消息，请换一个标题' : '还没有消息，待办、处理结果和公告会出现在这里'}
            </Nothing>
          ),
        }}
        columns={[
          {
            title: '标题',
            dataIndex: 'titile',
            render: (text: string, row) => (
              <Button type="link" className="message-title" onClick={() => openMessage(row)}>
                {!isRead(row) && <Badge status="processing" />} {text}
                {isPinned(row) && <Tag>置顶</Tag>}
              </Button>
            ),
          },
          { title: '发布人', render: (_, row) => senderOf(row) },
          { title: '发布时间', dataIndex: 'sendTime' },
          { title: '优先级', render: (_, { priority }) => <PriorityTag priority={priority} /> },
          { title: '阅读状态', render: (_, row) => (isRead(row) ? '已读' : '未读') },
        ]}
        pagination={{
          current: pageNo,
          pageSize,
          total: list.data?.total ?? 0,
          pageSizeOptions: [...PAGE_SIZES],
          showSizeChanger: true,
          showQuickJumper: true,
          showTotal: (total, [from, to]) => `${from}-${to} 共 ${total} 条`,
          onChange: (page, size) => change({ pageNo: page, pageSize: size }),
        }}
      />
    </section>
  )
}

const textOf = (values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
