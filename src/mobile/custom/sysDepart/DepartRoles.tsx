import { Button, Input, List } from 'antd-mobile'
import { useSearchParams } from 'react-router-dom'
import {
  departRoleFields,
  departRoleRights as rights,
  removalOfDepartRole,
  useDepartRoleForm,
  useDepartRoles,
  type DepartRole,
} from '#headless/forms/departRoles.ts'
import { say } from '#headless/connection/notices.ts'
import { useWhenShown } from '#headless/records/useShown.ts'
import { useMay } from '#headless/session/access.ts'
import { FieldBox } from '../../fields/FieldBox.tsx'
import { choose } from '../../layout/ask.ts'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { SavePage } from '../../layout/SavePage.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import { GrantPage } from '../grants/GrantPage.tsx'
import type { ToolProps } from '../tools.ts'
import '../../screens/apps/apps.css'
import '../../screens/detail/detail.css'

const ADD = 'add'

/** 部门角色: roles of this department only, out of what the department may. What is open stands in the address. */
export default function DepartRoles({ row, title }: ToolProps) {
  const go = useGo()
  const may = useMay()
  const [params] = useSearchParams()
  const { data, error, refetch } = useDepartRoles(row.id)
  const named = (name: string) => data?.find(({ id }) => id === params.get(name))
  const open = (name: string, id: string) => go.to(`${location.pathname}?${name}=${encodeURIComponent(id)}`)
  const granted = named('grant')
  if (granted)
    return (
      <GrantPage
        holder={{ kind: 'departRole', id: granted.id, departId: row.id }}
        title={`授权：${granted.roleName}`}
      />
    )
  const changed = named('role')
  if (changed || params.get('role') === ADD) return <RoleForm departId={row.id} role={changed} />

  async function about(role: DepartRole) {
    const choices = [
      ...(may(rights.edit)
        ? [
            { key: 'grant', text: '授权' },
            { key: 'role', text: '编辑' },
          ]
        : []),
      ...(may(rights.delete) ? [{ key: 'delete', text: '删除', danger: true }] : []),
    ]
    const key = await choose({ title: role.roleName, choices })
    if (key === 'delete') await askRemoval(removalOfDepartRole(role))
    else if (key) open(key, role.id)
  }
  const acts = may(rights.edit) || may(rights.delete)
  return (
    <Page
      title={`${title}：${String(row.departName ?? '')}`}
      footer={
        may(rights.add) && (
          <div className="vd-buttons">
            <Button block size="large" color="primary" onClick={() => open('role', ADD)}>
              新增部门角色
            </Button>
          </div>
        )
      }
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Blocks count={3} />
      ) : data.length ? (
        <List mode="card">
          {data.map((role) => (
            <List.Item
              key={role.id}
              description={[role.roleCode, role.description].filter(Boolean).join(' · ')}
              arrowIcon={acts}
              {...(acts && { onClick: () => void about(role) })}
            >
              {role.roleName}
            </List.Item>
          ))}
        </List>
      ) : (
        <Nothing>该部门还没有部门角色</Nothing>
      )}
    </Page>
  )
}

function RoleForm({ departId, role }: { departId: string; role: DepartRole | undefined }) {
  const go = useGo()
  const whenShown = useWhenShown()
  const form = useDepartRoleForm(departId, role, (said) => {
    say('success', said)
    whenShown(go.back)
  })
  return (
    <SavePage
      title={role ? '编辑部门角色' : '新增部门角色'}
      busy={form.sending}
      onSave={form.save}
      problem={form.problem}
    >
      <section className="vd-section">
        {departRoleFields.map(({ name, label, required }) => (
          <FieldBox key={name} name={name} label={label} required={required} error={form.faults[name]}>
            <Input
              aria-label={label}
              placeholder={`请输入${label}`}
              value={form.values[name]}
              onChange={(value) => form.set(name, value)}
            />
          </FieldBox>
        ))}
      </section>
    </SavePage>
  )
}
