import { List, Switch } from 'antd-mobile'
import { preferShell } from '#adaptive/index.ts'
import { canSpeak } from '#headless/messages/live.ts'
import { changeSettings, useSettings } from '#headless/session/settings.ts'
import { confirm } from '../../layout/ask.ts'
import { Page } from '../../layout/Page.tsx'
import { leaveFor } from '#headless/connection/leaving.ts'
import { ColourChoice } from './ColourChoice.tsx'
import '../apps/apps.css'

/** How the person likes the phone shell; the same settings the desktop reads. */
export default function Settings() {
  const { theme, colourWeak, speech } = useSettings()
  const toDesktop = async () => {
    const sure = await confirm({
      title: '切换到桌面版？',
      content: '在桌面版右上角的用户菜单里选“手机版”，可以切换回来。',
      yes: '切换',
    })
    if (!sure) return
    preferShell('desktop')
    leaveFor('/')
  }
  return (
    <Page title="设置">
      <List mode="card">
        <List.Item
          extra={
            <Switch
              aria-label="深色主题"
              checked={theme === 'dark'}
              onChange={(on) => changeSettings({ theme: on ? 'dark' : 'light' })}
            />
          }
        >
          深色主题
        </List.Item>
        <List.Item
          extra={
            <Switch aria-label="色弱模式" checked={colourWeak} onChange={(on) => changeSettings({ colourWeak: on })} />
          }
        >
          色弱模式
        </List.Item>
        {canSpeak() && (
          <List.Item
            extra={
              <Switch aria-label="语音播报新消息" checked={speech} onChange={(on) => changeSettings({ speech: on })} />
            }
          >
            语音播报新消息
          </List.Item>
        )}
      </List>
      <ColourChoice />
      <List mode="card">
        <List.Item onClick={() => void toDesktop()}>切换到桌面版</List.Item>
      </List>
    </Page>
  )
}
