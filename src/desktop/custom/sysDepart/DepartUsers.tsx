import { Button } from 'antd'
import { useState } from 'react'
import { departRoleRights } from '#headless/forms/departRoles.ts'
import type { Row } from '#headless/records/rows.ts'
import { useMay } from '#headless/session/access.ts'
import type { ToolProps } from '../tools.tsx'
import { MembersDrawer } from '../members/MembersDrawer.tsx'
import { GiveRoles } from './GiveRoles.tsx'

/** 部门用户, each with the department's own roles they have. */
export default function DepartUsers({ row, onClose }: ToolProps) {
  const may = useMay()
  const [whose, setWhose] = useState<Row>()
  const gives = may('system:depart:role:list') && may(departRoleRights.give)
  return (
    <>
      <MembersDrawer
        group={{ kind: 'depart', id: row.id }}
        name={String(row.departName ?? '')}
        onClose={onClose}
        {...(gives && {
          further: (person: Row) => (
            <Button type="link" onClick={() => setWhose(person)}>
              分配角色
            </Button>
          ),
        })}
      />
      {whose && <GiveRoles departId={row.id} person={whose} onClose={() => setWhose(undefined)} />}
    </>
  )
}
