import { Alert, App, Checkbox, Empty, Modal, Skeleton } from 'antd'
import { useDepartRoles, useRolesInDepart } from '#headless/forms/departRoles.ts'
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
  const { known, error: unknown, chosen, choose, busy, save } = useRolesInDepart(departId, person.id)
  const error = (roles.data ? null : roles.error) ?? unknown

  async function saved() {
    try {
      void message.success(await save())
      onClose()
    } catch (refusal) {
      void message.warning((refusal as Error).message)
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
      okButtonProps={{ disabled: !known || !roles.data?.length }}
      onOk={() => void saved()}
      onCancel={onClose}
    >
      {error ? (
        <Alert type="warning" showIcon title={error.message} />
      ) : !roles.data || !known ? (
        <Skeleton active />
      ) : roles.data.length ? (
        <Checkbox.Group
          style={{ display: 'grid', gap: 8 }}
          value={[...chosen]}
          onChange={choose}
          options={roles.data.map(({ id, roleName }) => ({ value: id, label: roleName }))}
        />
      ) : (
        <Empty description="该部门还没有部门角色，请先新增" />
      )}
    </Modal>
  )
}
