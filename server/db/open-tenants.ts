/** Which tenants a person belongs to, and which of those are open: SQL text for triggers and queries alike. */
import { partsOf } from './comma-joined.ts'
import { liveText } from './live.ts'

/** `person`: a row of sys_user, by its alias. Answers an array of ids, as text. */
export const tenantsOf = (person: string): string => partsOf(`${person}.rel_tenant_ids`)

/** `tenant`: a row of sys_tenant that is there, not frozen, and whose time it is. */
export const isOpenTenant = (tenant: string): string => `(${liveText(tenant)} and ${tenant}.status = 1
    and (${tenant}.begin_date is null or ${tenant}.begin_date <= now())
    and (${tenant}.end_date is null or ${tenant}.end_date > now()))`
