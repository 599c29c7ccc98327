/** Half-typed forms on the server: a closed window, or another device, goes on with them. */
import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '../session/api.ts'
import { can } from '../session/capabilities.ts'
import { whose } from '../session/session.ts'
import { local } from '../connection/storage.ts'

export interface ServerDraft {
  values: Record<string, unknown>
  recordVersion: number | null
  device: string
  host: string
  time: string
  /** Which writing it is. */
  stamp: string
  ageMs: number
}

interface Place {
  resource: string
  recordId?: string
}

const DEVICE = 'voltdesk:device'
/** A number of this browser's own. */
export function thisDevice(): string {
  const known = local.get<string>(DEVICE)
  if (known) return known
  const made = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 12)}`
  local.set(DEVICE, made)
  return made
}

/** After the last key, before anybody has found the other device. */
const PAUSE_MS = 800

/** What did not come through is tried again after this, then after twice as long, and as soon as the line is back. */
const AGAIN_MS = 5_000
const LATEST_AGAIN_MS = 60_000

/** What the server refuses it refuses again. */
const mayComeThrough = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** A form is saved also where its draft cannot be. */
const HOLD_MS = 2000

const quiet = { quiet: true } as const
const fetchDraft = (place: Place, signal: AbortSignal) =>
  api.get<ServerDraft | null>('/sys/draft/one', { ...place }, { ...quiet, signal })

/** 企业微信 11-22 10:32 */
const where = ({ host, time }: Pick<ServerDraft, 'host' | 'time'>) => `${time.slice(5, 16)} 在另一台设备（${host}）上`
export const words = {
  taken: (draft: ServerDraft) => `已恢复您 ${where(draft)}填写的内容`,
  newer: (draft: ServerDraft) => `您 ${where(draft)}填写过这张表单，已换成那里较新的内容`,
  older: (draft: ServerDraft) => `您 ${where(draft)}也填写过这张表单，已保留本机较新的内容`,
  meanwhile: (draft: Pick<ServerDraft, 'host' | 'time'>) => `您 ${where(draft)}也在填写这张表单，以最后填写的为准`,
}

export interface Typing {
  values: Record<string, unknown>
  version?: number
}

interface State {
  /** What lies on the server is known: what is kept here may be written over it. */
  answered: boolean
  /** The draft this form knows to lie on the server. */
  known?: string
  /** There may be one. */
  sent: boolean
  /** The form is being saved: what is typed waits. */
  held?: boolean
  waiting?: Typing
  /** The last that was typed, until it is thrown away. */
  newest?: Typing
  /** Before what did not come through is tried again. */
  againMs: number
  timer?: ReturnType<typeof setTimeout>
  /** One call after the other: what was dropped must not come back. */
  last: Promise<unknown>
}

interface Options {
  place: Place
  /** What this window still has of before, when it was typed, and as which draft it lies on the server. */
  kept: { values: Record<string, unknown>; at?: number; stamp?: string } | undefined
  /** Whether what was found was begun as this form is. */
  isOurs: (draft: ServerDraft) => boolean
  /** Whether this window still keeps what was typed here: it may be saved, thrown away or typed over since. */
  isKept: () => boolean
  /** Takes up what was found. */
  take: (draft: ServerDraft) => void
  /** What is typed here lies on the server as this draft now. */
  written: (stamp: string) => void
}

/** Asks once for what was typed elsewhere; the rest is told what becomes of the form. */
export function useServerDraft({ place, kept, isOurs, isKept, take, written }: Options) {
  const [word, setWord] = useState('')
  const state = useRef<State>({
    answered: false,
    sent: Boolean(kept?.stamp),
    last: Promise.resolve(),
    againMs: AGAIN_MS,
    ...(kept?.stamp && { known: kept.stamp }),
  })
  const typedHere = useRef(false)
  const form = useRef({ isKept, take, written })
  useEffect(() => {
    form.current = { isKept, take, written }
  })
  const { resource, recordId } = place
  const address = { resource, ...(recordId && { recordId }) }

  const [typist] = useState(whose)

  async function send(typing: Typing) {
    // In another tenant it would become a draft of that one.
    if (whose() !== typist) return
    const { known } = state.current
    try {
      const body = {
        ...address,
        values: typing.values,
        ...(typing.version !== undefined && { recordVersion: typing.version }),
        device: thisDevice(),
        ...(known && { known }),
      }
      const { stamp, other } = await api.put<{ stamp: string; other: Pick<ServerDraft, 'host' | 'time'> | null }>(
        '/sys/draft/save',
        body,
        quiet,
      )
      state.current.known = stamp
      state.current.againMs = AGAIN_MS
      form.current.written(stamp)
      if (other) setWord(words.meanwhile(other))
    } catch (error) {
      // The window has it still. What was typed since goes by itself, and nothing older after it.
      if (!mayComeThrough(error) || state.current.newest !== typing) return
      state.current.waiting = typing
      clearTimeout(state.current.timer)
      state.current.timer = setTimeout(tryAgain, state.current.againMs)
      state.current.againMs = Math.min(2 * state.current.againMs, LATEST_AGAIN_MS)
    }
  }
  function tryAgain() {
    if (!form.current.isKept()) delete state.current.waiting
    flushing.current()
  }
  // Whoever only opened a form has nothing that is newer than what may lie there.
  const mayWrite = () => typedHere.current || state.current.answered
  function flush() {
    const { waiting, timer } = state.current
    clearTimeout(timer)
    if (!can('drafts') || state.current.held || !mayWrite()) return
    delete state.current.waiting
    if (!waiting) return
    state.current.sent = true
    state.current.last = state.current.last.then(() => send(waiting))
  }
  const flushing = useRef(flush)
  useEffect(() => {
    flushing.current = flush
  })
  /** After a pause, for what waits. */
  const schedule = useRef(() => {
    clearTimeout(state.current.timer)
    if (state.current.waiting) state.current.timer = setTimeout(() => flushing.current(), PAUSE_MS)
  })

  useEffect(() => {
    if (!can('drafts')) return
    const asked = new AbortController()
    void fetchDraft({ resource, ...(recordId && { recordId }) }, asked.signal)
      .then((found) => {
        if (asked.signal.aborted) return
        state.current.answered = true
        if (!found || !isOurs(found)) return schedule.current()
        state.current.known = found.stamp
        state.current.sent = true
        const elsewhere = found.device !== thisDevice()
        const mineIsNewer = kept && (!elsewhere || Date.now() - (kept.at ?? 0) <= found.ageMs)
        if (typedHere.current || mineIsNewer) {
          schedule.current()
          return elsewhere ? setWord(words.older(found)) : undefined
        }
        delete state.current.waiting
        delete state.current.newest
        form.current.take(found)
        if (elsewhere) setWord(kept ? words.newer(found) : words.taken(found))
      })
      .catch(() => undefined)
    const hidden = () => document.visibilityState === 'hidden' && flushing.current()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('online', tryAgain)
    return () => {
      asked.abort()
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('online', tryAgain)
      flushing.current()
    }
    // Once a form: what this window had is what it had when the form was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [resource, recordId])

  return {
    word,
    typing: () => {
      typedHere.current = true
    },
    keep(typing: Typing) {
      state.current.waiting = typing
      state.current.newest = typing
      if (mayWrite()) schedule.current()
    },
    /** Before the form is saved: nothing is written behind its back. Resolves to the stamp of the draft it came from. */
    async hold(): Promise<string | undefined> {
      state.current.held = true
      clearTimeout(state.current.timer)
      await Promise.race([state.current.last, new Promise((resolve) => setTimeout(resolve, HOLD_MS))])
      return state.current.known
    },
    /** It was not saved after all. */
    resume() {
      state.current.held = false
      schedule.current()
    },
    drop() {
      state.current.held = false
      clearTimeout(state.current.timer)
      delete state.current.waiting
      delete state.current.newest
      if (!state.current.sent) return
      state.current.sent = false
      setWord('')
      state.current.last = state.current.last
        .then(() => {
          const { known } = state.current
          delete state.current.known
          // What did not arrive is not there; what lies there was begun elsewhere.
          return known && api.delete('/sys/draft/delete', { ...address, known }, quiet)
        })
        .catch(() => undefined)
    },
  }
}
