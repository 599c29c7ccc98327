import { Alert, Descriptions } from 'antd'
import type { Row } from '#headless/rows.ts'
import { grouped } from '#model/money.ts'

interface Account {
  balance: string
  frozen: string
}

const risksOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).map((risk: unknown) =>
    typeof risk === 'object' && risk !== null && 'text' in risk ? String(risk.text) : String(risk),
  )

/** What is known about the applicant's account, and what should make one look twice. */
export function Figures({ row }: { row: Row }) {
  const account = row.account as Account | undefined
  const risks = risksOf(row.riskFlags)
  if (!account && !risks.length) return null
  return (
    <section className="card" aria-label="申请人账户">
      {risks.length > 0 && <Alert type="warning" showIcon title={`风险提示：${risks.join('；')}`} />}
      {account && (
        <Descriptions
          size="small"
          column={{ xs: 1, md: 3 }}
          items={[
            {
              key: 'balance',
              label: '可提现余额',
              children: <span className="number">{grouped(account.balance)}</span>,
            },
            { key: 'frozen', label: '冻结金额', children: <span className="number">{grouped(account.frozen)}</span> },
          ]}
        />
      )}
    </section>
  )
}
