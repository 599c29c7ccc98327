/** What the contract can do with a 定时任务 besides writing it (contract.md §6.12). */
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { jobResults, jobStates } from '#resources/system/quartzJob.ts'
import { newId } from '../kernel/id.ts'
import { refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { actionOf, perform, type ActionWork } from '../resource/action.ts'
import { mayOf, readRow } from '../resource/list.ts'
import { once } from '../resource/once.ts'
import type { Services } from '../kernel/services.ts'
import { idText } from '../resource/parameters.ts'
import { jobs, leaseOf } from './job-table.ts'
import type { Outcome } from './run-timed-work.ts'
import { queueOf } from './timed-work.ts'

const { quartzJob } = resources
const tag = quartzJob.label
const one = z.strictObject({ id: idText() })

const setStatus = (action: 'pause' | 'resume', status: (typeof jobStates)['running' | 'stopped']) =>
  actionOf(quartzJob, action, ({ row }) => {
    row.status = status
    return Promise.resolve()
  })
const pause = setStatus('pause', jobStates.stopped)
const resume = setStatus('resume', jobStates.running)

const act =
  ({ action, run }: typeof pause, message: string) =>
  async ({ services, caller, query: { id } }: Call<{ id: string }>) => {
    await services.db.transaction((tx) => perform({ tx, caller, services }, quartzJob, action, run, { id, input: {} }))
    return said(message)
  }

/** A person who runs a job by hand wants to know what came of it: longer than of other work they ordered. Then they look again. */
const TIMES_AS_LONG = 2
const LOOK_MS = 150

async function execute(call: Call<undefined, unknown> | Call<{ id: string }>, id: string, version?: number) {
  const { services, caller, request } = call
  const { run } = await once(services, caller, request, async (tx) => {
    const key = newId()
    await perform({ tx, caller, services }, quartzJob, 'execute', (work) => queue(work, key), {
      id,
      version,
      input: {},
    })
    return { run: key }
  })
  const ended = await endOf(services, id, run)
  if (ended?.result === jobResults.failed) throw refused(`执行失败!${ended.message}`)
  const row = await readRow({ services, caller }, quartzJob, id)
  return said(ended ? '执行成功!' : '任务已开始执行，请稍后刷新查看结果', { row, may: mayOf(caller, quartzJob, row) })
}

type Queueing = Parameters<Parameters<typeof perform>[3]>[0]
async function queue({ tx, services, row }: Queueing, run: string): Promise<void> {
  if (await services.leases.isHeld(tx, leaseOf(row.id))) throw refused('任务正在执行，请稍后再试')
  const asked = services.clock.now().toISOString()
  await services.jobs.send(
    tx,
    queueOf(row.jobClassName),
    { id: String(row.id), run, byHand: true, asked },
    { key: run },
  )
}

/** By its own answer, not by the record: that tells of the last run, which may be one of the clock by now. */
async function endOf({ db, jobs: queues, settings }: Services, id: string, run: string): Promise<Outcome | undefined> {
  const [row] = await db.select({ name: jobs.jobClassName }).from(jobs).where(eq(jobs.id, id))
  for (const end = performance.now() + TIMES_AS_LONG * settings.taskWaitMs; performance.now() < end;) {
    const outcome = await queues.answerOf(queueOf(row?.name), run)
    if (outcome) return outcome as Outcome
    await sleep(LOOK_MS)
  }
  return undefined
}

export const quartzJobRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${quartzJob.path}/pause`,
    logged: true,
    permission: permissionOf(quartzJob, 'pause'),
    summary: '停止定时任务，立即生效',
    tag,
    query: one,
    handler: act(pause, '停止定时任务成功'),
  }),
  route({
    method: 'GET',
    path: `${quartzJob.path}/resume`,
    logged: true,
    permission: permissionOf(quartzJob, 'resume'),
    summary: '启动定时任务',
    tag,
    query: one,
    handler: act(resume, '启动定时任务成功'),
  }),
  route({
    method: 'GET',
    path: `${quartzJob.path}/execute`,
    logged: true,
    lane: 'patient',
    permission: permissionOf(quartzJob, 'execute'),
    summary: '立即执行一次，等到有结果为止（至多 8 秒）',
    tag,
    query: one,
    handler: (call) => execute(call, call.query.id),
  }),
  route({
    method: 'POST',
    path: `${quartzJob.path}/execute`,
    lane: 'patient',
    permission: permissionOf(quartzJob, 'execute'),
    summary: '立即执行一次，等到有结果为止（至多 8 秒）',
    tag,
    body: z.strictObject({ id: idText(), version: z.number({ error: 'version 应为整数' }).int().optional() }),
    handler: (call) => execute(call, call.body.id, call.body.version),
  }),
]

export const pauseAndResume: readonly ActionWork[] = [pause, resume]
