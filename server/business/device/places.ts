/** The providers and merchants that devices stand with, and stood with: asked for once for all that are written together. */
import { and } from 'drizzle-orm'
import type { Stored, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { oneOf } from '../../db/one-of.ts'
import { tableOf } from '../../db/table.ts'
import type { Question } from '../../resource/hooks.ts'

const providers = tableOf(resources.serviceProvider)

type Place = Pick<
  Stored<typeof resources.serviceProvider>,
  'id' | 'providerName' | 'level' | 'parentId' | 'status' | 'userId' | 'sysOrgCode'
>

export const placesOf: Question<
  (id: string | null | undefined) => Place | undefined,
  Wire<typeof resources.device>
> = async (tx, changes) => {
  const rows = changes.flatMap(({ before, after }) => (before ? [before, after] : [after]))
  const ids = new Set(rows.flatMap(({ merchantId, providerId }) => [merchantId, providerId]).filter(Boolean))
  const found: Place[] = ids.size
    ? await tx
        .select({
          id: providers.id,
          providerName: providers.providerName,
          level: providers.level,
          parentId: providers.parentId,
          status: providers.status,
          userId: providers.userId,
          sysOrgCode: providers.sysOrgCode,
        })
        .from(providers)
        .where(and(oneOf(providers.id, [...ids]), live(providers)))
    : []
  const byId = new Map(found.map((row) => [row.id, row]))
  return () => (id) => byId.get(id ?? '')
}
