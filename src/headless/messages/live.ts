import { useEffect } from 'react'
import { create } from 'zustand'
import { API_BASE } from '../session/api.ts'
import { can } from '../session/capabilities.ts'
import { heardOfRights } from '../session/access.ts'
import { followsAny, nobodyKnows, recordChanged, tellServer, tellWith } from '../records/following.ts'
import { reloadMessages } from './messages.ts'
import { session, useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'

/** What the server pushes: `topic` to all, `user` to this person (contract.md §10.1); `record` and `rights` are ours. */
export interface Frame {
  cmd?: string
  msgId?: string
  msgTxt?: string
  resource?: string
  id?: string
  /** Another one than the menu came with: what this person may open is something else now. */
  mark?: string
}

export const HEARTBEAT_MS = 20_000
export const RECONNECT_MS = 20_000
export const MOST_ERRORS = 5
/** Who leafs through records quickly does not say every one of them: the server counts texts. */
export const FOLLOW_MS = 2000
/** Thousands of clients of a restarted server must not come back in the same second. */
const JITTER = 0.25

/** `lost`: given up after too many errors; coming back to the page tries again. */
type State = 'off' | 'connecting' | 'live' | 'lost'

export const useLive = create<{ state: State }>(() => ({ state: 'off' }))

const listeners = new Set<(frame: Frame) => void>()
/** Hears every frame that brings a message. Returns how to stop. */
export function onFrame(hear: (frame: Frame) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

const addressFor = (userId: string, tenant: number): string => {
  const url = new URL(`${API_BASE}/websocket/${encodeURIComponent(userId)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  // A server of the contract reads its path alone.
  if (tenant && can('following')) url.searchParams.set('tenant', String(tenant))
  return url.href
}

const frameOf = (data: unknown): Frame | undefined => {
  try {
    const frame = JSON.parse(String(data)) as unknown
    return frame !== null && typeof frame === 'object' ? frame : undefined
  } catch {
    return undefined
  }
}

const RIGHTS = JSON.stringify({ cmd: 'rights' })
const PACE = { heartbeatMs: HEARTBEAT_MS, reconnectMs: RECONNECT_MS, followMs: FOLLOW_MS }

/** Opens the socket of this person in this tenant and keeps it open. Returns how to close it. */
export function connectLive(userId: string, token: string, pace: Partial<typeof PACE> = {}, tenant = 0): () => void {
  const { heartbeatMs, reconnectMs, followMs } = { ...PACE, ...pace }
  let socket: WebSocket | undefined
  let errors = 0
  let hadOne = false
  let beat: ReturnType<typeof setInterval> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let saidAt = 0
  let saying: ReturnType<typeof setTimeout> | undefined

  const sayFollowed = () => {
    saying = undefined
    if (socket?.readyState !== WebSocket.OPEN) return
    saidAt = Date.now()
    const mine = socket
    if (can('following')) tellServer((text) => mine.send(text))
  }
  const stopTelling = tellWith(() => {
    saying ??= setTimeout(sayFollowed, Math.max(0, saidAt + followMs - Date.now()))
  })
  const silence = () => {
    clearInterval(beat)
    clearTimeout(again)
  }
  const later = () => {
    silence()
    if (closed) return
    if (errors > MOST_ERRORS) return useLive.setState({ state: 'lost' })
    useLive.setState({ state: 'connecting' })
    again = setTimeout(open, reconnectMs * (1 + Math.random() * JITTER))
  }
  function open() {
    silence()
    useLive.setState({ state: 'connecting' })
    try {
      socket = new WebSocket(addressFor(userId, tenant), [token])
    } catch {
      errors += 1
      return later()
    }
    const mine = socket
    mine.onopen = () => {
      errors = 0
      useLive.setState({ state: 'live' })
      beat = setInterval(() => mine.send('HeartBeat'), heartbeatMs)
      // What was sent while nobody listened.
      if (hadOne) void reloadMessages()
      hadOne = true
      nobodyKnows()
      if (followsAny()) sayFollowed()
      if (can('following')) mine.send(RIGHTS)
    }
    mine.onmessage = ({ data }) => {
      const frame = frameOf(data)
      if (frame?.cmd === 'rights') void heardOfRights(frame.mark)
      else hear(frame)
    }
    mine.onerror = () => {
      errors += 1
    }
    mine.onclose = () => {
      if (mine === socket) later()
    }
  }
  /** The person looks again: a connection that slept or was given up is tried at once. */
  const wake = () => {
    if (closed || document.visibilityState === 'hidden') return
    if (socket && socket.readyState <= WebSocket.OPEN) return
    errors = 0
    open()
  }
  open()
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('focus', wake)
  window.addEventListener('online', wake)
  wakeNow = wake
  return () => {
    closed = true
    silence()
    stopTelling()
    clearTimeout(saying)
    socket?.close()
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('focus', wake)
    window.removeEventListener('online', wake)
    useLive.setState({ state: 'off' })
  }
}

let wakeNow: () => void = () => undefined
/** Tries again at once, for a person who does not want to wait. */
export const reconnect = (): void => wakeNow()

function hear(frame: Frame | undefined): void {
  if (frame?.cmd === 'record') return recordChanged(frame.resource, frame.id)
  if (frame?.cmd !== 'topic' && frame?.cmd !== 'user') return
  void reloadMessages()
  listeners.forEach((listener) => listener(frame))
  speak(frame.msgTxt)
}

/** Reads it aloud when the person wants that. A browser without a voice stays silent. */
function speak(text: string | undefined): void {
  if (!text || !useSettings.getState().speech) return
  try {
    const words = new SpeechSynthesisUtterance(text)
    words.lang = 'zh-CN'
    window.speechSynthesis.speak(words)
  } catch {
    // No voice here.
  }
}

export const canSpeak = (): boolean => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window

/** Keeps the connection of whoever is signed in; `onMessage` hears what arrives. */
export function useLiveUpdates(onMessage: (frame: Frame) => void): State {
  const token = useSession((state) => state.token)
  const userId = useSession((state) => state.info?.id)
  const tenant = useSession((state) => state.tenantid)
  // What is pushed is the person's own.
  const viewing = useSession((state) => state.viewing !== null)
  // In another tenant other things are new.
  useEffect(
    () => (token && userId && !viewing ? connectLive(userId, session().token, {}, Number(tenant) || 0) : undefined),
    [token, userId, tenant, viewing],
  )
  useEffect(() => onFrame(onMessage), [onMessage])
  return useLive(({ state }) => state)
}
