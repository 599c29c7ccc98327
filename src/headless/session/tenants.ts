import { reloadAccess } from './access.ts'
import { api } from './api.ts'
import { queryClient } from './queries.ts'
import { keepSession, type Tenant } from './session.ts'

/** The companies this person works for, and the one they work in now. */
export const myTenants = () =>
  api.get<{ list: Tenant[]; currTenantId: number }>('/sys/tenant/getCurrentUserTenant', undefined, { quiet: true })

/** From now on every call goes to that tenant; menu and rights follow. */
export async function changeTenant(id: number): Promise<void> {
  await api.put('/sys/user/changeLoginTenantId', { loginTenantId: id }, { quiet: true })
  // Nothing of the former one is shown as if it were of this one, also when its menu does not come.
  queryClient.clear()
  keepSession({ tenantid: id })
  await reloadAccess()
}
