import { toolsFor } from '#headless/records/recordTools.ts'
import type { Row } from '#headless/records/rows.ts'
import { useMay } from '#headless/session/access.ts'
import type { Resource } from '#model/resource.ts'
import { useGo } from '../../layout/go.ts'
import { recordAddress } from '../../layout/places.ts'

/** What hangs on a record and has a page of its own below it. */
export function Tools({ resource, row }: { resource: Resource; row: Row }) {
  const go = useGo()
  const tools = toolsFor(resource, row, useMay())
  if (!tools.length) return null
  return (
    <section className="vd-section vd-related" aria-label="更多管理">
      {tools.map(({ key, label }) => (
        <button key={key} type="button" onClick={() => go.to(`${recordAddress(resource, row.id)}/${key}`)}>
          <span>{label}</span>
          <span aria-hidden="true">›</span>
        </button>
      ))}
    </section>
  )
}
