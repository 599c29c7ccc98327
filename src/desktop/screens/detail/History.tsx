import { Button, Table } from 'antd'
import { useState } from 'react'
import { useHistory, type Version } from '#headless/useHistory.ts'
import type { Resource } from '#model/resource.ts'
import { Ellipsis } from '../../fields/Cell.tsx'

/** Who changed the record, when, from what to what. Not there for people who may not know. */
export default function History({ resource, id }: { resource: Resource; id: string }) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState(false)
  const history = useHistory(resource, id, page)
  if (!history.data?.total) return null
  return (
    <section className="card" aria-label="变更记录">
      <h3>
        变更记录（{history.data.total}）
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '展开'}
        </Button>
      </h3>
      {open && (
        <Table<Version>
          rowKey="id"
          size="small"
          dataSource={[...history.data.versions]}
          loading={history.isFetching}
          pagination={{ current: page, pageSize: 10, total: history.data.total, onChange: setPage }}
          columns={[
            { title: '时间', dataIndex: 'when', width: 170 },
            { title: '操作人', dataIndex: 'who', width: 120 },
            { title: '操作', dataIndex: 'what', width: 100 },
            {
              title: '内容',
              render: (_, { changes }) =>
                changes.map(({ label, before, after }) => (
                  <div key={label}>
                    {label}：{before && <del>{<Ellipsis text={before} />}</del>}
                    {before && ' → '}
                    <Ellipsis text={after || '（空）'} />
                  </div>
                )),
            },
          ]}
        />
      )}
    </section>
  )
}
