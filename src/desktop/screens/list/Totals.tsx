import { textOf } from '#headless/records/formats.ts'
import type { Resource } from '#model/resource.ts'
import { totalsOf } from '#model/signed.ts'

/** Sums over everything the query finds. */
export function Totals({ resource, totals }: { resource: Resource; totals: Record<string, string | number> }) {
  const shown = totalsOf(resource).filter(({ key }) => totals[key] !== undefined)
  if (!shown.length) return null
  return (
    <dl className="totals" aria-label="合计">
      {shown.map(({ key, label, field }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{textOf(field, totals, key)}</dd>
        </div>
      ))}
    </dl>
  )
}
