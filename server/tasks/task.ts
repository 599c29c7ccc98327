/** One person's background work: how it is ordered and how its owner sees it. */
import { and, eq } from 'drizzle-orm'
import type { ImportFault } from '#model/importFaults.ts'
import { UNDO_HOURS, type Task, type TaskVerb } from '#model/tasks.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { resourceNamed } from '#resources/index.ts'
import { onlineCode } from '#resources/onlineResource.ts'
import { newId } from '../kernel/id.ts'
import { task, type TaskRow } from '../db/task-tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { notFound } from '../kernel/errors.ts'
import { instantOf } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { job } from '../kernel/ports/queue.ts'

export const taskJob = job<{ id: string }>('task')

export interface Order {
  /** The name under which it is registered. */
  kind: string
  title: string
  resource?: string
  /** Rows, when they are known. */
  total?: number
  input: Record<string, unknown>
  /** `run` for work of one go, `check` for what is looked at first. */
  step?: 'run' | 'check'
}

/** Queued in the transaction of whatever caused it. Answers with its id. */
export async function orderTask(
  { tx, services, caller }: { tx: Tx; services: Services; caller: Caller },
  { kind, title, resource, total = 0, input, step = 'run' }: Order,
): Promise<string> {
  const id = newId()
  await tx.insert(task).values({
    id,
    tenantId: caller.tenantId,
    userId: caller.userId,
    orgCode: caller.orgCode,
    ip: caller.ip,
    host: caller.host,
    kind,
    resource: resource ?? null,
    title,
    step,
    total,
    input,
    createTime: services.clock.now().toISOString(),
  })
  await services.jobs.send(tx, taskJob, { id })
  return id
}

export async function ownTask(db: Database | Tx, caller: Caller, id: string): Promise<TaskRow> {
  const [row] = await db
    .select()
    .from(task)
    .where(and(eq(task.id, id), eq(task.userId, caller.userId), eq(task.tenantId, caller.tenantId)))
  if (!row) throw notFound('任务')
  return row
}

/** How an import had ended when somebody wanted it taken back, and what was said of that; both stay so unless it is. */
export const beginningUndo = (row: TaskRow): Partial<TaskRow> => ({
  state: 'queued',
  step: 'undo',
  checkpoint: { ...row.checkpoint, was: row.state, said: saidBefore(row) ?? row.message },
})
const saidBefore = ({ step, undoTime, checkpoint }: TaskRow): string | undefined =>
  step === 'undo' && !undoTime && typeof checkpoint?.said === 'string' ? checkpoint.said : undefined
export const stateBefore = ({ checkpoint }: TaskRow): 'done' | 'failed' | 'cancelled' =>
  (['failed', 'cancelled'] as const).find((state) => state === checkpoint?.was) ?? 'done'

/** Why an import that has ended cannot be taken back; undefined when it can. */
export function whyNoUndo(row: TaskRow, services: Services): string | undefined {
  if (row.kind !== 'import') return '只有导入可以撤销'
  if (!ended(row) || row.endTime === null) return '任务还没有结束，不能撤销'
  if (row.undoTime) return '导入已经撤销'
  if (!row.counts?.written) return '导入没有写入任何数据，不需要撤销'
  const resource = resourceNamed(row.resource ?? '')
  // What was changed is only put back. Records of online forms can be deleted.
  if (row.counts.added && !resource?.verbs.includes('delete') && onlineCode(row.resource ?? '') === undefined)
    return `${resource?.label ?? '记录'}不能删除，导入不能撤销`
  const since = services.clock.now().getTime() - instantOf(services, row.endTime).getTime()
  return since < UNDO_HOURS * 3_600_000 ? undefined : `导入结束已超过 ${UNDO_HOURS} 小时，不能撤销`
}

type Judge = (row: TaskRow, services: Services) => boolean

const ended = ({ state }: TaskRow) => ['done', 'failed', 'cancelled'].includes(state)
const checked = ({ state, counts }: TaskRow) => state === 'checked' && worth(counts) > 0
const worth = (counts: TaskRow['counts']) => (counts?.added ?? 0) + (counts?.changed ?? 0)

const judges: Readonly<Record<TaskVerb, Judge>> = {
  cancel: (row) => ['queued', 'running', 'checked'].includes(row.state) && !row.cancelling && row.step !== 'undo',
  confirm: (row) => checked(row) && !row.counts?.wrong,
  confirmPart: (row) => checked(row) && Boolean(row.counts?.wrong),
  download: (row) => row.state === 'done' && Boolean(row.filePath),
  faults: (row) => Boolean(row.faultPath),
  undo: (row, services) => whyNoUndo(row, services) === undefined,
  remove: (row) => ended(row),
}

export const mayWithTask = (row: TaskRow, services: Services): TaskVerb[] =>
  (Object.keys(judges) as TaskVerb[]).filter((verb) => judges[verb](row, services))

/** Of an import that wrote something and stays, why it stays. */
const keptBecause = (row: TaskRow, services: Services): string | undefined =>
  row.kind === 'import' && ended(row) && row.counts?.written && !row.undoTime ? whyNoUndo(row, services) : undefined

/** Beside a file that was gone through stands what is wrong with it (`import-task.ts`), until its owner has decided. */
const firstFaultsIn = ({ checkpoint }: TaskRow): readonly ImportFault[] =>
  (checkpoint?.faults as readonly ImportFault[] | undefined) ?? []

/** As its owner sees it. */
export const shownTask = (row: TaskRow, services: Services): Task => ({
  id: row.id,
  kind: row.kind,
  resource: row.resource,
  title: row.title,
  state: row.state as Task['state'],
  done: row.done,
  total: row.total,
  counts: row.counts,
  message: [...new Set([saidBefore(row), row.message, keptBecause(row, services)])].filter(Boolean).join('；') || null,
  faults: row.state === 'checked' ? firstFaultsIn(row) : [],
  fileName: row.fileName,
  faultName: row.faultName,
  may: mayWithTask(row, services),
  createTime: row.createTime.slice(0, 19),
  endTime: row.endTime?.slice(0, 19) ?? null,
  undone: row.undoTime !== null,
})
