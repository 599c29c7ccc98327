/** What a message leads to names the tenant it lies in (`?tenant=2`): whoever opens it may be working in another one. */
import { TENANT } from '#model/addresses.ts'

const parts = (address: string) => {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  return { path, given: new URLSearchParams(search), hash }
}

export function tenantIn(address: string): number | undefined {
  const id = Number(parts(address).given.get(TENANT))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Of the page a login leads to, or of the page itself. */
export const wantedTenant = (address: string): number | undefined =>
  tenantIn(address) ?? tenantIn(parts(address).given.get('redirect') ?? '')

/** The same address once the person is where it leads. */
export function withoutTenant(address: string): string {
  const { path, given, hash } = parts(address)
  if (!given.has(TENANT)) return address
  given.delete(TENANT)
  const left = given.toString()
  return path + (left && `?${left}`) + hash
}

/** Which of these a sign-in on the way to this page begins with; '' when that says nothing. */
export function tenantChosen(
  tenants: readonly { id: number }[],
  address = location.pathname + location.search,
): string {
  const wanted = wantedTenant(address)
  return tenants.some(({ id }) => id === wanted) ? String(wanted) : ''
}
