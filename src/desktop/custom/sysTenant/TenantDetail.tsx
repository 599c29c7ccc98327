import { Table, Tag } from 'antd'
import { Link } from 'react-router-dom'
import { membersBeside, type Member } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { resources } from '#resources/index.ts'
import { speaksContractOnly } from '#headless/session/capabilities.ts'
import { menuUrl } from '#resources/menu.ts'
import Detail from '../../screens/detail/Detail.tsx'
import type { RecordProps } from '../index.ts'

/** A tenant and its people. */
export default function TenantDetail(props: RecordProps) {
  return <Detail {...props} above={(row) => !speaksContractOnly() && <Members row={row} />} />
}

const people = menuUrl(resources.sysUser)

function Members({ row }: { row: Row }) {
  const { count, shown } = membersBeside(row)
  return (
    <section className="card" aria-label="租户的用户">
      <h3>用户（{count}）</h3>
      <Table<Member>
        rowKey="username"
        size="small"
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '还没有用户' }}
        pagination={shown.length > 10 && { pageSize: 10, showSizeChanger: false }}
        dataSource={[...shown]}
        columns={[
          {
            title: '姓名',
            key: 'realname',
            render: (_, { id, realname }) =>
              id ? <Link to={`${people}/${encodeURIComponent(id)}`}>{realname}</Link> : realname,
          },
          { title: '用户名', dataIndex: 'username' },
          {
            title: '状态',
            key: 'frozen',
            render: (_, { frozen }) => (frozen ? <Tag color="red">冻结</Tag> : <Tag color="green">正常</Tag>),
          },
        ]}
      />
      {count > shown.length && <p>{`只列出前 ${shown.length} 人。`}</p>}
    </section>
  )
}
