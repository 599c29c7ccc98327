import { Drawer } from 'antd'
import { Logo } from './Logo.tsx'
import { SideMenu } from './SideMenu.tsx'

interface Props {
  open: boolean
  tone: 'dark' | 'light'
  onClose: () => void
}

const WIDTH_PX = 208

/** The menu on a narrow screen: closed until asked for, and again after a choice. */
export default function MenuDrawer({ open, tone, onClose }: Props) {
  return (
    <Drawer
      open={open}
      placement="left"
      size={WIDTH_PX}
      closable={false}
      onClose={onClose}
      className={`menu-drawer-${tone}`}
      styles={{ body: { padding: 0 } }}
      aria-label="主菜单"
    >
      <Logo tone={tone} />
      <nav aria-label="主菜单">
        <SideMenu mode="inline" tone={tone} onChosen={onClose} />
      </nav>
    </Drawer>
  )
}
