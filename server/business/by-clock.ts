/** States that change because a moment has come: windows open and close, what is planned is published, cards run out. */
import { and, sql, type SQL } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { systemCaller } from '../resource/trail.ts'
import type { Row } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { live } from '../db/live.ts'
import type { ResourceTable } from '../db/table-type.ts'
import { tableOf } from '../db/table.ts'
import { localTime, updateRow, type Writing } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'

import { windowState, type Window } from './windows.ts'

const AT_ONCE = 500

export interface ByClock {
  resource: Resource
  /** Rows for which a moment has come. */
  due(table: ResourceTable, now: SQL): SQL
  /** Sets what holds at this local time; asked again under the lock, when another node may have been here first. */
  move(row: Row, now: string, writing: Writing): Promise<void> | void
}

export const inWindow = (resource: Resource, window: Window): ByClock => ({
  resource,
  due: (table, now) =>
    sql`(${table.status} = ${window[0]} and ${table.startTime} <= ${now}) or (${table.status} in (${window[0]}, ${window[1]}) and ${table.endTime} <= ${now})`,
  move(row, now) {
    if (window.includes(String(row.status))) row.status = windowState(row, now, window)
  },
})

/**
 * Moves everything that is due, as 系统; nodes that do it at the same time find each other's work done. A record that cannot
 * be moved keeps no other from it; the first reason is thrown when all the others have moved.
 */
export async function moveByClock(services: Services, all: readonly ByClock[]): Promise<void> {
  const failures: unknown[] = []
  const now = sql`${services.clock.now().toISOString()}::timestamptz`
  for (const { resource, due, move } of all) {
    const table = tableOf(resource)
    const found = await services.db
      .select({ id: table.id, tenantId: table.tenantId })
      .from(table)
      .where(and(live(table), sql`(${due(table, now)})`))
      .limit(AT_ONCE)
    for (const { id, tenantId } of found) {
      const moved = services.db.transaction(async (tx) => {
        const writing: Writing = { tx, services, caller: systemCaller(Number(tenantId)) }
        const before = await findRow(tx, writing.caller, resource, String(id), true)
        if (!before) return
        const after = structuredClone(before)
        await move(after, localTime(services), writing)
        if (JSON.stringify(after) !== JSON.stringify(before))
          await updateRow({ ...writing, mode: 'edit', before, after, extras: {} }, resource, 'clock')
      })
      await moved.catch((error: unknown) => {
        services.log.warn({ err: error, resource: resource.name, id }, '到时没有切换')
        failures.push(error)
      })
    }
  }
  if (failures.length) throw failures[0]
}
