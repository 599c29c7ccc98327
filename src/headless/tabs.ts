import { create } from 'zustand'
import { HOME } from './guard.ts'
import { session } from './session.ts'
import { perTab } from './storage.ts'

export interface Tab {
  /** The path: one tab a page. */
  path: string
  /** Path with the query it stood at last. */
  address: string
  title: string
  /** Stays alive in the background; otherwise it begins anew when it is shown again. */
  keepAlive: boolean
  /** Grows when the page shall begin anew. */
  round: number
  /** Shown since the program was loaded: only such a page has anything to keep. */
  alive: boolean
}

interface Tabs {
  tabs: readonly Tab[]
  active: string
}

export const HOME_TAB: Tab = { path: HOME, address: HOME, title: '首页', keepAlive: true, round: 0, alive: false }
export const TAB_TEXTS = { home: '首页不能关闭!', last: '这是最后一页，不能再关闭了啦' } as const

const key = () => `voltdesk:tabs:${session().username}`

export const useTabs = create<Tabs>(() => ({ tabs: [HOME_TAB], active: HOME }))

const keep = (state: Tabs) => {
  useTabs.setState(state)
  perTab.set(key(), state.tabs)
}

/** After a reload, or after signing in again as the same person: the same tabs. */
export function restoreTabs(): void {
  const tabs = perTab.get<Tab[]>(key())
  useTabs.setState({
    tabs: tabs?.length ? tabs.map((tab) => ({ ...tab, round: 0, alive: false })) : [HOME_TAB],
    active: '',
  })
}

/** Shows a page in its tab and opens one when there is none. */
export function openTab(tab: Omit<Tab, 'round' | 'alive'>): void {
  const { tabs } = useTabs.getState()
  const known = tabs.find(({ path }) => path === tab.path)
  // A page that named itself after its record keeps that name.
  const next = known
    ? { ...known, address: tab.address, keepAlive: tab.keepAlive, alive: true }
    : { ...tab, round: 0, alive: true }
  keep({ tabs: known ? tabs.map((other) => (other === known ? next : other)) : [...tabs, next], active: tab.path })
}

export function refreshTab(path: string): void {
  const { tabs, active } = useTabs.getState()
  keep({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, round: tab.round + 1 } : tab)), active })
}

export type Closing = 'one' | 'left' | 'right' | 'others'

const leaves: Record<Closing, (at: number, index: number) => boolean> = {
  one: (at, index) => index === at,
  left: (at, index) => index < at,
  right: (at, index) => index > at,
  others: (at, index) => index !== at,
}

/** Closes tabs beside or at a path. The home page stays. `go` is the address to show when the shown page was closed. */
export function closeTabs(path: string, what: Closing = 'one'): { go?: string; refused?: string } {
  const { tabs, active } = useTabs.getState()
  const at = tabs.findIndex((tab) => tab.path === path)
  if (at < 0) return {}
  if (what === 'one' && tabs.length === 1) return { refused: TAB_TEXTS.last }
  if (what === 'one' && path === HOME) return { refused: TAB_TEXTS.home }
  const left = tabs.filter((tab, index) => tab.path === HOME || !leaves[what](at, index))
  if (left.some((tab) => tab.path === active)) {
    keep({ tabs: left, active })
    return {}
  }
  const beside = what === 'one' ? left[Math.min(at, left.length - 1)] : left.find((tab) => tab.path === path)
  const next = beside ?? left[0]!
  keep({ tabs: left, active: next.path })
  return { go: next.address }
}

export function titleTab(path: string, title: string): void {
  const { tabs, active } = useTabs.getState()
  if (tabs.some((tab) => tab.path === path && tab.title !== title))
    keep({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab)), active })
}
