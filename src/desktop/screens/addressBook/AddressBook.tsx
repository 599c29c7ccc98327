import { ADDRESS_BOOK } from '#model/addresses.ts'
import { UserOutlined } from '@ant-design/icons'
import { Alert, Avatar, Button, Empty, Input, Skeleton, Table, Tree } from 'antd'
import { useState } from 'react'
import {
  branchNamed,
  callAddress,
  mailAddress,
  noColleagues,
  useBranches,
  useColleagues,
  type Branch,
  type Colleague,
} from '#headless/records/addressBook.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import { fileUrl } from '#headless/records/files.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import './addressBook.css'

const nodeOf = ({ key, title, children }: Branch): object => ({
  key,
  title,
  ...(children?.length && { children: children.map(nodeOf) }),
})

/** 通讯录: departments on the left, people on the right. */
export default function AddressBook() {
  const branches = useBranches()
  const [depart, setDepart] = useState<string | null>(null)
  const [query, setQuery] = useState({ page: 1, size: 10, realname: '' })
  const orgCode = branchNamed(branches.data ?? [], depart)?.orgCode
  const people = useColleagues({ orgCode, realname: query.realname }, query)
  return (
    <section className="card address-book" aria-label="通讯录">
      <aside aria-label="部门">
        {branches.error && !branches.data ? (
          <Alert
            type="warning"
            showIcon
            title={branches.error.message}
            action={<Button onClick={() => void branches.refetch()}>重试</Button>}
          />
        ) : !branches.data ? (
          <Skeleton active />
        ) : branches.data.length ? (
          <Tree
            aria-label="部门"
            blockNode
            defaultExpandedKeys={branches.data.map(({ key }) => key)}
            treeData={branches.data.map(nodeOf) as { key: string }[]}
            selectedKeys={depart ? [depart] : []}
            onSelect={([key]) => {
              setDepart(key === undefined ? null : String(key))
              setQuery({ ...query, page: 1 })
            }}
          />
        ) : (
          <Empty description="没有可以查看的部门" />
        )}
      </aside>
      <div className="address-people">
        <div className="toolbar">
          <Input.Search
            style={{ maxWidth: 280 }}
            allowClear
            aria-label="按姓名查找"
            placeholder="搜索姓名"
            onSearch={(realname) => setQuery({ ...query, page: 1, realname: realname.trim() })}
          />
        </div>
        <Table<Colleague>
          rowKey="userId"
          size="middle"
          scroll={{ x: 'max-content' }}
          loading={people.isFetching}
          dataSource={people.data?.records ?? []}
          locale={{
            emptyText: people.error?.message ?? (
              <Empty description={noColleagues(query.realname !== '')}>
                <WhyNotButton about={{ path: ADDRESS_BOOK }} filtered={query.realname !== ''} />
              </Empty>
            ),
          }}
          pagination={{
            current: query.page,
            pageSize: query.size,
            total: people.data?.total ?? 0,
            showSizeChanger: true,
            pageSizeOptions: [...PAGE_SIZES],
            showTotal: (total) => `共 ${total} 人`,
            onChange: (page, size) => setQuery({ ...query, page, size }),
          }}
          columns={[
            {
              title: '姓名',
              key: 'realname',
              render: (_, { realname, avatar }) => (
                <span className="address-name">
                  <Avatar
                    size="small"
                    icon={<UserOutlined />}
                    {...(avatar && { src: fileUrl(avatar), alt: '' })}
                    aria-hidden="true"
                  />
                  {realname}
                </span>
              ),
            },
            { title: '工号', dataIndex: 'workNo' },
            { title: '部门', dataIndex: 'departName' },
            { title: '职务', dataIndex: 'postText' },
            {
              title: '手机',
              dataIndex: 'phone',
              render: (phone: string | null) => phone && <a href={callAddress(phone)}>{phone}</a>,
            },
            { title: '座机', dataIndex: 'telephone' },
            {
              title: '邮箱',
              dataIndex: 'email',
              render: (email: string | null) => email && <a href={mailAddress(email)}>{email}</a>,
            },
          ]}
        />
      </div>
    </section>
  )
}
