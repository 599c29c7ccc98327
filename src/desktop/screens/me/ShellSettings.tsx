import { CheckOutlined } from '@ant-design/icons'
import { App, Button, Segmented, Switch } from 'antd'
import type { ReactNode } from 'react'
import {
  changeSettings,
  DEFAULT_SETTINGS,
  PRIMARY_COLOURS,
  RECOLOURING,
  useSettings,
  type Settings,
} from '#headless/session/settings.ts'

type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]
const flags: readonly { name: Flag; label: string }[] = [
  { name: 'fixedHeader', label: '固定页头' },
  { name: 'autoHideHeader', label: '下滑时隐藏页头' },
  { name: 'fixedSider', label: '固定侧边菜单' },
  { name: 'multipage', label: '多页签模式' },
  { name: 'colourWeak', label: '色弱模式' },
  { name: 'speech', label: '语音播报新消息' },
  { name: 'polling', label: '定时查询消息' },
]

/** How the person likes the shell: theme, menu, header, tabs. */
export function ShellSettings() {
  const { message } = App.useApp()
  const settings = useSettings()

  function recolour(colour: string) {
    // Counted from where it is seen: on a slow machine the new colours are drawn later than that.
    const done = message.loading(RECOLOURING.under, 0.3)
    try {
      changeSettings({ colour })
    } catch {
      done()
      void message.error(RECOLOURING.failed)
    }
  }

  return (
    <>
      <Choice label="侧边栏风格">
        <Segmented
          value={settings.sider}
          onChange={(sider: Settings['sider']) => changeSettings({ sider })}
          options={[
            { value: 'dark', label: '暗色' },
            { value: 'light', label: '亮色' },
          ]}
        />
      </Choice>
      <Choice label="主题">
        <Segmented
          value={settings.theme}
          onChange={(theme: Settings['theme']) => changeSettings({ theme })}
          options={[
            { value: 'light', label: '亮色' },
            { value: 'dark', label: '暗色' },
          ]}
        />
      </Choice>
      <Choice label="导航模式">
        <Segmented
          value={settings.layout}
          onChange={(layout: Settings['layout']) => changeSettings({ layout })}
          options={[
            { value: 'sidemenu', label: '侧边菜单' },
            { value: 'topmenu', label: '顶部菜单' },
          ]}
        />
      </Choice>
      <Choice label="内容区域宽度">
        <Segmented
          value={settings.contentWidth}
          onChange={(contentWidth: Settings['contentWidth']) => changeSettings({ contentWidth })}
          options={[
            { value: 'fluid', label: '流式' },
            { value: 'fixed', label: '固定' },
          ]}
        />
      </Choice>
      <div role="radiogroup" aria-label="主题色" className="colours">
        {PRIMARY_COLOURS.map(({ name, value }) => (
          <button
            key={value}
            type="button"
            role="radio"
            aria-checked={settings.colour === value}
            aria-label={name}
            title={name}
            style={{ background: value }}
            onClick={() => recolour(value)}
          >
            {settings.colour === value && <CheckOutlined />}
          </button>
        ))}
      </div>
      {flags.map(({ name, label }) => (
        <Choice key={name} label={label}>
          <Switch
            checked={settings[name]}
            disabled={name === 'autoHideHeader' && !settings.fixedHeader}
            onChange={(on) => changeSettings({ [name]: on })}
            aria-label={label}
          />
        </Choice>
      ))}
      <Button block onClick={() => changeSettings(DEFAULT_SETTINGS)}>
        恢复默认
      </Button>
    </>
  )
}

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="setting">
    <span>{label}</span>
    {children}
  </div>
)
