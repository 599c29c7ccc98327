import { Modal } from 'antd'
import { NoticeChoices } from './NoticeChoices.tsx'

/** 通知设置 */
export default function NoticeSettings({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title="通知设置" width={800} footer={null} onCancel={onClose}>
      <NoticeChoices />
    </Modal>
  )
}
