/** States that change because a moment has come: windows open and close, what is planned is published, cards run out. */
import { and, isNull, sql, type SQL } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { systemCaller } from '../resource/trail.ts'
import type { Row } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { tableOf, type ResourceTable } from '../db/table.ts'
import { localTime, updateRow, type Writing } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { takeEffect } from './provider/config-rules.ts'
import { launch } from './content/content-actions.ts'
import { AD_WINDOW, BOX_WINDOW, reached, showStateOf, windowState, type Window } from './windows.ts'

const AT_ONCE = 500

interface Timed {
  resource: Resource
  /** Rows for which a moment has come. */
  due(table: ResourceTable, now: SQL): SQL
  /** Sets what holds at this local time; asked again under the lock, when another node may have been here first. */
  move(row: Row, now: string, writing: Writing): Promise<void> | void
}

const inWindow = (resource: Resource, window: Window): Timed => ({
  resource,
  due: (table, now) =>
    sql`(${table.status} = ${window[0]} and ${table.startTime} <= ${now}) or (${table.status} in (${window[0]}, ${window[1]}) and ${table.endTime} <= ${now})`,
  move(row, now) {
    if (window.includes(String(row.status))) row.status = windowState(row, now, window)
  },
})

const timed: readonly Timed[] = [
  inWindow(resources.advertisement, AD_WINDOW),
  inWindow(resources.blindBox, BOX_WINDOW),
  {
    resource: resources.banner,
    due: (table, now) =>
      sql`(${table.showState} = '1' and ${table.startTime} <= ${now}) or (${table.showState} in ('1', '2') and ${table.endTime} <= ${now})`,
    move(row, now) {
      row.showState = showStateOf(row, now)
    },
  },
  {
    resource: resources.notice,
    due: (table, now) => sql`${table.status} = '1' and ${table.pushTime} <= ${now}`,
    async move(row, now, writing) {
      if (row.status === '1' && reached(row.pushTime, now)) await launch(writing, row)
    },
  },
  {
    resource: resources.trend,
    due: (table, now) => sql`${table.status} = '1' and ${table.publishTime} <= ${now}`,
    move(row, now) {
      if (row.status === '1' && reached(row.publishTime, now)) row.status = '2'
    },
  },
  {
    resource: resources.configChange,
    due: (table, now) => sql`${table.status} = '1' and ${table.effectTime} <= ${now}`,
    move: takeEffect,
  },
  {
    resource: resources.userCard,
    due: (table, now) =>
      sql`(${table.status} = '0' and ${table.startTime} <= ${now}) or (${table.status} in ('0', '1') and ${table.endTime} <= ${now})`,
    move(row, now) {
      if (['0', '1'].includes(String(row.status))) row.status = windowState(row, now, ['0', '1', '4'])
    },
  },
]

/** Moves everything that is due, as 系统; nodes that do it at the same time find each other's work done. */
export async function moveByClock(services: Services): Promise<void> {
  const now = sql`${services.clock.now().toISOString()}::timestamptz`
  for (const { resource, due, move } of timed) {
    const table = tableOf(resource)
    const found = await services.db
      .select({ id: table.id!, tenantId: table.tenantId! })
      .from(table)
      .where(and(isNull(table.deleteTime!), sql`(${due(table, now)})`))
      .limit(AT_ONCE)
    for (const { id, tenantId } of found)
      await services.db.transaction(async (tx) => {
        const writing: Writing = { tx, services, caller: systemCaller(Number(tenantId)) }
        const before = await findRow(tx, writing.caller, resource, String(id), true)
        if (!before) return
        const after = structuredClone(before)
        await move(after, localTime(services), writing)
        if (JSON.stringify(after) !== JSON.stringify(before))
          await updateRow({ ...writing, mode: 'edit', before, after, extras: {} }, resource, 'clock')
      })
  }
}
