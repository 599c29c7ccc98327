import { useEffect } from 'react'
import { create } from 'zustand'
import { api } from './api.ts'
import { onForget } from './session.ts'
import { local, WEEK_MS } from './storage.ts'

export interface DictItem {
  value: string
  text: string
  /** Colour of its tag: an antd preset name or a CSS colour. */
  color?: string
  disabled?: boolean
}

/** Items as servers send them: text, label and title are one. */
interface SentItem {
  value: unknown
  text?: string
  label?: string
  title?: string
  color?: string | null
  itemColor?: string | null
  disabled?: boolean
}
export type SentDictionaries = Record<string, SentItem[]>

const KEY = 'UI_CACHE_DB_DICT_DATA'
const STALE_MS = 60_000
const NONE: readonly DictItem[] = []

const itemOf = ({ value, text, label, title, color, itemColor, disabled }: SentItem): DictItem => ({
  value: String(value),
  text: text ?? label ?? title ?? String(value),
  ...((color ?? itemColor) && { color: (color ?? itemColor)! }),
  ...(disabled && { disabled }),
})
const readAll = (sent: SentDictionaries | undefined): Record<string, DictItem[]> =>
  Object.fromEntries(Object.entries(sent ?? {}).map(([code, items]) => [code, items.map(itemOf)]))

const useDictionaries = create<{ byCode: Record<string, DictItem[]> }>(() => ({
  byCode: readAll(local.get<SentDictionaries>(KEY)),
}))

let loadedAt = 0
const asked = new Set<string>()

export function keepDictionaries(sent: SentDictionaries): void {
  local.set(KEY, sent, WEEK_MS)
  loadedAt = Date.now()
  asked.clear()
  useDictionaries.setState({ byCode: readAll(sent) })
}

function forgetDictionaries(): void {
  local.remove(KEY)
  asked.clear()
  useDictionaries.setState({ byCode: {} })
}

onForget(forgetDictionaries)

/** Everything anew: what somebody else changed is seen without signing in again. */
export async function loadDictionaries(): Promise<void> {
  loadedAt = Date.now()
  keepDictionaries(await api.get<SentDictionaries>('/sys/dict/queryAllDictItems', undefined, { quiet: true }))
}

/** For the return to a window that lay aside: loads anew when a minute has passed. */
export const refreshDictionaries = (): void => {
  if (Date.now() - loadedAt > STALE_MS) loadDictionaries().catch(() => undefined)
}

/** 清理缓存: the server forgets, then we do. False when it did not work. */
export async function renewDictionaries(): Promise<boolean> {
  try {
    await api.get('/sys/dict/refleshCache', undefined, { quiet: true })
    local.remove(KEY)
    await loadDictionaries()
    return true
  } catch {
    return false
  }
}

async function loadOne(code: string): Promise<void> {
  if (asked.has(code)) return
  asked.add(code)
  try {
    const sent = await api.get<SentItem[]>(`/sys/dict/getDictItems/${encodeURIComponent(code)}`, undefined, {
      quiet: true,
    })
    useDictionaries.setState(({ byCode }) => ({ byCode: { ...byCode, [code]: (sent ?? []).map(itemOf) } }))
  } catch {
    // Shown as the bare value; the next use asks again.
    asked.delete(code)
  }
}

/** The same for who asks once. */
export async function dictItems(code: string): Promise<readonly DictItem[]> {
  const known = () => useDictionaries.getState().byCode[code]
  if (!known()) await loadOne(code)
  return known() ?? NONE
}

/** Items of a dictionary: from the cache, else from the server. */
export function useDict(code: string | undefined): readonly DictItem[] {
  const items = useDictionaries((state) => (code ? state.byCode[code] : NONE))
  useEffect(() => {
    if (code && !items) void loadOne(code)
  }, [code, items])
  return items ?? NONE
}

/** Like `useDict` for many at once: `dicts('sex')`. For tables, where a hook per cell would be too many. */
export function useDicts(): (code: string) => readonly DictItem[] {
  const byCode = useDictionaries((state) => state.byCode)
  return (code) => byCode[code] ?? NONE
}
