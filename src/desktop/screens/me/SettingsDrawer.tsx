import { Drawer } from 'antd'
import { ShellSettings } from './ShellSettings.tsx'

export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open title="系统设置" onClose={onClose} size={320}>
      <ShellSettings />
    </Drawer>
  )
}
