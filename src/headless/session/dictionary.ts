import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { api, ApiError } from './api.ts'
import { onForget, session } from './session.ts'
import {
  dropDictionaries,
  hearOfDictionaries,
  keepDictionaries,
  keptDictionaries,
  type SentDictionaries,
  type SentItem,
} from './keptDictionaries.ts'

export interface DictItem {
  value: string
  text: string
  /** Colour of its tag: an antd preset name or a CSS colour. */
  color?: string
  disabled?: boolean
}

const STALE_MS = 60_000
const AGAIN_MS = 10_000
const LATEST_AGAIN_MS = 5 * 60_000
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
  byCode: readAll(keptDictionaries()),
}))

let loadedAt = 0
/** Of what was asked last or came since: an older answer, or one to a session that is over, is not kept. */
let generation = 0
const asking = new Map<string, Promise<void>>()
let comingWhole: Promise<void> | undefined

const followers = new Set<() => void>()
let again: ReturnType<typeof setTimeout> | undefined
let pauseMs = AGAIN_MS

hearOfDictionaries(({ sent, whole }) => {
  if (!whole) return useDictionaries.setState(({ byCode }) => ({ byCode: { ...byCode, ...readAll(sent) } }))
  generation += 1
  loadedAt = Date.now()
  asking.clear()
  useDictionaries.setState({ byCode: readAll(sent) })
})

function forgetDictionaries(): void {
  generation += 1
  loadedAt = 0
  comingWhole = undefined
  clearTimeout(again)
  pauseMs = AGAIN_MS
  asking.clear()
  useDictionaries.setState({ byCode: {} })
}

onForget(forgetDictionaries)

/** Everything anew: what somebody else changed is seen without signing in again. */
export function loadDictionaries(): Promise<void> {
  const coming = loadWhole().finally(() => {
    if (comingWhole === coming) comingWhole = undefined
  })
  comingWhole = coming
  return coming
}

async function loadWhole(): Promise<void> {
  loadedAt = Date.now()
  const mine = (generation += 1)
  try {
    const sent = await api.get<SentDictionaries>('/sys/dict/queryAllDictItems', undefined, { quiet: true })
    pauseMs = AGAIN_MS
    if (mine === generation) keepDictionaries(sent)
  } catch (error) {
    if (mine === generation) {
      loadedAt = 0
      if (error instanceof ApiError && isPassing(error)) lookAgain()
    }
    throw error
  }
}

/** No answer came, or the server is busy; a refusal stays one. */
const isPassing = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

/** Whoever follows by then: ever later while it goes on failing. */
function lookAgain(): void {
  clearTimeout(again)
  again = setTimeout(() => followers.forEach((look) => look()), pauseMs)
  pauseMs = Math.min(2 * pauseMs, LATEST_AGAIN_MS)
}

/**
 * What others change is seen without signing in again: looked for now, and when the person comes back to the page after a
 * minute, and again after a failure. Unchanged dictionaries cost an empty answer. Returns how to stop.
 */
export function followDictionaries(): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden' || Date.now() - loadedAt <= STALE_MS) return
    loadDictionaries().catch(() => undefined)
  }
  look()
  followers.add(look)
  // Webviews do not say that they have the focus again.
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  return () => {
    followers.delete(look)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
  }
}

/** 清理缓存: the server forgets, then we do. False when it did not work. */
export async function renewDictionaries(): Promise<boolean> {
  try {
    await api.get('/sys/dict/refleshCache', undefined, { quiet: true })
    dropDictionaries()
    await loadDictionaries()
    return true
  } catch {
    return false
  }
}

/** Everybody who asks at once waits for the one answer. Rejects when none came; the next use asks again. */
function loadOne(code: string): Promise<void> {
  const asked = asking.get(code)
  if (asked) return asked
  if (comingWhole) return join(code, comingWhole)
  const address = `/sys/dict/getDictItems/${encodeURIComponent(code)}`
  const mine = generation
  const loading = api
    .get<SentItem[]>(address, undefined, { quiet: true })
    .then((sent) => {
      if (mine === generation)
        return useDictionaries.setState(({ byCode }) => ({ byCode: { ...byCode, [code]: (sent ?? []).map(itemOf) } }))
      // Older than what has come since, or to a session that is over.
      if (asking.get(code) === loading) asking.delete(code)
      return session().token && !useDictionaries.getState().byCode[code] ? loadOne(code) : undefined
    })
    .finally(() => {
      if (asking.get(code) === loading) asking.delete(code)
    })
  asking.set(code, loading)
  return loading
}

/** All of them are on their way: asked for alone only when it is not among them, or they do not come. */
function join(code: string, whole: Promise<void>): Promise<void> {
  const waiting = whole
    .catch(() => undefined)
    .then(() => {
      if (asking.get(code) === waiting) asking.delete(code)
      return useDictionaries.getState().byCode[code] || !session().token ? undefined : loadOne(code)
    })
  asking.set(code, waiting)
  return waiting
}

/** The same for who asks once. Rejects when the items cannot be had now. */
export async function dictItems(code: string): Promise<readonly DictItem[]> {
  const known = () => useDictionaries.getState().byCode[code]
  if (!known()) await loadOne(code)
  return known() ?? NONE
}

/** Items of a dictionary: from the cache, else from the server. */
export function useDict(code: string | undefined): readonly DictItem[] {
  const items = useDictionaries((state) => (code ? state.byCode[code] : NONE))
  useEffect(() => {
    // Without an answer the bare value shows.
    if (code && !items) loadOne(code).catch(() => undefined)
  }, [code, items])
  return items ?? NONE
}

export interface Choices {
  items: readonly DictItem[]
  /** Not here yet, which is not the same as none. */
  loading: boolean
  /** Why they cannot be had; opened again they are asked for again. */
  error: string | undefined
}

/** What may be chosen in a field of a dictionary; `open`: somebody is looking at the choices. */
export function useChoices(field: { dict: string; only?: readonly string[] }, open: boolean): Choices {
  const { dict } = field
  const items = useDictionaries((state) => state.byCode[dict])
  const [error, setError] = useState<string>()
  const wasAsked = useRef(false)
  useEffect(() => {
    // Asked for at first and by who opens it, not by who closes it.
    if (items || (wasAsked.current && !open)) return
    wasAsked.current = true
    let isHere = true
    loadOne(dict).then(
      () => isHere && setError(undefined),
      (problem: Error) => isHere && setError(problem.message),
    )
    return () => {
      isHere = false
    }
  }, [dict, items, open])
  return { items: offeredOf(field, items ?? NONE), loading: !items && !error, error: items ? undefined : error }
}

/** Like `useDict` for many at once: `dicts('sex')`. For tables, where a hook per cell would be too many. */
export function useDicts(): (code: string) => readonly DictItem[] {
  const byCode = useDictionaries((state) => state.byCode)
  return (code) => byCode[code] ?? NONE
}

/** What a field takes of its dictionary. */
export const offeredOf = <T extends { value: string }>(
  { only }: { only?: readonly string[] },
  items: readonly T[],
): readonly T[] => (only ? items.filter(({ value }) => only.includes(value)) : items)
