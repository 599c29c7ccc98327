/** The task centre: everybody sees and works on their own. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isUnderWay, type Task, type TaskVerb } from '#model/tasks.ts'
import { onlyRow } from '../db/only-row.ts'
import { task } from '../db/task-tables.ts'
import { signedAddress } from '../files/address.ts'
import { forgetFiles } from '../files/keep.ts'
import { conflict, refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { idText, paging } from '../resource/parameters.ts'
import { givenTo } from './import-file.ts'
import { beginningUndo, mayWithTask, ownTask, shownTask, whyNoUndo } from './task.ts'
import type { TaskRow } from '../db/task-tables.ts'
import { endOf } from './wait.ts'
import { taskJob } from './task.ts'

const tag = '任务中心'
const permission = 'session'
const one = z.strictObject({ id: idText() })
type With = Pick<Call, 'services' | 'caller'>

const LATE: Readonly<Record<TaskVerb, string>> = {
  cancel: '任务已经结束，不能取消',
  confirm: '任务不在等待确认',
  confirmPart: '任务不在等待确认',
  download: '任务没有可以下载的文件',
  faults: '任务没有错误清单',
  undo: '只有完成不到 24 小时的导入可以撤销',
  remove: '任务还没有结束',
}

/** One statement decides, so that of two clicks the second is told. */
async function turn(
  { services, caller }: With,
  id: string,
  verbs: readonly [TaskVerb, ...TaskVerb[]],
  values: (row: TaskRow) => Partial<TaskRow>,
): Promise<TaskRow> {
  const { db } = services
  return db.transaction(async (tx) => {
    await ownTask(tx, caller, id)
    const row = onlyRow(await tx.select().from(task).where(eq(task.id, id)).for('update'))
    const allowed = mayWithTask(row, services)
    if (!verbs.some((verb) => allowed.includes(verb)))
      throw conflict((verbs.includes('undo') && whyNoUndo(row, services)) || LATE[verbs[0]])
    const turned = onlyRow(await tx.update(task).set(values(row)).where(eq(task.id, id)).returning())
    if (turned.state === 'queued') await services.jobs.send(tx, taskJob, { id })
    return turned
  })
}

const now = ({ clock }: Services) => clock.now().toISOString()

/** An import reads its file twice: to check it, and to write it. */
function percentOf({ state, step, done, total }: TaskRow): number {
  if (!isUnderWay({ state: state as Task['state'] })) return 100
  const half = total ? Math.floor((50 * done) / total) : 0
  return Math.min(99, step === 'write' ? 50 + half : half)
}

/** Made after the hooks are known: their filters are among a list's. */
export const taskRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/sys/user/getUploadFileProgress',
    permission,
    summary: '我的导入进行到百分之几（新版客户端）：fileKey 为随文件一起发送的标识',
    tag,
    query: z.strictObject({ fileKey: idText('fileKey'), type: z.string().max(50).optional() }),
    handler: async ({ services: { db }, caller, query: { fileKey } }) => {
      const [row] = await db
        .select()
        .from(task)
        .where(
          and(
            eq(task.userId, caller.userId),
            eq(task.tenantId, caller.tenantId),
            eq(task.kind, 'import'),
            sql`${task.input} ->> 'fileKey' = ${fileKey}`,
          ),
        )
        .orderBy(desc(task.createTime))
        .limit(1)
      return row ? percentOf(row) : 0
    },
  }),
  route({
    method: 'GET',
    path: '/sys/task/list',
    permission,
    summary: '我的后台任务，新的在前',
    tag,
    query: z.strictObject({ pageNo: paging.pageNo, pageSize: paging.pageSize }),
    handler: async ({ services, caller, query: { pageNo, pageSize } }) => {
      const own = and(eq(task.userId, caller.userId), eq(task.tenantId, caller.tenantId))
      const rows = await services.db
        .select()
        .from(task)
        .where(own)
        .orderBy(desc(task.createTime), desc(task.id))
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
      const [{ total } = { total: 0 }] = await services.db
        .select({ total: sql<number>`count(*)::int` })
        .from(task)
        .where(own)
      const records: Task[] = rows.map((row) => shownTask(row, services))
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/task/queryById',
    permission,
    summary: '一个后台任务',
    tag,
    query: one,
    handler: async ({ services, caller, query: { id } }) => shownTask(await ownTask(services.db, caller, id), services),
  }),
  route({
    method: 'POST',
    path: '/sys/task/confirm',
    lane: 'patient',
    permission,
    summary: '写入检查过的导入；partly 为 true 时跳过有错误的行',
    tag,
    body: z.strictObject({ id: idText(), partly: z.boolean({ error: 'partly 应为 true 或 false' }).default(false) }),
    handler: async (call) => {
      const { id, partly } = call.body
      const row = await ownTask(call.services.db, call.caller, id)
      if (!partly && row.state === 'checked' && row.counts?.wrong)
        throw refused(`有 ${row.counts.wrong} 行错误，请改正后重新导入，或只导入正确的行`)
      await turn(call, id, partly ? ['confirmPart', 'confirm'] : ['confirm'], ({ input }) => ({
        state: 'queued',
        step: 'write',
        done: 0,
        checkpoint: null,
        input: { ...input, validate: !partly },
      }))
      return endOf(call.services, call.caller, id, call.services.settings.taskWaitMs)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/task/cancel',
    lane: 'patient',
    permission,
    summary: '取消任务；正在写入的导入会撤回已写入的行',
    tag,
    body: one,
    handler: async (call) => {
      const { id } = call.body
      const turned = await turn(call, id, ['cancel'], (row) =>
        // What was written before a restart is taken back by the run.
        row.state === 'running' || (row.step === 'write' && row.checkpoint)
          ? { cancelling: true }
          : { state: 'cancelled', message: '已取消', endTime: now(call.services) },
      )
      if (turned.state === 'cancelled') await forgetFiles(call.services, givenTo(turned))
      return said('已取消', await endOf(call.services, call.caller, id, call.services.settings.taskWaitMs))
    },
  }),
  route({
    method: 'POST',
    path: '/sys/task/undo',
    lane: 'patient',
    permission,
    summary: '撤销本次导入：24 小时内，且导入的行都没有再改动',
    tag,
    body: one,
    handler: async (call) => {
      const { id } = call.body
      await turn(call, id, ['undo'], beginningUndo)
      const shown = await endOf(call.services, call.caller, id, call.services.settings.taskWaitMs)
      if (!isUnderWay(shown) && !shown.undone)
        throw refused((await ownTask(call.services.db, call.caller, id)).message ?? '没有撤销')
      return said(shown.message ?? '', shown)
    },
  }),
  route({
    method: 'GET',
    path: '/sys/task/file',
    viewable: false,
    permission,
    summary: '任务文件（result）或错误清单（faults）的地址，十分钟内有效',
    tag,
    query: z.strictObject({
      id: idText(),
      which: z.enum(['result', 'faults'], { error: 'which 应为 result 或 faults' }).default('result'),
    }),
    handler: async ({ services, caller, query: { id, which } }) => {
      const row = await ownTask(services.db, caller, id)
      const verb = which === 'result' ? 'download' : 'faults'
      if (!mayWithTask(row, services).includes(verb)) throw refused(LATE[verb])
      const [path, fileName] = which === 'result' ? [row.filePath!, row.fileName!] : [row.faultPath!, row.faultName!]
      return { address: await signedAddress(services.db, path, services.clock.now()), fileName }
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/task/delete',
    permission,
    summary: '删除一个结束了的任务和它的文件',
    tag,
    query: one,
    handler: async (call) => {
      const row = await ownTask(call.services.db, call.caller, call.query.id)
      if (!mayWithTask(row, call.services).includes('remove')) throw conflict(LATE.remove)
      await removeTasks(call.services, [row])
      return said('删除成功!')
    },
  }),
]

const AT_ONCE = 100

/** Tasks with what they produced and what they were given. */
export async function removeTasks(services: Services, rows: readonly TaskRow[]): Promise<void> {
  const paths = rows.flatMap((row) => [row.filePath, row.faultPath, ...givenTo(row)].filter((path) => path !== null))
  await forgetFiles(services, paths)
  await services.db.delete(task).where(
    inArray(
      task.id,
      rows.map(({ id }) => id),
    ),
  )
}

/** Those that stand still and are older; answers how many. */
export async function sweepTasks(services: Services, before: string): Promise<number> {
  for (let total = 0; ;) {
    const old = await services.db
      .select()
      .from(task)
      .where(and(lt(task.createTime, before), inArray(task.state, ['checked', 'done', 'failed', 'cancelled'])))
      .limit(AT_ONCE)
    if (!old.length) return total
    await removeTasks(services, old)
    total += old.length
  }
}
