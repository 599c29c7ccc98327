import { create } from 'zustand'
import { API_BASE, api } from './api.ts'
import type { Menu } from './menu.ts'
import { mayUse, type AuthEntry, type Grants } from './permission.ts'
import { keepSession, onForget, session } from './session.ts'
import { perTab } from './storage.ts'
import { within } from './within.ts'

interface Access extends Grants, Menu {
  status: 'none' | 'loaded' | 'failed'
  /** Why loading failed. */
  problem: string
}

const AUTH_KEY = 'LOGIN_USER_BUTTON_AUTH'
const ALL_AUTH_KEY = 'SYS_BUTTON_AUTH'
const nothing: Access = { status: 'none', problem: '', auth: [], allAuth: [], routes: [], visible: [] }

/** The menu and what the person may do, as the server said for the current department. */
export const useAccess = create<Access>(() => nothing)

interface Sent {
  menu: unknown
  auth?: AuthEntry[]
  allAuth?: AuthEntry[]
  sysSafeMode?: boolean
}

onForget(() => {
  perTab.remove(AUTH_KEY)
  perTab.remove(ALL_AUTH_KEY)
})

let loading: Promise<void> | undefined

/** Never rejects: `status` says how it went. Parallel callers share one request. */
export const loadAccess = (): Promise<void> =>
  (loading ??= load().finally(() => {
    loading = undefined
  }))

async function load(): Promise<void> {
  try {
    // A record opened from a message is decided on without any menu, so the page does not wait for what reads it.
    const [sent, { readMenu }] = await Promise.all([
      api.get<Sent>('/sys/permission/getUserPermissionByToken'),
      within(import('./menu.ts')),
    ])
    if (!sent) throw new Error('没有收到菜单')
    const { menu, auth = [], allAuth = [], sysSafeMode = null } = sent
    const { token, tenantid, username } = session()
    const read = readMenu(menu, { api: API_BASE, origin: location.origin, token, tenantId: tenantid, username })
    perTab.set(AUTH_KEY, auth)
    perTab.set(ALL_AUTH_KEY, allAuth)
    keepSession({ permissionList: menu as unknown[], sysSafeMode })
    useAccess.setState({ ...read, auth, allAuth, status: 'loaded', problem: '' })
  } catch (error) {
    useAccess.setState({
      ...nothing,
      status: 'failed',
      problem: error instanceof Error ? error.message : String(error),
    })
  }
}

/** Asked again, for another department or tenant. */
export const reloadAccess = async (): Promise<void> => {
  await loading
  await loadAccess()
}

/** `const may = useMay(); may('rental:userWithdrawal:approve')` */
export function useMay(): (code: string) => boolean {
  const auth = useAccess((state) => state.auth)
  const allAuth = useAccess((state) => state.allAuth)
  return (code) => mayUse(code, { auth, allAuth })
}
