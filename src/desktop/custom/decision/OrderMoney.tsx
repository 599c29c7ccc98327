import { Table, type TableColumnsType } from 'antd'
import { feesBeside, sharesBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { grouped } from '#model/money.ts'

interface Line {
  amount: string
}

function MoneyTable<L extends Line>({
  title,
  lines,
  columns,
}: {
  title: string
  lines: readonly L[]
  columns: TableColumnsType<L>
}) {
  if (!lines.length) return null
  return (
    <section className="card" aria-label={title}>
      <h3>{title}</h3>
      <Table
        size="small"
        pagination={false}
        dataSource={lines.map((line, key) => ({ ...line, key }))}
        columns={[
          ...columns,
          {
            title: '金额',
            dataIndex: 'amount',
            align: 'right',
            render: (text: string) => <span className="number">{grouped(text)}</span>,
          },
        ]}
      />
    </section>
  )
}

/** How the charge came about, and who got how much of what was paid. */
export default function OrderMoney({ row }: { row: Row }) {
  return (
    <>
      <MoneyTable
        title="费用构成"
        lines={feesBeside(row)}
        columns={[
          { title: '项目', dataIndex: 'label' },
          { title: '说明', dataIndex: 'detail' },
        ]}
      />
      <MoneyTable title="分润明细" lines={sharesBeside(row)} columns={[{ title: '收款方', dataIndex: 'name' }]} />
    </>
  )
}
