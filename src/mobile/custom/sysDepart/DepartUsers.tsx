import { useSearchParams } from 'react-router-dom'
import { departRoleRights } from '#headless/forms/departRoles.ts'
import { useMay } from '#headless/session/access.ts'
import { useGo } from '../../layout/go.ts'
import { MembersPage } from '../members/MembersPage.tsx'
import type { ToolProps } from '../tools.ts'
import { GiveRoles } from './GiveRoles.tsx'

/** 部门用户, each with the department's own roles they have. */
export default function DepartUsers({ row, title }: ToolProps) {
  const go = useGo()
  const may = useMay()
  const [params] = useSearchParams()
  const personId = params.get('person')
  if (personId) return <GiveRoles departId={row.id} personId={personId} />
  const gives = may('system:depart:role:list') && may(departRoleRights.give)
  return (
    <MembersPage
      group={{ kind: 'depart', id: row.id }}
      title={`${title}：${String(row.departName ?? '')}`}
      {...(gives && {
        further: {
          text: '分配部门角色',
          open: ({ id }) => go.to(`${location.pathname}?person=${encodeURIComponent(id)}`),
        },
      })}
    />
  )
}
