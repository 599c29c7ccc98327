import type { BatchPreview } from '#model/batch.ts'
import { grouped } from '#model/money.ts'
import type { Resource } from '#model/resource.ts'

/** Before several records are decided on: their total, and what is left out and why. */
export function BatchFacts({ resource, preview }: { resource: Resource; preview: BatchPreview }) {
  const name = Object.keys(preview.totals)[0]
  return (
    <div className="vd-asked">
      {name && preview.total !== null && (
        <p>
          {resource.fields[name]?.label}合计
          <b>¥{grouped(preview.total)}</b>
        </p>
      )}
      {preview.excluded.length > 0 && (
        <>
          <p>以下 {preview.excluded.length} 条不处理：</p>
          <ul>
            {preview.excluded.map(({ id, name: title, reason }) => (
              <li key={id}>
                {title}：{reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
