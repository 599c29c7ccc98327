import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FIRST_USES, usesBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { listUrlOf } from '#resources/index.ts'
import Detail from '../../screens/detail/Detail.tsx'
import type { RecordProps } from '../index.ts'

/** A file, and the records it is used in. */
export default function FileDetail(props: RecordProps) {
  return <Detail {...props} above={(row) => <Uses row={row} />} />
}

function Uses({ row }: { row: Row }) {
  const { uses, hidden } = usesBeside(row)
  const [all, setAll] = useState(false)
  return (
    <section className="card" aria-label="使用的记录">
      <h3>使用的记录</h3>
      {!uses.length && !hidden && <p>没有用在任何记录中。</p>}
      {uses.length > 0 && (
        <ul>
          {uses.slice(0, all ? undefined : FIRST_USES).map(({ resource, label, id, title }) => (
            <li key={`${resource} ${id}`}>
              {label} <Link to={`${listUrlOf(resource) ?? ''}/${encodeURIComponent(id)}`}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
      {!all && uses.length > FIRST_USES && (
        <Button type="link" onClick={() => setAll(true)}>{`显示全部 ${uses.length} 处`}</Button>
      )}
      {hidden > 0 && <p>{`另有 ${hidden} 处，您无权查看。`}</p>}
    </section>
  )
}
