import { z } from 'zod'
import { MOST_AT_ONCE, type BatchPreview } from '#model/batch.ts'
import { fromHundredths, hundredthsOr0 } from '#model/money.ts'
import { permissionOf, type Resource, knownAction, knownField } from '#model/resource.ts'
import { refused } from '../kernel/errors.ts'
import { route, type Route } from '../kernel/route.ts'
import { byQueryShape, digestOf, rowsFound } from './by-query.ts'
import type { Query } from './filters.ts'
import { hooksOf, type Row } from './hooks.ts'
import { forbidden, isHundredths, mayOf, rowsOf, type Reading } from './list.ts'
import { listSchema } from './list-schema.ts'
import { addWords } from './words.ts'

const AT_ONCE = 500
const CHANGED = '选择之后被修改过，请刷新后再选'
const NOWHERE = '记录不存在或无权查看'

/**
 * POST {path}/preview `{ action, ids, versions? }` or `{ action, query, count, digest? }`: what a batch would do, before anybody presses
 * the button. With `versions`, what was written since they were seen is left out.
 */
export const previewRoutes = (resource: Resource): Route[] => {
  const [first, ...others] = Object.keys(resource.actions).filter((name) => knownAction(resource, name).batch)
  if (first === undefined) return []
  return [
    route({
      method: 'POST',
      path: `${resource.path}/preview`,
      logged: false,
      lane: 'wide',
      permission: `${resource.permission}:list`,
      summary: `${resource.label}：批量处理前的合计与例外`,
      tag: resource.label,
      body: z
        .strictObject({
          action: z.enum([first, ...others], { error: '没有这个批量操作' }).default(first),
          ids: z
            .array(z.string().max(64), { error: '请选择一条记录！' })
            .min(1, '请选择一条记录！')
            .max(MOST_AT_ONCE, `一次最多 ${MOST_AT_ONCE} 条`)
            .optional(),
          versions: z.array(z.number().int(), { error: 'versions 应为整数的列表' }).max(MOST_AT_ONCE).optional(),
          ...z.strictObject(byQueryShape(listSchema(resource))).partial().shape,
        })
        .superRefine(({ ids, versions, query, count }, context) => {
          if (!ids && !query) context.addIssue({ code: 'custom', message: '请选择一条记录！' })
          if (ids && query) context.addIssue({ code: 'custom', message: 'ids 和 query 只能给一个' })
          if (versions && versions.length !== ids?.length)
            context.addIssue({ code: 'custom', path: ['versions'], message: 'versions 应与 ids 一一对应' })
          if (query && count === undefined) context.addIssue({ code: 'custom', message: '缺少 count' })
        }),
      handler: async ({ services, caller, body: { action, ids, versions, query, count, digest } }) => {
        const rows =
          query && count !== undefined
            ? await rowsFound(services.db, caller, resource, { query: query as Query, count, digest })
            : await rowsOf(services.db, caller, resource, ids ?? [])
        const seenAs = new Map(ids?.map((id, at) => [id, versions?.[at]]))
        const preview = await judged({ services, caller }, resource, action, rows, seenAs)
        const seen = new Set(rows.map((row) => row.id))
        const foreign = [...new Set(ids)].filter((id) => !seen.has(id))
        preview.excluded.push(...foreign.map((id) => ({ id, name: id, reason: NOWHERE })))
        preview.excludedCount += foreign.length
        return query ? { ...preview, digest: digestOf(rows.map(({ id }) => id)) } : preview
      },
    }),
  ]
}

async function judged(
  { services, caller }: Reading,
  resource: Resource,
  action: string,
  rows: readonly Row[],
  seenAs: ReadonlyMap<string, number | undefined>,
): Promise<BatchPreview & { permission: string }> {
  const possible: Row[] = []
  const excluded: BatchPreview['excluded'] = []
  const leaveOut = (row: Row, reason: string) =>
    excluded.push({
      id: String(row.id),
      name: String(row[`${resource.title}_dictText`] ?? row[resource.title]),
      reason,
    })
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    await addWords(services.db, resource, some)
    for (const hook of hooksOf(resource)) await hook.decorate?.(some, { services, caller })
    for (const row of some) {
      const able = mayOf(caller, resource, row).includes(action)
      const stale = isStale(row, seenAs.get(String(row.id)))
      if (able && !stale) possible.push(row)
      else leaveOut(row, able ? CHANGED : (forbidden(resource, row, caller, action) ?? stateOf(resource, row)))
    }
  }
  const { label, decide } = knownAction(resource, action)
  const many = possible.length > MOST_AT_ONCE
  // What is decided on is known record by record, with its sum: no other may have taken a place meanwhile.
  if (many && decide) throw refused(`${label}一次最多 ${MOST_AT_ONCE} 条，这里有 ${possible.length} 条，请缩小查询范围`)
  const hindered = await hinderedIn({ services, caller }, resource, possible, action)
  for (const [row, reason] of hindered) leaveOut(row, reason)
  const counted = possible.filter((row) => !hindered.has(row))
  // What is decided on is that amount; any other sum beside it would be read as it.
  const decided = decide && resource.approval?.amount
  const summed = decided ? [decided] : resource.list.totals
  const totals = Object.fromEntries(summed.map((name) => [name, sumOf(resource, name, counted)]))
  return {
    action,
    label,
    permission: permissionOf(resource, action),
    count: counted.length,
    ids: many ? [] : counted.map((row) => String(row.id)),
    versions: many ? [] : counted.map((row) => Number(row.version)),
    total: Object.values(totals)[0] ?? null,
    totals,
    excluded: excluded.slice(0, MOST_AT_ONCE),
    excludedCount: excluded.length,
  }
}

async function hinderedIn(reading: Reading, resource: Resource, rows: readonly Row[], action: string) {
  const found = new Map<Row, string>()
  for (const hook of hooksOf(resource))
    for (const [row, reason] of (await hook.hinders?.(rows, reading, action)) ?? []) found.set(row, reason)
  return found
}

/** As one of its values would travel. */
function sumOf(resource: Resource, name: string, rows: readonly Row[]): string {
  const sum = rows.reduce((total, row) => total + hundredthsOr0(row[name]), 0n)
  return isHundredths(knownField(resource, name)) ? fromHundredths(sum) : String(Number(sum) / 100)
}

const isStale = (row: Row, version: number | undefined): boolean =>
  version !== undefined && version !== Number(row.version)

const stateOf = (resource: Resource, row: Record<string, unknown>): string => {
  const badge = resource.list.card.badge
  return badge ? `当前状态为“${String(row[`${badge}_dictText`] ?? row[badge])}”` : '当前状态不能这样处理'
}
