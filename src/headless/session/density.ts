import { useEffect, useSyncExternalStore } from 'react'
import { DENSITIES, type Density } from '#model/density.ts'
import { api } from './api.ts'
import { can } from './capabilities.ts'
import { say } from '../connection/notices.ts'
import { onForget, session, useSession } from './session.ts'
import { local } from '../connection/storage.ts'

/** What this browser remembers of each person; the truth is on the server. */
interface Kept {
  density: Density
  /** The server has not confirmed it: it is newer here, also after a reload. */
  unsent: boolean
}
const keyOf = (username: string) => `voltdesk:density:${username}`
const kept = (username: string) => local.get<Kept>(keyOf(username))
const quiet = { quiet: true }

const listeners = new Set<() => void>()
function keep(username: string, now: Kept): void {
  local.set(keyOf(username), now)
  listeners.forEach((tell) => tell())
}

async function send(username: string, density: Density): Promise<void> {
  if (!can('preferences')) return
  try {
    await api.put('/sys/listDensity/save', { density }, quiet)
    // Another choice may have been made meanwhile.
    if (kept(username)?.density === density) keep(username, { density, unsent: false })
  } catch {
    say('warning', '列表密度未能保存，仅在此浏览器有效')
  }
}

/** Whose was asked for since this page was opened. */
let asked = ''
onForget(() => {
  asked = ''
})

/** What the person set elsewhere is taken over. */
async function follow(): Promise<void> {
  const { username, token } = session()
  // A server of the contract keeps none: this browser does.
  if (!token || asked === username || !can('preferences')) return
  asked = username
  const own = kept(username)
  if (own?.unsent) return send(username, own.density)
  try {
    const sent = await api.get<{ density: Density | null } | null>('/sys/listDensity/mine', undefined, quiet)
    if (session().username !== username || kept(username)?.unsent) return
    if (sent?.density && DENSITIES.includes(sent.density)) keep(username, { density: sent.density, unsent: false })
  } catch {
    // Asked again when the next list is opened; until then this browser's own copy holds.
    asked = ''
  }
}

const listen = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** How close the rows of all lists stand for this person, and how to change it. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const username = useSession(({ username: name }) => name)
  const density = useSyncExternalStore(listen, () => kept(username)?.density ?? 'medium')
  useEffect(() => void follow(), [username])
  return [
    density,
    (next) => {
      keep(username, { density: next, unsent: true })
      void send(username, next)
    },
  ]
}
