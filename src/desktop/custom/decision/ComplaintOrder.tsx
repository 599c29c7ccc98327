import { Descriptions } from 'antd'
import { orderBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { grouped } from '#model/money.ts'

/** The order a complaint is about: what was paid, and what of it already went back. */
export default function ComplaintOrder({ row }: { row: Row }) {
  const order = orderBeside(row)
  if (!order) return null
  const number = (text: string) => <span className="number">{text}</span>
  return (
    <section className="card" aria-label="关联订单">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3 }}
        items={[
          { key: 'no', label: '关联订单', children: number(order.orderNo) },
          { key: 'paid', label: '实付', children: number(grouped(order.payAmount)) },
          { key: 'back', label: '已退补', children: number(grouped(order.givenBack)) },
          { key: 'start', label: '借出时间', children: number(order.startTime.slice(0, 16)) },
          { key: 'end', label: '归还时间', children: number(order.endTime?.slice(0, 16) ?? '—') },
        ]}
      />
    </section>
  )
}
