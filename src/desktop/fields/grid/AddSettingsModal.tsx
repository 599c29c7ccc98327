import { InputNumber, Modal, Switch } from 'antd'
import { useId, useState } from 'react'
import { figureIn } from '#model/kinds/base/typedNumber.ts'
import type { View } from './types.ts'

/** How many rows the add button adds, where, and whether one goes there. */
export default function AddSettingsModal({ store, onClose }: Pick<View, 'store'> & { onClose: () => void }) {
  const id = useId()
  const [settings, set] = useState(store.settings)
  return (
    <Modal
      open
      title="新增设置"
      okText="保存"
      cancelText="取消"
      onCancel={onClose}
      onOk={() => {
        store.keepSettings(settings)
        onClose()
      }}
    >
      <div className="grid-settings">
        <label htmlFor={`${id}-count`}>添加行数</label>
        <InputNumber<number | string>
          parser={figureIn}
          id={`${id}-count`}
          min={1}
          precision={0}
          value={settings.addRowNum}
          onChange={(addRowNum) => set({ ...settings, addRowNum: Number(addRowNum ?? 1) })}
        />
        <label htmlFor={`${id}-index`}>添加位置（在第几行之后，0 为最底部）</label>
        <InputNumber<number | string>
          parser={figureIn}
          id={`${id}-index`}
          min={0}
          max={store.rows.count}
          precision={0}
          value={settings.addIndex}
          onChange={(addIndex) => set({ ...settings, addIndex: Number(addIndex ?? 0) })}
        />
        <label htmlFor={`${id}-scroll`}>添加后滚动到底部</label>
        <Switch
          id={`${id}-scroll`}
          checked={settings.addScrollToBottom}
          onChange={(addScrollToBottom) => set({ ...settings, addScrollToBottom })}
        />
      </div>
    </Modal>
  )
}
