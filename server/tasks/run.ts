/**
 * The runner of background work. A task is claimed in its row for a minute at a time; a process that dies leaves its claim
 * to run out, and whoever is asked next goes on. A job of the queue asks once a minute until the task has ended.
 */
import { and, eq, lt, notInArray, or, sql } from 'drizzle-orm'
import { SpreadsheetError } from '@voltdesk/sheets'
import { BACKGROUND_ROWS, BACKGROUND_SECONDS } from '#model/tasks.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { letOthersPass } from '../db/turns.ts'
import { task } from '../db/task-tables.ts'
import { forgetFiles } from '../files/keep.ts'
import { callerFor } from '../people/caller-for.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { tell } from '../notify/notify.ts'
import type { Services } from '../kernel/services.ts'
import { isConnectionLost } from '../db/sql-state.ts'
import { givenTo } from './import-file.ts'
import { taskKind } from './kinds.ts'
import { stateBefore } from './task.ts'
import type { TaskRow } from '../db/task-tables.ts'
import { stepEnded } from './wait.ts'
import { Cancelled, Interrupted, type Outcome, type Work } from '../resource/long-work.ts'
import { taskJob } from './task.ts'

const AT_ONCE = 2
const CLAIM_MS = 60_000
const BEAT_MS = 15_000
const PROGRESS_MS = 500
const ASK_AGAIN_SECONDS = 60
const MOST_ATTEMPTS = 5

interface Runner {
  stopping: boolean
  running: Map<string, Promise<void>>
}
const runners = new WeakMap<Services['db'], Runner>()
function runnerOf({ db }: Services): Runner {
  const runner = runners.get(db) ?? { stopping: false, running: new Map<string, Promise<void>>() }
  runners.set(db, runner)
  return runner
}

/** The job: begins what waits, and asks again in a minute unless this task has ended. */
export async function takeTask(services: Services, id: string): Promise<void> {
  await beginWaiting(services)
  const [row] = await services.db.select({ state: task.state }).from(task).where(eq(task.id, id))
  if (row && ['queued', 'running'].includes(row.state) && !runnerOf(services).stopping)
    await services.db.transaction((tx) => services.jobs.send(tx, taskJob, { id }, { afterSeconds: ASK_AGAIN_SECONDS }))
}

/** After a start: what a process that ended had begun. Nobody else works on the embedded database, so its claims are void. */
export async function resumeTasks(services: Services): Promise<void> {
  const { db, settings, jobs } = services
  runnerOf(services).stopping = false
  if (!settings.databaseUrl)
    await db.update(task).set({ claimUntil: services.clock.now().toISOString() }).where(eq(task.state, 'running'))
  const open = await db
    .select({ id: task.id })
    .from(task)
    .where(or(eq(task.state, 'queued'), eq(task.state, 'running')))
  for (const { id } of open) await db.transaction((tx) => jobs.send(tx, taskJob, { id }))
}

/** Before the queue stops: what runs here is laid down where it stands, for whoever comes next. */
export async function stopTasks(services: Services): Promise<void> {
  const runner = runnerOf(services)
  runner.stopping = true
  await Promise.allSettled(runner.running.values())
}

async function beginWaiting(services: Services): Promise<void> {
  const runner = runnerOf(services)
  while (!runner.stopping && runner.running.size < AT_ONCE) {
    const row = await claim(services, [...runner.running.keys()])
    if (!row) return
    if (runner.running.has(row.id)) continue
    const run = perform(services, row).finally(() => {
      runner.running.delete(row.id)
      beginWaiting(services).catch((error: Error) => services.log.warn({ err: error }, '暂时无法开始下一个后台任务'))
    })
    runner.running.set(row.id, run)
  }
}

const claim = ({ db, clock }: Services, mine: readonly string[]): Promise<TaskRow | undefined> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const [row] = await tx
      .select()
      .from(task)
      .where(
        and(
          or(
            eq(task.state, 'queued'),
            and(
              eq(task.state, 'running'),
              lt(task.claimUntil, sql`${now.toISOString()}::timestamptz + interval '1 ms'`),
            ),
          ),
          mine.length ? notInArray(task.id, [...mine]) : undefined,
        ),
      )
      .orderBy(task.id)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return undefined
    const [claimed] = await tx
      .update(task)
      .set({
        state: 'running',
        run: newId(),
        attempts: row.attempts + 1,
        claimUntil: new Date(now.getTime() + CLAIM_MS).toISOString(),
        startTime: row.startTime ?? now.toISOString(),
      })
      .where(eq(task.id, row.id))
      .returning()
    return claimed
  })

const mine = (row: TaskRow) => and(eq(task.id, row.id), eq(task.run, row.run!), eq(task.state, 'running'))

async function perform(services: Services, row: TaskRow): Promise<void> {
  const began = performance.now()
  const beat = setInterval(() => {
    const claimUntil = new Date(services.clock.now().getTime() + CLAIM_MS).toISOString()
    services.db
      .update(task)
      .set({ claimUntil })
      .where(mine(row))
      .then(undefined, () => undefined)
  }, BEAT_MS)
  beat.unref()
  try {
    const outcome = await outcomeOf(services, row)
    if (outcome) await finish(services, row, outcome, performance.now() - began)
  } catch (error) {
    // The claim runs out, and another try begins.
    services.log.warn({ err: error as Error, task: row.id }, '后台任务中断，稍后继续')
  } finally {
    clearInterval(beat)
    stepEnded(row.id)
  }
}

/** Undefined when the task was laid down or is another's. */
async function outcomeOf(services: Services, row: TaskRow): Promise<Outcome | undefined> {
  const kind = taskKind(row.kind)
  try {
    if (row.attempts > MOST_ATTEMPTS) throw new Refusal(200, '多次执行都被中断，已放弃，请缩小范围后重试')
    if (!kind) throw new Refusal(200, '现在的版本没有这种后台任务，请重新提交')
    const caller = await callerFor(services.db, row.userId, row.tenantId, row, row.orgCode)
    if (!caller) throw new Refusal(200, '您的账号已停用或不再属于这个租户')
    return await kind.run(workOf(services, row, { ...caller, task: row.id }))
  } catch (error) {
    if (error instanceof Interrupted) {
      await layDown(services, row)
      return undefined
    }
    if (error instanceof Cancelled) return { state: 'cancelled', message: error.message || '已取消' }
    // What could not be taken back is still what it was.
    const state = row.step === 'undo' ? stateBefore(row) : 'failed'
    const said = (message: string) => (row.step === 'undo' ? `没有撤销：${message}` : message)
    if (error instanceof Refusal || error instanceof SpreadsheetError) return { state, message: said(error.message) }
    if (runnerOf(services).stopping) return undefined
    // Whether the last part was written only its checkpoint knows: the next try goes on from there.
    if (isConnectionLost(error)) throw error
    services.log.error({ err: error as Error, task: row.id }, '后台任务执行失败')
    return { state, message: said('执行时出错，详情见服务端日志') }
  }
}

function workOf(services: Services, row: TaskRow, caller: Caller): Work {
  let said = 0
  const look = (found: { cancelling: boolean }[]) => {
    if (!found.length || runnerOf(services).stopping) throw new Interrupted()
    if (onlyRow(found).cancelling) throw new Cancelled()
  }
  return {
    services,
    caller,
    task: row,
    async part(run) {
      const began = performance.now()
      const result = await services.db.transaction(run)
      if (!services.settings.databaseUrl) await letOthersPass(services.pool, performance.now() - began)
      return result
    },
    async progress(done, total) {
      const now = performance.now()
      if (now - said < PROGRESS_MS) return
      said = now
      look(
        await services.db
          .update(task)
          .set({ done, ...(total !== undefined && { total }) })
          .where(mine(row))
          .returning({ cancelling: task.cancelling }),
      )
    },
    async check() {
      look(await services.db.select({ cancelling: task.cancelling }).from(task).where(mine(row)))
    },
    async checkpoint(tx, done, at, { evenIfCancelled, ...said } = {}) {
      const found = await tx
        .update(task)
        .set({ done, checkpoint: at, ...said })
        .where(mine(row))
        .returning({ cancelling: task.cancelling })
      look(evenIfCancelled ? found.map(() => ({ cancelling: false })) : found)
    },
  }
}

const layDown = ({ db }: Services, row: TaskRow) =>
  db
    .update(task)
    .set({ state: 'queued', run: null, claimUntil: null, attempts: row.attempts - 1 })
    .where(mine(row))

async function finish(services: Services, row: TaskRow, reached: Outcome, ms: number): Promise<void> {
  const now = services.clock.now().toISOString()
  const isOver = await services.db.transaction(async (tx) => {
    const [asked] = await tx.select({ cancelling: task.cancelling }).from(task).where(mine(row)).for('update')
    // Their owner was told 已取消 after the last look.
    const { next, ...outcome }: Outcome =
      asked?.cancelling && reached.next ? { state: 'cancelled', message: '已取消' } : reached
    const state = next ? 'queued' : (outcome.state ?? (row.step === 'undo' ? stateBefore(row) : 'done'))
    const ended = state !== 'checked' && state !== 'queued'
    const [kept] = await tx
      .update(task)
      .set({
        ...outcome,
        state,
        run: null,
        claimUntil: null,
        cancelling: false,
        ...(next && { step: next, done: 0, checkpoint: null }),
        attempts: 0,
        // From the end of the import the time runs in which it may be taken back.
        endTime: ended ? (row.step === 'undo' && row.endTime) || now : null,
      })
      .where(mine(row))
      .returning()
    // Another node took it over.
    if (!kept) return false
    if (next) await services.jobs.send(tx, taskJob, { id: row.id })
    const long = kept.total > BACKGROUND_ROWS || ms > BACKGROUND_SECONDS * 1000
    if (!next && state !== 'cancelled' && (long || taskKind(row.kind)?.background))
      await announce({ tx, services }, kept)
    return ended
  })
  // Otherwise they would count until the task goes.
  if (isOver)
    await forgetFiles(services, givenTo(row)).catch((error: Error) =>
      services.log.warn({ err: error, task: row.id }, '导入的文件暂时不能删除'),
    )
}

const WORDS: Readonly<Record<string, string>> = { checked: '检查完毕，等待确认', done: '已完成', failed: '失败' }

/** The bell, and the chat of whoever has one; both lead to the task. */
const announce = ({ tx, services }: { tx: Tx; services: Services }, row: TaskRow) =>
  tell(
    { tx, services },
    {
      key: `task:${row.id}:${row.step}:${row.state}`,
      kind: 'result',
      tenantId: row.tenantId,
      title: `${row.title}${WORDS[row.state] ?? ''}`,
      summary: row.message ?? '',
      facts: row.fileName ? [{ label: '文件', text: row.fileName }] : [],
      path: `/tasks?id=${row.id}`,
      to: [row.userId],
    },
  )
