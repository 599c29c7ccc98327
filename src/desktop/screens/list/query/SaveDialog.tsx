import { Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { MOST_TITLE } from '#headless/lists/advancedQuery/oldQueries.ts'
import { useShareRoles } from '#headless/lists/advancedQuery/savedQueries.ts'

interface Props {
  title: string
  share: readonly string[]
  /** True: saved. */
  onSave: (title: string, share: readonly string[]) => Promise<boolean>
  onClose: () => void
}

/** The name to save a query under, and whom to share it with. */
export function SaveDialog({ title, share, onSave, onClose }: Props) {
  const id = useId()
  const roles = useShareRoles()
  const [name, setName] = useState(title)
  const [codes, setCodes] = useState<readonly string[]>(share)
  const [saving, setSaving] = useState(false)

  async function submit() {
    setSaving(true)
    const saved = await onSave(name, codes)
    setSaving(false)
    if (saved) onClose()
  }

  return (
    <Modal
      open
      title="保存查询条件"
      width={420}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={saving}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={() => void submit()}>
        <Form.Item label="名称" htmlFor={`${id}-name`} required>
          <Input
            id={`${id}-name`}
            value={name}
            count={{ max: MOST_TITLE, show: name.length > MOST_TITLE }}
            placeholder="请输入保存的名称"
            autoFocus
            onChange={({ target }) => setName(target.value)}
          />
        </Form.Item>
        {roles && (
          <Form.Item label="共享给角色" htmlFor={`${id}-roles`} extra="有这些角色的人可以使用，只有您可以修改">
            <Select
              id={`${id}-roles`}
              mode="multiple"
              value={[...codes]}
              options={roles.map(({ value, text }) => ({ value, label: text }))}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="不共享"
              onChange={setCodes}
            />
          </Form.Item>
        )}
        {/* Enter in a field saves only when a form has a submit button. */}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" />
      </Form>
    </Modal>
  )
}
