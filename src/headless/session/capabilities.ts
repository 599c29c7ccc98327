/** What the server offers beyond the contract of JeecgBoot. What it lacks is neither asked for nor drawn. */
import { create } from 'zustand'
import type { Capability } from '#model/capabilities.ts'
import { API_BASE } from '../connection/base.ts'
import { importWithTimeout } from '../connection/importWithTimeout.ts'
import { isOwn } from '../connection/ownServer.ts'
import { local, WEEK_MS } from '../connection/storage.ts'
import { api, ApiError } from './api.ts'
import { onForget, session } from './session.ts'

interface Server {
  /** `contract`: it speaks JeecgBoot's contract and nothing else. */
  kind: 'unknown' | 'ours' | 'contract'
  offers: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()
const everything = { has: () => true } as unknown as ReadonlySet<string>

const useServer = create<Server>(() =>
  isOwn ? { kind: 'ours', offers: everything } : { kind: 'unknown', offers: NOTHING },
)

/** Does the server offer this? No, as long as it is not known. */
export const can = (name: Capability): boolean => useServer.getState().offers.has(name)
export const useCan = (name: Capability): boolean => useServer(({ offers }) => offers.has(name))

/** It speaks the contract alone: then unknown permission codes restrict nobody, and a record is saved as a whole. */
export const speaksContractOnly = (): boolean => useServer.getState().kind === 'contract'

const KEY = `voltdesk:server:${API_BASE}`
/** What was found out here before; null: it spoke the contract alone. */
const before = () => local.get<{ offers: readonly string[] | null }>(KEY)

/** Before anybody is signed in it cannot be asked: did it offer this when somebody was? */
export const couldBefore = (name: Capability): boolean => can(name) || Boolean(before()?.offers?.includes(name))

interface Sent {
  product?: string
  capabilities?: string[]
}

/** Nobody answered, or not now, or the session is over, or something broke: that says nothing of what it is. */
const isNoVerdict = (status: number) => status >= 500 || [0, 400, 401, 408, 413, 429].includes(status)
/** What turns out wrong about a server is asked again soon; what it said of itself holds longer. */
const HOUR_MS = 3_600_000

/** What it offers, as it says; null when it does not know the question. */
async function asked(): Promise<readonly string[] | null> {
  try {
    const sent = await api.get<Sent | null>('/sys/voltdesk/capabilities', undefined, { quiet: true })
    return sent?.product === 'voltdesk' ? (sent.capabilities ?? []) : null
  } catch (error) {
    if (!(error instanceof ApiError) || isNoVerdict(error.status)) throw error
    return null
  }
}

/** Loaded when a server that speaks the contract alone was met. */
let contract: typeof import('./contract/index.ts') | undefined

async function become(offers: readonly string[] | null): Promise<void> {
  if (offers) {
    contract?.speakOurs()
    return useServer.setState({ kind: 'ours', offers: new Set(offers) })
  }
  contract = await importWithTimeout(import('./contract/index.ts'))
  contract.speakContract()
  useServer.setState({ kind: 'contract', offers: NOTHING })
}

let learning: Promise<void> | undefined
const forget = (): void => {
  if (!isOwn) useServer.setState({ kind: 'unknown', offers: NOTHING })
}
onForget(forget)

/** Whoever signs in asks anew: the server may have become another since. */
export function learnAnew(): void {
  local.remove(KEY)
  forget()
}

/**
 * Finds out once what the server offers; everybody who asks meanwhile waits for the one answer, and the browser remembers it.
 * Rejects when that cannot be known now; the next one asks again.
 */
export function learnServer(): Promise<void> {
  if (useServer.getState().kind !== 'unknown' || !session().token) return Promise.resolve()
  return (learning ??= learn().finally(() => {
    learning = undefined
  }))
}

async function learn(): Promise<void> {
  const known = before()
  const offers = known ? known.offers : await asked()
  await become(offers)
  if (!known) local.set(KEY, { offers }, offers ? WEEK_MS : HOUR_MS)
}
