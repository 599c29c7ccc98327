import { Alert, App, Checkbox, Empty, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { giveRolesInDepart, useDepartRoles, useRolesInDepart } from '#headless/forms/departRoles.ts'
import type { Row } from '#headless/records/rows.ts'

interface Props {
  departId: string
  person: Row
  onClose: () => void
}

/** Which of a department's own roles somebody of it has. */
export function GiveRoles({ departId, person, onClose }: Props) {
  const { message } = App.useApp()
  const roles = useDepartRoles(departId)
  const had = useRolesInDepart(departId, person.id)
  const [chosen, setChosen] = useState<string[]>()
  const [busy, setBusy] = useState(false)
  const error = (roles.data ? null : roles.error) ?? (had.data ? null : had.error)

  async function save() {
    if (!had.data) return
    setBusy(true)
    try {
      void message.success(await giveRolesInDepart(person.id, had.data, chosen ?? had.data))
      onClose()
    } catch (refusal) {
      void message.warning((refusal as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={`分配部门角色：${String(person.realname ?? person.username)}`}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ disabled: !had.data || !roles.data?.length }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {error ? (
        <Alert type="warning" showIcon title={error.message} />
      ) : !roles.data || !had.data ? (
        <Skeleton active />
      ) : roles.data.length ? (
        <Checkbox.Group
          style={{ display: 'grid', gap: 8 }}
          value={chosen ?? had.data}
          onChange={(ids) => setChosen(ids.map(String))}
          options={roles.data.map(({ id, roleName }) => ({ value: id, label: roleName }))}
        />
      ) : (
        <Empty description="该部门还没有部门角色，请先新增" />
      )}
    </Modal>
  )
}
