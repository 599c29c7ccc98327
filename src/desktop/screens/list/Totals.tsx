import { textOf } from '#headless/formats.ts'
import { fieldOf, type Resource } from '#model/resource.ts'

/** Sums over everything the query finds. */
export function Totals({ resource, totals }: { resource: Resource; totals: Record<string, string | number> }) {
  const names = resource.list.totals.filter((name) => totals[name] !== undefined)
  if (!names.length) return null
  return (
    <dl className="totals" aria-label="合计">
      {names.map((name) => {
        const field = fieldOf(resource, name)!
        return (
          <div key={name}>
            <dt>{field.label}合计</dt>
            <dd>{textOf(field, totals, name)}</dd>
          </div>
        )
      })}
    </dl>
  )
}
