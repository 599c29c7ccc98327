import { Button, Pagination, Timeline } from 'antd'
import { useState } from 'react'
import { useHistory, VERSIONS_A_PAGE, type Version } from '#headless/records/useHistory.ts'
import type { Resource } from '#model/resource.ts'
import { Ellipsis } from '../../fields/base/Ellipsis.tsx'

/** Who did what to the record, and when, newest first. Not there for people who may not know. */
export default function History({ resource, id }: { resource: Resource; id: string }) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState(false)
  const history = useHistory(resource, id, page)
  if (!history.data?.total) return null
  const { versions, total } = history.data
  return (
    <section className="card" aria-label="变更记录">
      <h3>
        变更记录（{total}）
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '展开'}
        </Button>
      </h3>
      {open && (
        <>
          <Timeline
            items={versions.map((version) => ({
              key: version.id,
              title: `${version.when} ${version.who} ${version.what}`,
              content: <Changes of={version} />,
            }))}
          />
          {total > VERSIONS_A_PAGE && (
            <Pagination size="small" current={page} pageSize={VERSIONS_A_PAGE} total={total} onChange={setPage} />
          )}
        </>
      )}
    </section>
  )
}

const Changes = ({ of: { changes } }: { of: Version }) =>
  changes.map(({ name, label, before, after }) => (
    <div key={name}>
      {label}：{before && <del>{<Ellipsis text={before} />}</del>}
      {before && ' → '}
      <Ellipsis text={after || '（空）'} />
    </div>
  ))
