import { orderBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { grouped } from '#model/money.ts'

/** What was paid for the order, and what of it already went back. */
export default function ComplaintOrder({ row }: { row: Row }) {
  const order = orderBeside(row)
  if (!order) return null
  return (
    <div>
      <dt>订单实付</dt>
      <dd>
        ¥{grouped(order.payAmount)}
        <small>{[`已退补 ¥${grouped(order.givenBack)}`, `${order.startTime.slice(5, 16)} 借出`].join(' · ')}</small>
      </dd>
    </div>
  )
}
