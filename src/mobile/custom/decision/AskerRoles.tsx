import { askerBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { sysRole } from '#resources/system/role.ts'
import { useGo } from '../../layout/go.ts'
import { addressOf, recordAddress } from '../../layout/places.ts'

/** Where the permission is given, and whether it has been. */
export default function AskerRoles({ row }: { row: Row }) {
  const go = useGo()
  const asker = askerBeside(row)
  if (!asker) return null
  const places = asker.roles.length
    ? asker.roles.map(({ id, name }) => ({ to: recordAddress(sysRole, id), name }))
    : [{ to: addressOf(sysRole), name: '角色管理' }]
  return (
    <div>
      <dt>授权</dt>
      <dd>
        {asker.has
          ? '申请人已经有这项权限，可以同意'
          : places.map(({ to, name }) => (
              <button key={to} type="button" className="vd-text-button" onClick={() => go.to(to)}>
                先授权：{name}
              </button>
            ))}
      </dd>
    </div>
  )
}
