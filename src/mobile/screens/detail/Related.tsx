import { useRelated } from '#headless/records/useRelated.ts'
import type { Resource } from '#model/resource.ts'
import { useGo } from '../../layout/go.ts'

/** What hangs on a record: each kind leads to its list. */
export default function Related({ resource, id }: { resource: Resource; id: string }) {
  const go = useGo()
  const related = useRelated(resource, id)
  if (!related.length) return null
  return (
    <section className="vd-section vd-related" aria-label="相关记录">
      <h3>相关记录</h3>
      {related.map(({ key, label, count, path }) => (
        <button key={key} type="button" onClick={() => go.to(path)}>
          <span>{label}</span>
          <span>{count} ›</span>
        </button>
      ))}
    </section>
  )
}
