import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { changeSettings, useSettings } from '#headless/session/settings.ts'
import { usePlatform } from '#headless/session/title.ts'
import { ExtrasRoom, HeaderExtras } from './HeaderExtras.tsx'
import { Later } from './Later.tsx'
import { MenuSearch } from './MenuSearch.tsx'
import { UserMenu } from './UserMenu.tsx'

interface Props {
  narrow: boolean
  onOpenMenu: () => void
  /** The menu, when it lies on top. */
  children: ReactNode
}

export function Header({ narrow, onOpenMenu, children }: Props) {
  const folded = useSettings((state) => state.folded)
  const layout = useSettings((state) => state.layout)
  const name = usePlatform((state) => state.name)
  return (
    <header className="header">
      {narrow ? (
        <Button type="text" icon={<MenuOutlined />} aria-label="打开菜单" onClick={onOpenMenu} />
      ) : layout === 'sidemenu' ? (
        <Button
          type="text"
          icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={folded ? '展开菜单' : '收起菜单'}
          onClick={() => changeSettings({ folded: !folded })}
        />
      ) : null}
      {children || <span className="header-text">{narrow ? '平台后台' : `欢迎进入${name}后台`}</span>}
      <div className="header-right">
        <Later room={<div className="menu-search" />}>
          <MenuSearch />
        </Later>
        <Later room={<ExtrasRoom />}>
          <HeaderExtras />
        </Later>
        <UserMenu narrow={narrow} />
      </div>
    </header>
  )
}
