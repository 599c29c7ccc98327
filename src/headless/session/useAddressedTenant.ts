import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { say } from '../connection/notices.ts'
import { tenantIn } from './addressedTenant.ts'
import { useSession, type Tenant } from './session.ts'
import { myTenants } from './tenants.ts'

/** Where an address leads: `here` also when no tenant is named, or one that is not theirs any more, which is said; `unknown`: being asked; `failed`: it could not be found out. */
export type Addressed =
  | { at: 'here' | 'unknown' }
  | { at: 'elsewhere'; tenant: Tenant; now: string }
  | { at: 'failed'; problem: string; again(): void }

/** Asks for the person's tenants only when the address names another one. */
export function useAddressedTenant(address: string): Addressed {
  const current = useSession(({ tenantid }) => tenantid)
  const id = tenantIn(address)
  const isElsewhere = id !== undefined && id !== current
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['my', 'tenants'],
    queryFn: myTenants,
    enabled: isElsewhere,
  })
  const isStrange = isElsewhere && Boolean(data) && !data!.list.some((one) => one.id === id)
  useEffect(() => {
    if (isStrange) say('warning', NO_MEMBER)
  }, [isStrange])
  if (!isElsewhere) return { at: 'here' }
  if (isPending) return { at: 'unknown' }
  const tenant = data?.list.find((one) => one.id === id)
  if (!data) return { at: 'failed', problem: error.message, again: () => void refetch() }
  if (!tenant) return { at: 'here' }
  return { at: 'elsewhere', tenant, now: data?.list.find((one) => one.id === current)?.name ?? '' }
}

const NO_MEMBER = '您已不属于这条消息所在的租户，打开的是当前租户的页面'

/** What is said and offered, on both shells. */
export const elsewhereWords = ({ name }: Tenant, now: string) => ({
  title: `这条消息属于“${name}”`,
  text: now ? `您当前在“${now}”，切换后才能查看` : '切换后才能查看',
  go: `切换到 ${name} 并打开`,
  stay: '暂不切换',
})
