import { useState } from 'react'
import { say } from '../connection/notices.ts'
import { speaksContractOnly } from './capabilities.ts'
import { reloadAccess } from './access.ts'
import { api } from './api.ts'
import { queryClient } from './queries.ts'
import { keepSession, session, type Tenant } from './session.ts'

/** The companies this person works for, and the one they work in now. */
export async function myTenants(): Promise<{ list: readonly Tenant[]; currTenantId: number }> {
  const sent = await api.get<{ list?: Tenant[] | null; currTenantId?: number } | null>(
    '/sys/tenant/getCurrentUserTenant',
    undefined,
    { quiet: true },
  )
  return { list: sent?.list ?? [], currTenantId: sent?.currTenantId ?? session().tenantid }
}

/** From now on every call goes to that tenant; menu and rights follow. */
export async function changeTenant(id: number): Promise<void> {
  // Where no session keeps it, the header that goes with every call is enough.
  if (!speaksContractOnly()) await api.put('/sys/user/changeLoginTenantId', { loginTenantId: id }, { quiet: true })
  // Nothing of the former one is shown as if it were of this one, also when its menu does not come.
  queryClient.clear()
  keepSession({ tenantid: id })
  await reloadAccess()
}

/** The same for a button: `arrived` once the person is there; a refusal is said. */
export function useTenantChange(arrived: () => void) {
  const [sending, setSending] = useState(false)
  const change = async (id: number) => {
    setSending(true)
    try {
      await changeTenant(id)
      arrived()
    } catch (error) {
      setSending(false)
      say('error', error instanceof Error ? error.message : '切换失败，请重试')
    }
  }
  return { sending, change: (id: number) => void change(id) }
}
