import { HOME } from '#model/addresses.ts'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { session } from './session.ts'
import { unseenPages } from '../connection/leaving.ts'
import { perTab } from '../connection/storage.ts'

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
  /** Shown since the program was loaded and not put to sleep: only such a page has anything to keep. */
  alive: boolean
  /** Pages of one slot take each other's place: the details of one list, its forms. */
  slot?: string
  /** Keeps its tab, whatever opens and closes around it. */
  pinned?: boolean
  /** When it was shown last, in turns. */
  turn?: number
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

/** Each page that is alive costs memory and listens; a day's work opens fifty. */
const MOST_ALIVE = 10
let turn = 0

/** Pages with something half-typed or on its way, as they were when they went out of sight. */
const atWork = new Set<string>()
export const markWork = (path: string, has: boolean): unknown => (has ? atWork.add(path) : atWork.delete(path))

/** A page that lies alive in its tab, shown or not. */
unseenPages.isKept = (path) => useTabs.getState().tabs.some((tab) => tab.path === path && tab.alive && tab.keepAlive)
unseenPages.areAtWork = () => [...atWork].some((path) => path !== useTabs.getState().active && unseenPages.isKept(path))

/** For whatever is typed into: while `hasWork` says so, its page stays alive and keeps its tab. */
export function useTabWork(path: string, hasWork: () => boolean): void {
  const ask = useEffectEvent(hasWork)
  useEffect(() => {
    markWork(path, false)
    // A page that is hidden ends its effects, and one that is closed too.
    return () => void markWork(path, ask())
  }, [path])
}

/** The pages that were not looked at for longest are put to sleep: they begin anew when they are shown again. */
function withinLimit(tabs: readonly Tab[], active: string): readonly Tab[] {
  const spare = tabs
    .filter(({ path, alive, keepAlive }) => alive && keepAlive && path !== active && !atWork.has(path))
    .sort((a, b) => (b.turn ?? 0) - (a.turn ?? 0))
  const others = tabs.filter(({ alive, keepAlive }) => alive && keepAlive).length - spare.length
  const asleep = new Set(spare.slice(Math.max(0, MOST_ALIVE - others)))
  return asleep.size ? tabs.map((tab) => (asleep.has(tab) ? { ...tab, alive: false } : tab)) : tabs
}

/** Shows a page in its tab, in that of its slot, or in a new one. */
export function openTab(tab: Omit<Tab, 'round' | 'alive' | 'pinned' | 'turn'>): void {
  const { tabs } = useTabs.getState()
  const { path, slot } = tab
  const known = tabs.find((other) => other.path === path)
  const given = slot && tabs.find((other) => other.slot === slot && !other.pinned && !atWork.has(other.path))
  const place = known ?? (given || undefined)
  const shown = { alive: true, turn: ++turn }
  // A page that named itself after its record keeps that name.
  const next: Tab = known
    ? { ...known, address: tab.address, keepAlive: tab.keepAlive, ...shown }
    : { ...tab, round: 0, ...shown }
  const all = place ? tabs.map((other) => (other === place ? next : other)) : [...tabs, next]
  keep({ tabs: withinLimit(all, path), active: path })
}

/** A page without a tab is shown: an error. */
export const leaveTabs = (): void => useTabs.setState({ active: '' })

export function pinTab(path: string, pinned: boolean): void {
  const { tabs, active } = useTabs.getState()
  keep({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, pinned } : tab)), active })
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

/**
 * Closes tabs beside or at a path. The home page stays, and what is pinned unless it is closed by itself. `shown`: where the browser
 * is, which may be a page that is still on its way. `go` is the address to show when that one was closed.
 */
export function closeTabs(path: string, what: Closing = 'one', shown?: string): { go?: string; refused?: string } {
  const { tabs, active } = useTabs.getState()
  const at = tabs.findIndex((tab) => tab.path === path)
  if (at < 0) return {}
  if (what === 'one' && tabs.length === 1) return { refused: TAB_TEXTS.last }
  if (what === 'one' && path === HOME) return { refused: TAB_TEXTS.home }
  const stays = (tab: Tab) => tab.path === HOME || (what !== 'one' && tab.pinned)
  const left = tabs.filter((tab, index) => stays(tab) || !leaves[what](at, index))
  for (const tab of tabs) if (!left.includes(tab)) atWork.delete(tab.path)
  // An error page has no tab, and closing others does not leave it.
  if (!tabs.some((tab) => tab.path === (shown ?? active) && !left.includes(tab))) {
    keep({ tabs: left, active })
    return {}
  }
  const beside = what === 'one' ? left[Math.min(at, left.length - 1)] : left.find((tab) => tab.path === path)
  const next = beside ?? left[0]!
  keep({ tabs: left, active: next.path })
  return { go: next.address }
}

/** A page names its tab after its record; nothing while there is no name, or no tab yet (a page is drawn before its tab). */
export function useTabTitle(path: string, title: string | undefined): void {
  const named = useTabs(({ tabs }) => tabs.find((tab) => tab.path === path)?.title)
  useEffect(() => {
    if (!title || named === undefined || named === title) return
    const { tabs, active } = useTabs.getState()
    keep({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab)), active })
  }, [path, title, named])
}
