import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { beginView, VIEW_AS } from '#headless/session/viewAs.ts'
import type { ToolProps } from '../tools.tsx'

/** Asked once before the tab becomes somebody else's. */
export default function ViewAs({ row: person, onClose }: ToolProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const begin = async () => {
    setBusy(true)
    try {
      await beginView(String(person.id))
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={`看作：${String(person.realname ?? '')}（${String(person.username)}）`}
      onCancel={onClose}
      onOk={() => void begin()}
      okText={VIEW_AS.yes}
      cancelText="取消"
      confirmLoading={busy}
    >
      <p>{VIEW_AS.consequence}</p>
      {problem && <Alert type="warning" showIcon title={problem} />}
    </Modal>
  )
}
