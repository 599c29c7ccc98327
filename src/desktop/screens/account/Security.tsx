import { App, Button, Table, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  END_OTHERS,
  endOtherSessions,
  useOwnSessions,
  useOwnViews,
  type OwnSession,
  type OwnView,
} from '#headless/session/ownSessions.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

const PasswordDialog = lazy(() => importWithTimeout(import('../me/PasswordDialog.tsx')))

/** 安全设置: the password, and where one is signed in. */
export function Security() {
  const { message, modal } = App.useApp()
  const [changing, setChanging] = useState(false)
  const sessions = useOwnSessions()
  const views = useOwnViews().data ?? []
  // Whoever is looking as me is sent away with them.
  const others = [...(sessions.data ?? []), ...views].some((one) => ('current' in one ? !one.current : one.now))

  const endOthers = () =>
    modal.confirm({
      title: END_OTHERS.question,
      content: END_OTHERS.consequence,
      okText: '退出',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          void message.success(await endOtherSessions())
        } catch (error) {
          void message.warning((error as Error).message)
        }
      },
    })

  return (
    <>
      <div className="setting">
        <span>登录密码</span>
        <Button onClick={() => setChanging(true)}>修改密码</Button>
      </div>
      <div className="setting">
        <h3>登录的设备</h3>
        <Button danger disabled={!others} onClick={endOthers}>
          {END_OTHERS.button}
        </Button>
      </div>
      <Table<OwnSession>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        loading={sessions.isFetching}
        dataSource={sessions.data ?? []}
        locale={{ emptyText: sessions.error?.message ?? '没有登录的设备' }}
        pagination={false}
        columns={[
          {
            title: '设备',
            key: 'device',
            render: (_, { device, current }) => (
              <span className="row-buttons">
                {device}
                {current && <Tag color="blue">本机</Tag>}
              </span>
            ),
          },
          { title: '登录地址', dataIndex: 'ip' },
          { title: '登录时间', dataIndex: 'createTime' },
          { title: '最近使用', dataIndex: 'seenTime' },
        ]}
      />
      <Views data={views} />
      <Suspense fallback={null}>{changing && <PasswordDialog onClose={() => setChanging(false)} />}</Suspense>
    </>
  )
}

/** Administrators who have looked as this person. */
function Views({ data }: { data: readonly OwnView[] }) {
  if (!data.length) return null
  return (
    <>
      <div className="setting">
        <h3>谁看作过我</h3>
      </div>
      <Table<OwnView>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        dataSource={[...data]}
        pagination={false}
        columns={[
          { title: '管理员', dataIndex: 'viewer' },
          { title: '地址', dataIndex: 'ip' },
          { title: '开始', dataIndex: 'beginTime' },
          { title: '结束', key: 'end', render: (_, { endTime, now }) => (now ? '正在查看' : endTime) },
        ]}
      />
    </>
  )
}
