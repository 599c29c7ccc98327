/** An export that nobody waits for. */
import { writers, type Cell } from '@voltdesk/sheets'
import { permissionOf } from '#model/resource.ts'
import { may } from '../kernel/caller.ts'
import { forbidden } from '../kernel/errors.ts'
import { exportPlan } from '../resource/export.ts'
import type { Query } from '../resource/filters.ts'
import { knownResourceIn } from '../resource/online.ts'
import { keepResult } from './result-file.ts'
import type { Outcome, Work } from '../resource/long-work.ts'

const TELL_EVERY = 500

export async function runExport(work: Work): Promise<Outcome> {
  const { services, caller, task } = work
  const resource = await knownResourceIn(services.db, task.resource)
  if (!may(caller, permissionOf(resource, 'export'))) throw forbidden()
  const { format, plan, count, order } = await exportPlan({ services, caller }, resource, task.input as Query)
  const { write, contentType, extension } = writers[format]
  let written = 0
  async function* told(): AsyncIterable<Cell[]> {
    for await (const row of plan.rows) {
      written += 1
      if (written % TELL_EVERY === 0) await work.progress(written, Math.max(count, written))
      yield row
    }
  }
  const fileName = `${resource.label}${extension}`
  const kept = await keepResult(work, { fileName, contentType }, write({ ...plan, rows: told() }))
  return { ...kept, done: written, total: written, message: `共导出 ${written} 行${order ? `（${order}）` : ''}` }
}
