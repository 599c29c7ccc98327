import { Descriptions } from 'antd'
import type { Row } from '#headless/records/rows.ts'
import { grouped } from '#model/money.ts'

interface Account {
  balance: string
  frozen: string
}

/** What the applicant's account holds. */
export default function AccountFigures({ row }: { row: Row }) {
  const account = row.account as Account | undefined
  if (!account) return null
  const money = (value: string) => <span className="number">{grouped(value)}</span>
  return (
    <section className="card" aria-label="申请人账户">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3 }}
        items={[
          { key: 'balance', label: '账户余额', children: money(account.balance) },
          { key: 'frozen', label: '冻结金额', children: money(account.frozen) },
        ]}
      />
    </section>
  )
}
