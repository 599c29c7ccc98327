import { Button, Popup } from 'antd-mobile'
import type { ReactNode } from 'react'
import { useAskedBack } from '../../layout/back.ts'
import '../../layout/sheet.css'
import './picker.css'

interface Props {
  visible: boolean
  onClose(): void
  children: ReactNode
}

/** The whole screen. The back key closes it, or asks first, as 取消 and a tap beside it do. */
export function FullSheet({ visible, onClose, children }: Props) {
  useAskedBack(onClose, visible)
  return (
    <Popup visible={visible} onMaskClick={onClose} bodyClassName="vd-sheet vd-sheet-full" destroyOnClose>
      {children}
    </Popup>
  )
}

interface BarProps {
  title: string
  count: number
  /** One is chosen by its tap; then the bar offers to choose none. */
  multiple: boolean
  onClose(): void
  onConfirm(): void
  onClear(): void
}

export const SheetBar = ({ title, count, multiple, onClose, onConfirm, onClear }: BarProps) => (
  <div className="vd-sheet-bar">
    <Button fill="none" onClick={onClose}>
      取消
    </Button>
    <h2 className="vd-sheet-title">{title}</h2>
    {multiple ? (
      <Button fill="none" color="primary" onClick={onConfirm}>
        确定{count ? ` ${count}` : ''}
      </Button>
    ) : (
      <Button fill="none" disabled={!count} onClick={onClear}>
        清空
      </Button>
    )}
  </div>
)
