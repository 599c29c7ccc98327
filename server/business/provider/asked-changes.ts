/** What configChange and accountChange have in common: one request at a time, and it may be taken back. */
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { refused } from '../../kernel/errors.ts'
import { addStep } from '../../resource/trail.ts'
import type { ActionWork } from '../../resource/action.ts'
import { live } from '../../db/live.ts'
import { columnOf, tableOf } from '../../db/table.ts'
import type { Writing } from '../../resource/write.ts'

/** One change of a record at a time: two that wait would overwrite each other. The record is locked by now. */
export async function refuseSecond(
  { tx }: Pick<Writing, 'tx'>,
  resource: Resource,
  of: { field: string; id: unknown; open: readonly string[] },
  also?: SQL,
): Promise<void> {
  const changes = tableOf(resource)
  const [first] = await tx
    .select({ no: columnOf(changes, 'changeNo') })
    .from(changes)
    .where(
      and(
        eq(columnOf(changes, of.field), of.id),
        inArray(columnOf(changes, 'status'), [...of.open]),
        live(changes),
        also,
      ),
    )
    .limit(1)
  if (first) throw refused(`已有未完成的变更 ${String(first.no)}，请先完成或撤销`)
}

export const cancelling = (resource: Resource, cancelled: string): ActionWork => ({
  resource,
  action: 'cancel',
  async run(work) {
    work.row.status = cancelled
    addStep(work.row, work, '撤销', '已撤销', work.reason)
  },
})
