import { Table } from 'antd'
import { effectOf, type Effect } from '#headless/records/decision.ts'
import type { Row } from '#headless/records/rows.ts'
import { grouped } from '#model/money.ts'

const money = (value: string) => <span className="number">{grouped(value)}</span>

/** What a yes writes into the ledger. */
export function EffectTable({ row }: { row: Row }) {
  const effect = effectOf(row)
  if (!effect.length) return null
  return (
    <section className="card" aria-label="对账户的影响">
      <h3>通过后对账户的影响</h3>
      <Table<Effect & { key: number }>
        size="small"
        pagination={false}
        dataSource={effect.map((line, key) => ({ ...line, key }))}
        columns={[
          ...(effect.some(({ account }) => account) ? [{ title: '账户', dataIndex: 'account' }] : []),
          { title: '类型', dataIndex: 'amountType_dictText' },
          { title: '方向', dataIndex: 'direction_dictText' },
          { title: '金额', dataIndex: 'amount', align: 'right', render: money },
          { title: '变动前', dataIndex: 'beforeAmount', align: 'right', render: money },
          { title: '变动后', dataIndex: 'afterAmount', align: 'right', render: money },
        ]}
      />
    </section>
  )
}
