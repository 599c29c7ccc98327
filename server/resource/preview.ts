import { z } from 'zod'
import { toHundredths, fromHundredths } from '#model/money.ts'
import { permissionOf, type Resource } from '#model/resource.ts'
import { route, type Route } from '../http/route.ts'
import { findRow, forbidden, mayOf } from './list.ts'
import { hooksOf, type Row } from './hooks.ts'
import { addWords } from './words.ts'

/** POST {path}/preview `{ action, ids }`: what a batch would do, before anybody presses the button. */
export const previewRoutes = (resource: Resource): Route[] => {
  const batch = Object.keys(resource.actions).filter((name) => resource.actions[name]!.batch)
  if (!batch.length) return []
  return [
    route({
      method: 'POST',
      path: `${resource.path}/preview`,
      permission: `${resource.permission}:list`,
      summary: `${resource.label}：批量处理前的合计与例外`,
      tag: resource.label,
      body: z.strictObject({
        action: z.enum(batch as [string, ...string[]], { error: '没有这个批量操作' }).default(batch[0]!),
        ids: z
          .array(z.string().max(64), { error: '请选择一条记录！' })
          .min(1, '请选择一条记录！')
          .max(200, '一次最多 200 条'),
      }),
      handler: async ({ services, caller, body: { action, ids } }) => {
        const excluded: { id: string; name: string; reason: string }[] = []
        const counted: Row[] = []
        for (const id of new Set(ids)) {
          const row = await findRow(services.db, caller, resource, id)
          if (row) await addWords(services.db, resource, [row])
          if (row) for (const hook of hooksOf(resource)) await hook.decorate?.([row], { services, caller })
          if (row && mayOf(caller, resource, row).includes(action)) counted.push(row)
          else
            excluded.push({
              id,
              name: String(row?.[resource.title] ?? id),
              reason: row
                ? (forbidden(resource, row, caller, action) ?? stateOf(resource, row))
                : '记录不存在或无权查看',
            })
        }
        const totals = Object.fromEntries(
          resource.list.totals.map((name) => [
            name,
            fromHundredths(counted.reduce((sum, row) => sum + (toHundredths(String(row[name] ?? 0)) ?? 0n), 0n)),
          ]),
        )
        return {
          action,
          label: resource.actions[action]!.label,
          permission: permissionOf(resource, action),
          count: counted.length,
          ids: counted.map((row) => row.id),
          total: Object.values(totals)[0] ?? null,
          totals,
          excluded,
        }
      },
    }),
  ]
}

const stateOf = (resource: Resource, row: Record<string, unknown>): string => {
  const badge = resource.list.card.badge
  return badge ? `当前状态为“${String(row[`${badge}_dictText`] ?? row[badge])}”` : '当前状态不能这样处理'
}
