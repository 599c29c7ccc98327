import { Alert, App, Button, Empty, Input, Table, Tag } from 'antd'
import { ONLINE, ONLINE_PAGE, useOnline, type OnlinePerson } from '#headless/monitoring/online.ts'
import { NAME_OR_ACCOUNT } from '#headless/records/people.ts'
import { useMay } from '#headless/session/access.ts'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

/** 在线用户: who is signed in, since when and from where; whoever may ends a session of somebody else. */
export default function OnlinePeople() {
  const { message, modal } = App.useApp()
  const may = useMay()
  const { people, total, page, setPage, search, error, fetching, again, end } = useOnline()
  const ask = (person: OnlinePerson) =>
    modal.confirm({
      title: ONLINE.sure(person),
      content: ONLINE.consequence,
      okText: ONLINE.end,
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () =>
        end(person).then(
          (said) => void message.success(said),
          (failure: Error) => void message.warning(failure.message),
        ),
    })
  return (
    <section className="card" aria-label={ONLINE.title}>
      <div className="toolbar">
        <Input.Search
          allowClear
          style={{ width: 260 }}
          aria-label={`按${NAME_OR_ACCOUNT}查找`}
          placeholder={NAME_OR_ACCOUNT}
          onSearch={search}
        />
        <Button className="toolbar-end" loading={fetching} onClick={() => void again().catch(() => undefined)}>
          刷新
        </Button>
      </div>
      {error && <Alert type="warning" showIcon title={error.message} action={<WhyRefused error={error} />} />}
      <Table<OnlinePerson>
        rowKey="token"
        size="middle"
        loading={fetching}
        dataSource={people}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty description={ONLINE.none} /> }}
        pagination={{
          current: page,
          pageSize: ONLINE_PAGE,
          total,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          {
            title: '用户',
            render: (_, { realname, username, own }) => (
              <>
                {realname}（{username}） {own && <Tag color="blue">{ONLINE.own}</Tag>}
              </>
            ),
          },
          { title: ONLINE.host, dataIndex: 'host' },
          { title: ONLINE.ip, render: (_, { ip }) => ip ?? '—' },
          { title: ONLINE.loginTime, dataIndex: 'createTime' },
          { title: ONLINE.seenTime, dataIndex: 'seenTime' },
          {
            title: '操作',
            fixed: 'right',
            render: (_, person) =>
              may('system:online:forceLogout') &&
              !person.own && (
                <Button type="link" size="small" danger onClick={() => void ask(person)}>
                  {ONLINE.end}
                </Button>
              ),
          },
        ]}
      />
    </section>
  )
}
