import { membersBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { resources } from '#resources/index.ts'
import { speaksContractOnly } from '#headless/session/capabilities.ts'
import { menuUrl } from '#resources/menu.ts'
import { useGo } from '../../layout/go.ts'

const pathOf = (id: string) => `${menuUrl(resources.sysUser)}/${encodeURIComponent(id)}`

/** The people of a tenant, each a way there where there is one. */
export default function Members({ row }: { row: Row }) {
  const go = useGo()
  const { count, shown } = membersBeside(row)
  // Another's server does not say who they are.
  if (speaksContractOnly()) return null
  return (
    <>
      <div>
        <dt>用户</dt>
        <dd>{count ? `${count} 人` : '还没有用户'}</dd>
      </div>
      {shown.map(({ id, username, realname, frozen }) => (
        <div key={username}>
          <dt>{username}</dt>
          <dd>
            {id ? (
              <a
                href={pathOf(id)}
                onClick={(event) => {
                  event.preventDefault()
                  go.to(pathOf(id))
                }}
              >
                {realname}
              </a>
            ) : (
              realname
            )}
            {frozen && '（冻结）'}
          </dd>
        </div>
      ))}
      {count > shown.length && (
        <div>
          <dt>其他</dt>
          <dd>{`另有 ${count - shown.length} 人`}</dd>
        </div>
      )}
    </>
  )
}
