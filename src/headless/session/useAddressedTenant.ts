import { useQuery } from '@tanstack/react-query'
import { tenantIn } from './addressedTenant.ts'
import { useSession, type Tenant } from './session.ts'
import { myTenants } from './tenants.ts'

/** Where an address leads: `here` also when no tenant is named or the person does not work there; `unknown`: being asked. */
export type Addressed = { at: 'here' | 'unknown' } | { at: 'elsewhere'; tenant: Tenant; now: string }

/** Asks for the person's tenants only when the address names another one. */
export function useAddressedTenant(address: string): Addressed {
  const current = useSession(({ tenantid }) => tenantid)
  const id = tenantIn(address)
  const isElsewhere = id !== undefined && id !== current
  const { data, isPending } = useQuery({ queryKey: ['my', 'tenants'], queryFn: myTenants, enabled: isElsewhere })
  if (!isElsewhere) return { at: 'here' }
  if (isPending) return { at: 'unknown' }
  const tenant = data?.list.find((one) => one.id === id)
  if (!tenant) return { at: 'here' }
  return { at: 'elsewhere', tenant, now: data?.list.find((one) => one.id === current)?.name ?? '' }
}

/** What is said and offered, on both shells. */
export const elsewhereWords = ({ name }: Tenant, now: string) => ({
  title: `这条消息属于“${name}”`,
  text: now ? `您当前在“${now}”，切换后才能查看` : '切换后才能查看',
  go: `切换到 ${name} 并打开`,
  stay: '暂不切换',
})
