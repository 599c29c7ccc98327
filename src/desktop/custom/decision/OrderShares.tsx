import { Table } from 'antd'
import { sharesBeside, type Share } from '#headless/beside.ts'
import type { Row } from '#headless/rows.ts'
import { grouped } from '#model/money.ts'

/** Who got how much of an order: together what was paid less what went back. */
export default function OrderShares({ row }: { row: Row }) {
  const shares = sharesBeside(row)
  if (!shares.length) return null
  return (
    <section className="card" aria-label="分润明细">
      <h3>分润明细</h3>
      <Table<Share>
        rowKey="name"
        size="small"
        pagination={false}
        dataSource={[...shares]}
        columns={[
          { title: '收款方', dataIndex: 'name' },
          {
            title: '金额',
            dataIndex: 'amount',
            align: 'right',
            render: (amount: string) => <span className="number">{grouped(amount)}</span>,
          },
        ]}
      />
    </section>
  )
}
