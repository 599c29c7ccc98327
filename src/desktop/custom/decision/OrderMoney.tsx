import { Table } from 'antd'
import { feesBeside, sharesBeside } from '#headless/beside.ts'
import type { Row } from '#headless/rows.ts'
import { grouped } from '#model/money.ts'

const amount = {
  title: '金额',
  dataIndex: 'amount',
  align: 'right',
  render: (text: string) => <span className="number">{grouped(text)}</span>,
} as const

/** How the charge came about, and who got how much of what was paid. */
export default function OrderMoney({ row }: { row: Row }) {
  const fees = feesBeside(row).map((fee, key) => ({ ...fee, key }))
  const shares = sharesBeside(row).map((share, key) => ({ ...share, key }))
  return (
    <>
      {fees.length > 0 && (
        <section className="card" aria-label="费用构成">
          <h3>费用构成</h3>
          <Table
            size="small"
            pagination={false}
            dataSource={fees}
            columns={[{ title: '项目', dataIndex: 'label' }, { title: '说明', dataIndex: 'detail' }, amount]}
          />
        </section>
      )}
      {shares.length > 0 && (
        <section className="card" aria-label="分润明细">
          <h3>分润明细</h3>
          <Table
            size="small"
            pagination={false}
            dataSource={shares}
            columns={[{ title: '收款方', dataIndex: 'name' }, amount]}
          />
        </section>
      )}
    </>
  )
}
