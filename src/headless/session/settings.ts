import { create } from 'zustand'
import { local } from '../connection/storage.ts'

/** What is said while another colour is drawn. */
export const RECOLOURING = { under: '正在编译主题！', failed: 'Failed to update theme' } as const

export const PRIMARY_COLOURS = [
  { name: '拂晓蓝（默认）', value: '#1890FF' },
  { name: '薄暮', value: '#F5222D' },
  { name: '火山', value: '#FA541C' },
  { name: '日暮', value: '#FAAD14' },
  { name: '明青', value: '#13C2C2' },
  { name: '极光绿', value: '#52C41A' },
  { name: '极客蓝', value: '#2F54EB' },
  { name: '酱紫', value: '#722ED1' },
] as const

export interface Settings {
  /** Of the side menu. */
  sider: 'dark' | 'light'
  theme: 'light' | 'dark'
  colour: string
  layout: 'sidemenu' | 'topmenu'
  fixedHeader: boolean
  fixedSider: boolean
  autoHideHeader: boolean
  contentWidth: 'fluid' | 'fixed'
  colourWeak: boolean
  multipage: boolean
  /** The side menu is folded to its icons. */
  folded: boolean
  /** New messages are read aloud. */
  speech: boolean
  /** Asks for messages every 6 s besides listening; off, because the socket brings them. */
  polling: boolean
}

const KEY = 'voltdesk:settings'
export const DEFAULT_SETTINGS: Settings = {
  sider: 'dark',
  theme: 'light',
  colour: '#1890FF',
  layout: 'sidemenu',
  fixedHeader: true,
  fixedSider: true,
  autoHideHeader: false,
  contentWidth: 'fluid',
  colourWeak: false,
  multipage: true,
  folded: false,
  speech: false,
  polling: false,
}

/** How the person likes the shell; kept on this computer. */
export const useSettings = create<Settings>(() => ({ ...DEFAULT_SETTINGS, ...local.get<Partial<Settings>>(KEY) }))

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change)
  local.set(KEY, useSettings.getState())
}
