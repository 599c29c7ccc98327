import { firstCalls } from '#model/entrances.ts'
import { useCallback, useMemo } from 'react'
import { create } from 'zustand'
import { API_BASE, api, ApiError, type CallOptions } from './api.ts'
import { learnServer, speaksContractOnly } from './capabilities.ts'
import { prefetchedAnswer } from './prefetched.ts'
import { unheard } from './idempotency.ts'
import type { Menu, MenuRoute } from './menu.ts'
import { mayUse, type AuthEntry, type Grants } from './permission.ts'
import { keepSession, onForget, placeOf, session } from './session.ts'
import { perTab } from '../connection/storage.ts'
import { LoadError, importWithTimeout } from '../connection/importWithTimeout.ts'

interface Access extends Grants, Menu {
  /** `unreachable`: no answer, or none any more; it may be asked again. */
  status: 'none' | 'loaded' | 'failed' | 'unreachable'
  /** Why loading failed. */
  problem: string
  /** Pages that the menu had and has no more. What is open of them stays, with what was typed; the server refuses what it must. */
  former: readonly MenuRoute[]
  /** Every permission that the server counts, whatever the menu says of its button; `mayAll`: of whom it asks for none. */
  codes: readonly string[]
  mayAll: boolean
  /** Of the rights the menu was made of; another one on the socket says that they are others now. */
  mark: string | undefined
}

const AUTH_KEY = 'LOGIN_USER_BUTTON_AUTH'
const ALL_AUTH_KEY = 'SYS_BUTTON_AUTH'
const nothing: Access = {
  status: 'none',
  problem: '',
  auth: [],
  allAuth: [],
  codes: [],
  mayAll: false,
  routes: [],
  visible: [],
  former: [],
  mark: undefined,
}

/** The menu and what the person may do, as the server said for the current department. */
export const useAccess = create<Access>(() => nothing)

interface Sent {
  menu: unknown
  auth?: AuthEntry[]
  allAuth?: AuthEntry[]
  codeList?: string[]
  sysSafeMode?: boolean
  rightsMark?: string
  mayAll?: boolean
}

onForget(() => {
  perTab.remove(AUTH_KEY)
  perTab.remove(ALL_AUTH_KEY)
})

let loading: Promise<void> | undefined
let ahead: Promise<void> | undefined

/** Never rejects: `status` says how it went. Parallel callers share one request. */
export const loadAccess = async (): Promise<void> => {
  await ahead
  if (useAccess.getState().status !== 'loaded') await start('failed')
}

const start = (refused: 'failed' | 'unreachable') =>
  (loading ??= load(refused).finally(() => {
    loading = undefined
  }))

/** A server that is busy or has a fault of its own may be asked again. */
const passing = (error: unknown) =>
  unheard(error) || error instanceof LoadError || (error instanceof ApiError && error.status === 429)

async function load(refused: 'failed' | 'unreachable'): Promise<void> {
  try {
    useAccess.setState({ ...(await fetched()), former: [], status: 'loaded', problem: '' })
  } catch (error) {
    useAccess.setState({
      ...nothing,
      // Nobody is signed out because a line is bad.
      status: passing(error) ? 'unreachable' : refused,
      problem: error instanceof Error ? error.message : String(error),
    })
  }
}

const whose = () => `${session().username} ${placeOf(session())}`

const sentMenu = async (options: CallOptions) =>
  (await prefetchedAnswer<Sent>(API_BASE + firstCalls.menu)) ?? api.get<Sent>(firstCalls.menu, {}, options)

async function fetched(options: CallOptions = {}): Promise<Grants & Menu & Pick<Access, 'codes' | 'mayAll' | 'mark'>> {
  const asked = whose()
  // A record opened from a message is decided on without any menu, so the page does not wait for what reads it.
  const [sent, { readMenu }] = await Promise.all([
    sentMenu(options),
    importWithTimeout(import('./menu.ts')),
    learnServer(),
  ])
  if (!sent) throw new Error('没有收到菜单')
  const {
    menu,
    auth = [],
    allAuth = [],
    codeList: codes = [],
    sysSafeMode = null,
    mayAll = false,
    rightsMark: mark,
  } = sent
  const { token, tenantid, username } = session()
  if (whose() !== asked) throw new Error('这是另一个人、租户或部门的菜单')
  const read = readMenu(menu, { api: API_BASE, origin: location.origin, token, tenantId: tenantid, username })
  perTab.set(AUTH_KEY, auth)
  perTab.set(ALL_AUTH_KEY, allAuth)
  keepSession({ permissionList: menu as unknown[], sysSafeMode })
  return { ...read, auth, allAuth, codes, mayAll, mark }
}

/** Asked before anybody waits for it; who gets no answer now asks again when it is needed. Never rejects. */
export const loadAccessAhead = (): Promise<void> =>
  (ahead ??= lookAhead().finally(() => {
    ahead = undefined
  }))

async function lookAhead(): Promise<void> {
  if (useAccess.getState().status !== 'none' || loading) return
  const found = await fetched({ quiet: true }).catch(() => undefined)
  if (found && useAccess.getState().status === 'none') useAccess.setState({ ...found, status: 'loaded', problem: '' })
}

/** Asked again, for another department or tenant: what was there before holds no longer. Rejects when it did not come. */
export const reloadAccess = async (): Promise<void> => {
  await loading
  await start('unreachable')
  const { status, problem } = useAccess.getState()
  if (status === 'loaded') return
  throw new Error(problem)
}

/** Asked again because something in it may have changed; what is known stays when no answer comes. Never rejects. */
export const refreshAccess = async (): Promise<void> => {
  await loading
  const now = await fetched({ quiet: true }).catch(() => undefined)
  if (!now) return
  const there = new Set(now.routes.map(({ path }) => path))
  useAccess.setState(({ routes, former }) => ({
    ...now,
    former: [...routes, ...former].filter(({ path }) => !there.has(path)),
  }))
}

/** The server said what holds now. Never rejects. */
export async function heardOfRights(mark: string | undefined): Promise<void> {
  await loading
  const { status, mark: before } = useAccess.getState()
  if (status === 'loaded' && mark !== before) await refreshAccess()
}

/** What an address may show: the menu's pages, and those it no longer has. */
export const openableRoutes = ({ routes, former }: Pick<Access, 'routes' | 'former'>): readonly MenuRoute[] =>
  former.length ? [...routes, ...former] : routes

export function useOpenableRoutes(): readonly MenuRoute[] {
  const routes = useAccess((state) => state.routes)
  const former = useAccess((state) => state.former)
  return useMemo(() => openableRoutes({ routes, former }), [routes, former])
}

/** `const may = useMay(); may('rental:userWithdrawal:approve')` */
export function useMay(): (code: string) => boolean {
  const auth = useAccess((state) => state.auth)
  const allAuth = useAccess((state) => state.allAuth)
  return useCallback((code) => mayUse(code, { auth, allAuth, unknownIsFree: speaksContractOnly() }), [auth, allAuth])
}

/** What the server will say of a permission; one that speaks the contract alone is asked as its buttons are. */
export function useHeld(code: string): boolean {
  const may = useMay()(code)
  const held = useAccess(({ codes, mayAll }) => mayAll || codes.includes(code))
  return speaksContractOnly() ? may : held
}
