import { Button } from 'antd-mobile'
import { useState } from 'react'
import { FIRST_USES, usesBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { listUrlOf } from '#resources/index.ts'
import { useGo } from '../../layout/go.ts'

const pathOf = (resource: string, id: string) => `${listUrlOf(resource) ?? ''}/${encodeURIComponent(id)}`

/** The records a file is used in, each a way there. */
export default function FileUses({ row }: { row: Row }) {
  const go = useGo()
  const { uses, hidden } = usesBeside(row)
  const [all, setAll] = useState(false)
  if (!uses.length && !hidden)
    return (
      <div>
        <dt>使用的记录</dt>
        <dd>没有用在任何记录中</dd>
      </div>
    )
  return (
    <>
      {uses.slice(0, all ? undefined : FIRST_USES).map(({ resource, label, id, title }) => (
        <div key={`${resource} ${id}`}>
          <dt>{label}</dt>
          <dd>
            <a
              href={pathOf(resource, id)}
              onClick={(event) => {
                event.preventDefault()
                go.to(pathOf(resource, id))
              }}
            >
              {title}
            </a>
          </dd>
        </div>
      ))}
      {!all && uses.length > FIRST_USES && (
        <div>
          <dt>共 {uses.length} 处</dt>
          <dd>
            <Button size="small" onClick={() => setAll(true)}>
              显示全部
            </Button>
          </dd>
        </div>
      )}
      {hidden > 0 && (
        <div>
          <dt>其他</dt>
          <dd>{`另有 ${hidden} 处，您无权查看`}</dd>
        </div>
      )}
    </>
  )
}
