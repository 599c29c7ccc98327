import { Alert } from 'antd'
import { Link } from 'react-router-dom'
import { askerBeside } from '#headless/records/furtherFacts.ts'
import type { Row } from '#headless/records/rows.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'

/** Where the permission is given, and whether it has been. */
export default function AskerRoles({ row }: { row: Row }) {
  const asker = askerBeside(row)
  if (!asker) return null
  if (asker.has) return <Alert className="asker-roles" type="success" showIcon title="申请人已经有这项权限，可以同意" />
  return (
    <Alert
      className="asker-roles"
      type="info"
      showIcon
      title="先授权，再同意"
      description={
        <>
          {'申请人的角色：'}
          {asker.roles.map(({ id, name }) => (
            <Link key={id} className="asker-role" to={`${menuUrl(resources.sysRole)}/${id}`}>
              {name}
            </Link>
          ))}
          {!asker.roles.length && <Link to={menuUrl(resources.sysRole)}>没有角色，前往角色管理</Link>}
        </>
      }
    />
  )
}
