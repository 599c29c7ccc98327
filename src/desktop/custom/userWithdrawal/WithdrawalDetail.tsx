import { Table } from 'antd'
import type { Row } from '#headless/rows.ts'
import { grouped } from '#model/money.ts'
import Detail from '../../screens/detail/Detail.tsx'
import type { RecordProps } from '../index.ts'
import { Figures } from './Figures.tsx'

interface Effect {
  amountType_dictText: string
  direction_dictText: string
  amount: string
  beforeAmount: string
  afterAmount: string
}

const money = (value: string) => <span className="number">{grouped(value)}</span>

/** Before 通过: what is known about the applicant, and what the decision writes into the ledger. */
export default function WithdrawalDetail(props: RecordProps) {
  return <Detail {...props} above={(row) => <BeforeDeciding row={row} />} />
}

function BeforeDeciding({ row }: { row: Row }) {
  const effect = Array.isArray(row.effect) ? (row.effect as Effect[]) : []
  return (
    <>
      <Figures row={row} />
      {effect.length > 0 && (
        <section className="card" aria-label="对账户的影响">
          <h3>通过后对账户的影响</h3>
          <Table<Effect>
            rowKey={({ amountType_dictText, beforeAmount, direction_dictText }) =>
              `${amountType_dictText}${direction_dictText}${beforeAmount}`
            }
            size="small"
            pagination={false}
            dataSource={effect}
            columns={[
              { title: '类型', dataIndex: 'amountType_dictText' },
              { title: '方向', dataIndex: 'direction_dictText' },
              { title: '金额', dataIndex: 'amount', align: 'right', render: money },
              { title: '变动前', dataIndex: 'beforeAmount', align: 'right', render: money },
              { title: '变动后', dataIndex: 'afterAmount', align: 'right', render: money },
            ]}
          />
        </section>
      )}
    </>
  )
}
