import { Alert, Table, Tabs } from 'antd'
import { Link } from 'react-router-dom'
import type { Row } from '#headless/records/rows.ts'
import { useRelated, useRelatedRows, type Related as One } from '#headless/records/useRelated.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { menuUrl } from '#resources/menu.ts'
import { Cell } from '../../fields/Cell.tsx'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

/** What hangs on a record, a tab for each kind; not there when nothing does. */
export default function Related({ resource, id }: { resource: Resource; id: string }) {
  const related = useRelated(resource, id)
  if (!related.length) return null
  return (
    <section className="card" aria-label="相关记录">
      <h3>相关记录</h3>
      <Tabs
        size="small"
        items={related.map((one) => ({
          key: one.key,
          label: `${one.label} ${one.count}`,
          children: <Rows related={one} id={id} />,
        }))}
      />
    </section>
  )
}

function Rows({ related, id }: { related: One; id: string }) {
  const { resource, path, label, count, field } = related
  const { data: rows, error, isPending } = useRelatedRows(related, id)
  const { subtitle, facts = [], aside, badge } = resource.list.card
  const names = [...new Set([subtitle, ...facts, aside, badge])].filter(
    (name): name is string => name !== undefined && name !== field,
  )
  const column = (name: string) => ({
    key: name,
    title: fieldOf(resource, name)!.label,
    render: (row: Row) => <Cell field={fieldOf(resource, name)!} name={name} row={row} />,
  })
  if (error && !rows)
    return <Alert type="warning" showIcon title={error.message} action={<WhyRefused error={error} />} />
  return (
    <>
      <Table<Row>
        rowKey="id"
        size="small"
        pagination={false}
        loading={isPending}
        scroll={{ x: 'max-content' }}
        dataSource={rows ?? []}
        columns={[
          {
            title: fieldOf(resource, resource.title)!.label,
            render: (row: Row) => (
              <Link to={`${menuUrl(resource)}/${encodeURIComponent(row.id)}`}>
                <Cell field={fieldOf(resource, resource.title)!} name={resource.title} row={row} />
              </Link>
            ),
          },
          ...names.map(column),
        ]}
      />
      <p className="related-all">
        <Link to={path}>
          查看全部 {count} 条{label}
        </Link>
      </p>
    </>
  )
}
