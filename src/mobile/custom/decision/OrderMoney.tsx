import { feesBeside, sharesBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { grouped } from '#model/money.ts'
import './decision.css'

interface Line {
  label: string
  detail?: string
  amount: string
}

/** How the charge came about, and who got how much of what was paid. */
export default function OrderMoney({ row }: { row: Row }) {
  return (
    <>
      <Lines title="费用构成" lines={feesBeside(row)} />
      <Lines title="分润明细" lines={sharesBeside(row).map(({ name, amount }) => ({ label: name, amount }))} />
    </>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (!lines.length) return null
  return (
    <div className="vd-wide">
      <dt>{title}</dt>
      <dd className="vd-amounts">
        {lines.map(({ label, detail, amount }, index) => (
          <p key={index}>
            <span>{label}</span> {grouped(amount)}
            {detail && <small>{detail}</small>}
          </p>
        ))}
      </dd>
    </div>
  )
}
