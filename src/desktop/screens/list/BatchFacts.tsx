import { Alert, Table } from 'antd'
import { Link } from 'react-router-dom'
import { textOf } from '#headless/records/formats.ts'
import { recordAddress } from '#headless/session/places.ts'
import type { BatchPreview, Excluded } from '#model/batch.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { Ellipsis } from '../../fields/base/Ellipsis.tsx'

interface Props {
  resource: Resource
  label: string
  preview: BatchPreview
}

/** How many, how much, and which are left out and why. */
export function BatchFacts({ resource, label, preview: { count, totals, excluded, excludedCount } }: Props) {
  return (
    <>
      <p>
        将对 <b>{count}</b> 项执行“{label}”
        {Object.keys(totals).map((name) => {
          const field = fieldOf(resource, name)
          return (
            field && (
              <span key={name}>
                ，{field.label}合计 <b className="number">{textOf(field, totals, name)}</b>
              </span>
            )
          )
        })}
      </p>
      {excluded.length > 0 && (
        <>
          <Alert type="info" showIcon title={leftOut(excluded.length, excludedCount)} />
          <Table<Excluded>
            rowKey="id"
            size="small"
            pagination={false}
            dataSource={excluded}
            scroll={{ y: 240 }}
            columns={[
              {
                title: fieldOf(resource, resource.title)?.label ?? '记录',
                width: 220,
                render: (_, { id, name }) => (
                  <Link to={recordAddress(resource, id)}>
                    <Ellipsis text={name} />
                  </Link>
                ),
              },
              { title: '原因', dataIndex: 'reason' },
            ]}
          />
        </>
      )}
    </>
  )
}

const leftOut = (listed: number, all: number) =>
  all > listed ? `${all} 项不在本次处理之内，以下为前 ${listed} 项` : `以下 ${listed} 项不在本次处理之内`
