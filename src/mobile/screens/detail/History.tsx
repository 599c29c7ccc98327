import { useState } from 'react'
import { useHistory, VERSIONS_A_PAGE } from '#headless/records/useHistory.ts'
import type { Resource } from '#model/resource.ts'

/** Who did what to the record, and when, newest first. Not there for people who may not know. */
export default function History({ resource, id }: { resource: Resource; id: string }) {
  const [page, setPage] = useState(1)
  const { data } = useHistory(resource, id, page)
  if (!data?.total) return null
  const last = Math.ceil(data.total / VERSIONS_A_PAGE)
  return (
    <section className="vd-section" aria-label="变更记录">
      <details>
        <summary>变更记录（{data.total}）</summary>
        <ol className="vd-history">
          {data.versions.map(({ id: key, when, who, what, changes }) => (
            <li key={key}>
              <small>{when}</small>
              <b>
                {who} {what}
              </b>
              {changes.map(({ name, label, before, after }) => (
                <span key={name}>
                  {label}：{before && <del>{before}</del>}
                  {before && ' → '}
                  {after || '（空）'}
                </span>
              ))}
            </li>
          ))}
        </ol>
        {last > 1 && (
          <p className="vd-pages">
            <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
              更新的
            </button>
            <button type="button" disabled={page === last} onClick={() => setPage(page + 1)}>
              更早的
            </button>
          </p>
        )}
      </details>
    </section>
  )
}
