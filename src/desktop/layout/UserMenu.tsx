import {
  ApartmentOutlined,
  BellOutlined,
  ClearOutlined,
  KeyOutlined,
  LogoutOutlined,
  IdcardOutlined,
  MobileOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { App, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ACCOUNT } from '#model/addresses.ts'
import { preferShell } from '#adaptive/index.ts'
import { accountTabPath } from '#headless/session/accountPages.ts'
import { firstTab } from '#headless/session/accountTabs.ts'
import { can } from '#headless/session/capabilities.ts'
import { logout } from '#headless/session/account.ts'
import { renewDictionaries } from '#headless/session/dictionary.ts'
import { fileUrl } from '#headless/records/files.ts'
import { useSession } from '#headless/session/session.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { Opening } from '../Opening.tsx'
import { beginAnew } from '#headless/connection/leaving.ts'

const dialogs = {
  password: lazy(() => importWithTimeout(import('../screens/me/PasswordDialog.tsx'))),
  department: lazy(() => importWithTimeout(import('../screens/me/DepartmentDialog.tsx'))),
  notices: lazy(() => importWithTimeout(import('../screens/me/NoticeSettings.tsx'))),
  settings: lazy(() => importWithTimeout(import('../screens/me/SettingsDrawer.tsx'))),
}
type DialogName = keyof typeof dialogs

/** Everything about the person and this device, in one place. */
export function UserMenu({ narrow }: { narrow: boolean }) {
  const { message, modal } = App.useApp()
  const navigate = useNavigate()
  const realname = useSession((state) => state.realname)
  const avatar = useSession((state) => state.avatar)
  const [dialog, setDialog] = useState<DialogName>()
  const Dialog = dialog && dialogs[dialog]

  async function clearCache() {
    if (await renewDictionaries()) void message.success('刷新缓存完成！')
    else void message.warning('刷新缓存失败！')
  }
  const leave = () =>
    modal.confirm({
      title: '提示',
      content: '真的要注销登录吗 ?',
      okText: '确定',
      cancelText: '取消',
      onOk: () => logout(),
    })

  const items = [
    { key: 'centre', label: '个人中心', icon: <IdcardOutlined />, onClick: () => void navigate(ACCOUNT) },
    {
      key: 'account',
      label: '个人设置',
      icon: <UserOutlined />,
      onClick: () => void navigate(accountTabPath(firstTab())),
    },
    { key: 'password', label: '修改密码', icon: <KeyOutlined />, onClick: () => setDialog('password') },
    { key: 'department', label: '切换部门', icon: <ApartmentOutlined />, onClick: () => setDialog('department') },
    ...(can('notices')
      ? [{ key: 'notices', label: '通知设置', icon: <BellOutlined />, onClick: () => setDialog('notices') }]
      : []),
    { key: 'cache', label: '清理缓存', icon: <ClearOutlined />, onClick: () => void clearCache() },
    { key: 'settings', label: '系统设置', icon: <SettingOutlined />, onClick: () => setDialog('settings') },
    {
      key: 'phone',
      label: '手机版',
      icon: <MobileOutlined />,
      onClick: () => {
        preferShell('mobile')
        beginAnew()
      },
    },
    { type: 'divider' as const },
    { key: 'logout', label: '退出登录', icon: <LogoutOutlined />, onClick: leave },
  ]
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <button type="button" className="user-button" aria-label={`${realname}，用户菜单`}>
          <span className="avatar">{avatar ? <img src={fileUrl(avatar)} alt="" /> : <UserOutlined />}</span>
          {!narrow && <span>{realname}</span>}
        </button>
      </Dropdown>
      <Suspense fallback={<Opening />}>{Dialog && <Dialog onClose={() => setDialog(undefined)} />}</Suspense>
    </>
  )
}
