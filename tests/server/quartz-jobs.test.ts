/** Scheduled jobs: what may be saved, that each time fires once, and what is told about a run. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nextRuns } from '#cron/index.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { logTypes, sysLog } from '#resources/system/log.ts'
import { jobResults, jobStates } from '#resources/system/quartzJob.ts'
import { newId } from '../../server/kernel/id.ts'
import { tableOf } from '../../server/db/table.ts'
import { dataLog } from '../../server/db/tables.ts'
import { jobs, leaseOf } from '../../server/jobs/job-table.ts'
import { makeLeases } from '../../server/jobs/lease.ts'
import { runTimedWork } from '../../server/jobs/run-timed-work.ts'
import { afterClockWentBack, fireDue, replan, startSchedule, takeUpCutOff } from '../../server/jobs/schedule.ts'
import { timedWork, timedWorkJob } from '../../server/jobs/timed-work.ts'
import { instantOf } from '../../server/resource/write.ts'
import type { Services } from '../../server/kernel/services.ts'
import { readSettings } from '../../server/settings.ts'
import { bothKinds } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

const PATH = '/sys/quartzJob'
const log = tableOf(sysLog)
const YEARLY = '0 0 4 1 1 ?'

it('a local time means the moment its own day says, also where clocks are put forward and back', () => {
  const settings = { ...readSettings({}), timeZone: 'America/New_York' }
  const moment = (text: string) => instantOf({ settings }, text).toISOString()
  expect(moment('2026-01-15 12:00:00')).toBe('2026-01-15T17:00:00.000Z')
  expect(moment('2026-07-15 12:00:00')).toBe('2026-07-15T16:00:00.000Z')
})

describe.each(await bothKinds())('scheduled jobs on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let services: Services
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    services = test.services
    // What is run by hand is told with its end.
    Object.assign(services.settings, { taskWaitMs: 120_000 })
  })
  afterAll(() => test?.close())

  it('every name of the dictionary has its work', () => {
    for (const [name] of dictionaries.quartz_job_class.items) expect(timedWork(name), name).toBeDefined()
    expect(timedWork('constructor')).toBeUndefined()
  })

  const draft = { jobClassName: 'clean-log', cronExpression: YEARLY, parameter: '{"days":400}', status: 0 }
  const read = async (id: string) => (await admin('GET', `${PATH}/queryById?id=${id}`)).result
  const all = async () => (await admin('GET', `${PATH}/list?pageSize=100`)).result.records as Record<string, unknown>[]

  let id: string
  beforeEach(async () => {
    for (const row of await all()) await admin('GET', `${PATH}/pause?id=${String(row.id)}`)
    const added = await admin('POST', `${PATH}/add`, draft)
    expect(added).toMatchObject({ success: true, message: '创建定时任务成功' })
    id = added.result.id
  })

  /** A node whose clock stands there. */
  const nodeAt = (moment: Date): Services => ({ ...services, clock: { now: () => moment } })
  const inYears = (years: number) => new Date(nextRuns(YEARLY, { from: new Date(), count: years })[years - 1]!)
  const queued = async (job = id) => {
    const { rows } = await services.db.execute<{ run: string }>(
      sql`select data->>'run' as run from pgboss.job where name = 'timed-work' and data->>'id' = ${job}
        union select data->>'run' from pgboss.archive where name = 'timed-work' and data->>'id' = ${job}`,
    )
    return rows.map(({ run }) => run)
  }

  it('starts with what the server did by itself before, and lists it in words', async () => {
    const rows = await all()
    const named = (name: string) => rows.find((row) => row.jobClassName === name && row.createBy === 'system')
    expect(named('clear-expired')).toMatchObject({
      jobClassName_dictText: '清理过期数据',
      cronExpression: '0 0/10 * * * ?',
      cronExpression_dictText: '每天 从0分起每隔10分钟',
    })
    expect(named('resume-notices')).toBeDefined()
    expect(named('move-by-clock')).toBeDefined()
    expect(named('clean-files')).toMatchObject({ jobClassName_dictText: '清理文件' })
    expect(named('clean-log')).toMatchObject({ status: -1, status_dictText: '停止' })
  })

  it('refuses what cannot be, with the reason at its field', async () => {
    const refusal = async (over: Record<string, unknown>) => {
      const { status, message, result } = await admin('POST', `${PATH}/add`, { ...draft, ...over })
      return { status, message, fields: Object.keys(result?.fields ?? {}) }
    }
    expect(await refusal({ cronExpression: '0 0 0 30 2 ?' })).toEqual({
      status: 400,
      message: '执行时间：按此表达式不会再执行',
      fields: ['cronExpression'],
    })
    expect((await refusal({ cronExpression: '0 0 0 1 1 ? 2020' })).message).toBe('执行时间：按此表达式不会再执行')
    expect((await refusal({ cronExpression: '0 0 12 * * *' })).message).toBe(
      '执行时间：日和周只能指定一个，另一个应为 ?',
    )
    expect((await refusal({ cronExpression: '0 61 12 * * ?' })).message).toBe('执行时间：分：应在 0 到 59 之间')
    expect((await refusal({ cronExpression: '1,'.repeat(5000) })).message).toBe('执行时间：最大长度255位字符')
    expect((await refusal({ jobClassName: 'org.jeecg.modules.quartz.job.SampleJob' })).message).toMatch(
      /没有“org\.jeecg\.modules\.quartz\.job\.SampleJob”这一项/,
    )
    expect((await refusal({ parameter: 'days=3' })).message).toBe('参数：应为 JSON 对象，例如 {"days":180}')
    expect((await refusal({ parameter: '{"days":3}' })).message).toBe('参数：days 应为 30 到 3650 的整数')
    expect((await refusal({ parameter: '{"day":300}' })).message).toBe('没有参数 day')
    expect((await refusal({ jobClassName: 'clear-expired' })).message).toBe('没有参数 days')
  })

  it('refuses a name that only the dictionary knows', async () => {
    const dict = (await admin('GET', '/sys/dict/list?dictCode=quartz_job_class')).result.records[0]
    await admin('POST', '/sys/dictItem/add', { dictId: dict.id, itemText: '别的', itemValue: 'rm-rf', status: 1 })
    expect(await admin('POST', `${PATH}/add`, { ...draft, jobClassName: 'rm-rf', parameter: null })).toMatchObject({
      status: 400,
      message: '没有名为“rm-rf”的任务',
    })
  })

  it('planned by a clock that was ahead, wait no longer than meant once it is put right, nor does what the queue took in', async () => {
    let ahead = 3_600_000
    const node: Services = { ...services, clock: { now: () => new Date(Date.now() + ahead) } }
    const minutely = (await admin('POST', `${PATH}/add`, { ...draft, cronExpression: '0 * * * * ?' })).result
      .id as string
    const next = async () => {
      const [row] = await services.db
        .select({ at: sql<number>`extract(epoch from ${jobs.nextTime})::float8 * 1000` })
        .from(jobs)
        .where(eq(jobs.id, minutely))
      return row!.at - Date.now()
    }
    const schedule = startSchedule(node)
    await expect.poll(next, { timeout: 120_000 }).toBeGreaterThan(3_500_000)
    const key = newId()
    await services.db.transaction((tx) =>
      node.jobs.send(tx, timedWorkJob, { id: key, run: key }, { key, afterSeconds: 60 }),
    )
    // The database had the same clock.
    await services.db.execute(sql`
      update pgboss.job set created_on = created_on + interval '1 hour', start_after = start_after + interval '1 hour'
      where data->>'id' = ${key}`)
    const waits = async () => {
      const { rows } = await services.db.execute<{ seconds: number }>(
        sql`select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where data->>'id' = ${key}`,
      )
      return rows[0]!.seconds
    }
    try {
      ahead = 0
      await expect.poll(next, { timeout: 120_000 }).toBeLessThanOrEqual(60_000)
      await expect.poll(waits, { timeout: 120_000 }).toBeLessThanOrEqual(61)
    } finally {
      await schedule.stop()
      await admin('GET', `${PATH}/pause?id=${minutely}`)
    }
  })

  it('what ran by a clock that was ahead runs again when its time comes', async () => {
    const at = inYears(1)
    const ran = async () => {
      await fireDue(nodeAt(at))
      await until('the end of the run', async () => {
        const { rows } = await services.db.execute(
          sql`select from pgboss.job where name = 'timed-work' and data->>'id' = ${id} and state = 'completed'`,
        )
        return rows.length === 1
      })
      return (await read(id)).lastMs as number | null
    }
    expect(await ran()).not.toBeNull()
    await services.db.update(jobs).set({ lastTime: at.toISOString(), lastMs: null }).where(eq(jobs.id, id))
    await afterClockWentBack(services)
    expect(await queued()).toEqual([])
    expect(await ran()).not.toBeNull()
  })

  it('is planned on the clock of the platform, paused at once and started again', async () => {
    const next = inYears(1).toLocaleString('sv-SE', { timeZone: services.settings.timeZone })
    expect((await read(id)).nextTime).toBe(next)
    expect(await admin('GET', `${PATH}/pause?id=${id}`)).toMatchObject({ success: true, message: '停止定时任务成功' })
    expect(await read(id)).toMatchObject({ status: -1, nextTime: null })
    expect((await admin('POST', `${PATH}/pause`, { id })).status).toBe(409)

    await fireDue(nodeAt(inYears(2)))
    expect(await queued()).toEqual([])

    expect(await admin('GET', `${PATH}/resume?id=${id}`)).toMatchObject({ success: true, message: '启动定时任务成功' })
    expect(await read(id)).toMatchObject({ status: 0, nextTime: next })
    const changed = await admin('PUT', `${PATH}/edit`, { ...(await read(id)), cronExpression: '0 0 5 1 1 ?' })
    expect(changed.message).toBe('更新定时任务成功!')
    expect((await read(id)).nextTime).toBe(next.replace('04:00', '05:00'))

    const told = await services.db
      .select({ operation: dataLog.operation, who: dataLog.createBy })
      .from(dataLog)
      .where(eq(dataLog.dataId, id))
      .orderBy(dataLog.dataVersion)
    expect(told).toEqual(['add', 'pause', 'resume', 'edit'].map((operation) => ({ operation, who: 'admin' })))
    expect((await admin('DELETE', `${PATH}/delete?id=${id}`)).message).toBe('删除定时任务成功!')
    await fireDue(nodeAt(inYears(2)))
    expect(await queued()).toEqual([])
  })

  it('what was queued before the pause is not run after it', async () => {
    await admin('GET', `${PATH}/pause?id=${id}`)
    await runTimedWork(services, { id, run: 'queued before', at: new Date().toISOString() })
    expect(await read(id)).toMatchObject({ lastTime: null, lastResult: null })
  })

  it('two nodes fire one time once', async () => {
    const now = inYears(1)
    await Promise.all([fireDue(nodeAt(now)), fireDue(nodeAt(now)), fireDue(nodeAt(now))])
    await fireDue(nodeAt(now))
    expect(await queued()).toEqual([`${id} ${now.toISOString()}`])
    const row = await until('the run', async () => {
      const found = await read(id)
      return found.lastResult === jobResults.good && found
    })
    expect(row).toMatchObject({ lastResult_dictText: '成功', lastMessage: '已删除 400 天前的日志 0 条', status: 0 })
    expect(row.lastMs).toBeGreaterThanOrEqual(0)
    // The scheduler writes no versions: whoever edits meanwhile is not refused.
    expect(row.version).toBe(1)
    const next = inYears(2).toLocaleString('sv-SE', { timeZone: services.settings.timeZone })
    expect(row.nextTime).toBe(next)
  })

  it('times missed while nothing was running are one run, and say so', async () => {
    const late = new Date(inYears(4).getTime() + 3600_000)
    await fireDue(nodeAt(late))
    const runs = await queued()
    expect(runs).toEqual([`${id} ${inYears(1).toISOString()}`])
    const next = inYears(5).toLocaleString('sv-SE', { timeZone: services.settings.timeZone })
    expect((await read(id)).nextTime).toBe(next)
    await until('the queued run', async () => (await read(id)).lastResult === jobResults.good)
    await runTimedWork(nodeAt(late), { id, run: 'late', at: inYears(1).toISOString() })
    expect((await read(id)).lastMessage).toMatch(/^补执行停机期间错过的任务：已删除/)
  })

  it('an expression that has come to its end stops the job, and the data log says so', async () => {
    const year = new Date().getFullYear() + 1
    await admin('PUT', `${PATH}/edit`, { ...(await read(id)), cronExpression: `0 0 4 1 1 ? ${year}` })
    const now = new Date(inYears(1).getTime() + 1000)
    await fireDue(nodeAt(now))
    expect(await queued()).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: -1, nextTime: null, updateBy: 'system' })
  })

  it('runs once by hand, also while it is paused, and tells what came of it', async () => {
    await admin('GET', `${PATH}/pause?id=${id}`)
    const old = newId()
    await services.db.insert(log).values({
      id: old,
      logType: logTypes.login,
      logContent: 'x',
      createTime: new Date(Date.now() - 500 * 86_400_000).toISOString(),
    })
    const before = await services.db.select({ id: log.id }).from(log).where(eq(log.logType, logTypes.login))
    const ran = await admin('GET', `${PATH}/execute?id=${id}`)
    expect(ran).toMatchObject({ success: true, message: '执行成功!' })
    expect(ran.result.row).toMatchObject({
      lastResult: jobResults.good,
      lastMessage: '已删除 400 天前的日志 1 条',
      status: -1,
    })
    const after = await services.db.select({ id: log.id }).from(log).where(eq(log.logType, logTypes.login))
    expect(after.map((row) => row.id)).not.toContain(old)
    expect(after).toHaveLength(before.length - 1)
  })

  it('a person is told what came of their run although one of the clock came just before or after', async () => {
    const { leases, jobs: queue } = services
    const send = queue.send.bind(queue)
    queue.send = async (...queued) => {
      await send(...queued)
      // The clock was sooner, and is not done when theirs is taken up.
      const release = await leases.take(leaseOf(id))
      setTimeout(() => void release?.(), 700)
    }
    try {
      expect((await admin('POST', `${PATH}/execute`, { id })).message).toBe('执行成功!')
    } finally {
      queue.send = send
    }
    const take = leases.take.bind(leases)
    leases.take = async (name) => {
      const release = await take(name)
      // The clock comes before anybody has looked.
      return (
        release &&
        (async () => {
          await services.db.update(jobs).set({ lastRun: 'of the clock' }).where(eq(jobs.id, id))
          await release()
        })
      )
    }
    try {
      expect((await admin('POST', `${PATH}/execute`, { id })).message).toBe('执行成功!')
    } finally {
      leases.take = take
    }
  })

  it('tells an error in words, without the inside of the server', async () => {
    await services.db.execute(sql`alter table sys_log rename to sys_log_away`)
    try {
      const ran = await admin('POST', `${PATH}/execute`, { id })
      expect(ran).toMatchObject({ success: false, message: '执行失败!执行时出错，详情见服务端日志' })
    } finally {
      await services.db.execute(sql`alter table sys_log_away rename to sys_log`)
    }
    expect(await read(id)).toMatchObject({
      lastResult: jobResults.failed,
      lastResult_dictText: '失败',
      lastMessage: '执行时出错，详情见服务端日志',
    })
    // And is well again.
    expect((await admin('POST', `${PATH}/execute`, { id })).message).toBe('执行成功!')
  })

  it('runs of one job do not meet; one that was cut off with its node is taken up at once', async () => {
    // Another node has the job, and is well.
    const elsewhere = kind === 'postgres' ? makeLeases({ ...services, shared: true }) : services.leases
    const release = (await elsewhere.take(leaseOf(id)))!
    const begun = new Date(Date.now() - 60_000).toISOString()
    const underWay = { lastRun: 'another', lastResult: jobResults.underWay, lastTime: begun }
    await services.db.update(jobs).set(underWay).where(eq(jobs.id, id))
    await runTimedWork(services, { id, run: 'mine', at: new Date().toISOString() })
    expect((await read(id)).lastRun).toBe('another')
    expect((await admin('POST', `${PATH}/execute`, { id })).message).toBe('任务正在执行，请稍后再试')
    await takeUpCutOff(services)
    expect(await queued()).toEqual([])

    // It dies: on a server its connection ends with it.
    if (kind === 'postgres')
      await until('the end of its connection', async () => {
        await services.db.execute(sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
          and objsubid = 2 and database = (select oid from pg_database where datname = current_database())`)
        return !(await services.leases.isHeld(services.db, leaseOf(id)))
      })
    await release()
    await Promise.all([takeUpCutOff(services), takeUpCutOff(services)])
    await until('the run', async () => (await read(id)).lastResult === jobResults.good)
    expect(await queued()).toEqual(['another'])
    expect((await read(id)).lastRun).toBe('another')
    // The queue may bring it once more: it has come to its end.
    const { lastTime } = await read(id)
    await runTimedWork(services, { id, run: 'another', at: begun })
    expect(await read(id)).toMatchObject({ lastRun: 'another', lastTime })

    // The next time does not wait for the one that was cut off either.
    await services.db.update(jobs).set(underWay).where(eq(jobs.id, id))
    await runTimedWork(services, { id, run: 'mine', at: new Date().toISOString() })
    expect(await read(id)).toMatchObject({ lastRun: 'mine', lastResult: jobResults.good })
  })

  it('one whose next time cannot be told holds up none behind it, says why, and can be stopped', async () => {
    const behind = (await admin('POST', `${PATH}/add`, draft)).result.id as string
    const dueNow = { nextTime: new Date(Date.now() - 5000).toISOString() }
    const broken = { jobClassName: 'of-another-version', cronExpression: 'what another version knew' }
    await services.db
      .update(jobs)
      .set({ ...dueNow, ...broken })
      .where(eq(jobs.id, id))
    await services.db.update(jobs).set(dueNow).where(eq(jobs.id, behind))
    await fireDue(services)
    await fireDue(services)
    expect(await queued(behind)).toHaveLength(1)
    const failed = await read(id)
    expect(failed).toMatchObject({ status: 0, lastResult: jobResults.failed, version: 1 })
    expect(failed.lastMessage).toMatch(/^无法安排下次执行：/)
    expect(failed.lastTime).not.toBeNull()
    await replan(services)
    // Written once, not every second.
    expect((await read(id)).lastTime).toBe(failed.lastTime)
    expect(await admin('GET', `${PATH}/pause?id=${id}`)).toMatchObject({ success: true, message: '停止定时任务成功' })
    expect((await admin('GET', `${PATH}/resume?id=${id}`)).message).toBe('没有名为“of-another-version”的任务')
  })

  it('one of a class or parameter that this version does not know is stopped when its last time has come', async () => {
    const other = (await admin('POST', `${PATH}/add`, draft)).result.id as string
    const last = { nextTime: new Date(Date.now() - 5000).toISOString(), cronExpression: '0 0 4 1 1 ? 2025' }
    const unknown = [
      [id, { jobClassName: 'of-another-version' }],
      [other, { parameter: '{"days":5}' }],
    ] as const
    for (const [job, over] of unknown)
      await services.db
        .update(jobs)
        .set({ ...last, ...over })
        .where(eq(jobs.id, job))
    await fireDue(services)
    for (const [job] of unknown) expect(await read(job)).toMatchObject({ status: -1, nextTime: null })
    expect((await admin('GET', `${PATH}/resume?id=${other}`)).message).toBe('参数：days 应为 30 到 3650 的整数')
  })

  it('a run that was cut off and taken up is not done once more after a later one', async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    const runAt = (at: string) => ({ id, run: `${id} ${at}`, at })
    const [first, second] = [runAt(ago(120)), runAt(ago(60))]
    expect(await runTimedWork(services, first)).toMatchObject({ result: jobResults.good })
    expect(await runTimedWork(services, second)).toMatchObject({ result: jobResults.good })
    const done = await read(id)
    // The queue's own entry of the first, and the one that took it up.
    expect(await runTimedWork(services, first)).toBeUndefined()
    expect(await runTimedWork(services, { id, run: first.run, again: true })).toBeUndefined()
    expect(await read(id)).toEqual(done)
    // Whoever ran it by hand meanwhile has done the work as well.
    expect(await runTimedWork(services, { id, run: 'by hand', byHand: true })).toMatchObject({
      result: jobResults.good,
    })
    expect(await runTimedWork(services, second)).toBeUndefined()
    const byHand = (asked: string) => runTimedWork(services, { id, run: `by hand ${asked}`, byHand: true, asked })
    expect(await byHand(ago(900))).toBeUndefined()
    // Theirs waits for one that was just sooner.
    expect(await byHand(ago(30))).toMatchObject({ result: jobResults.good })
    // A clock that was ahead says nothing about what is later.
    await services.db
      .update(jobs)
      .set({ lastTime: new Date(Date.now() + 3600_000).toISOString() })
      .where(eq(jobs.id, id))
    expect(await runTimedWork(services, runAt(ago(1)))).toMatchObject({ result: jobResults.good })
  })

  it('what failed by hand, or could not be queued, is no reason to leave out a run of the clock', async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    const runAt = (at: string) => ({ id, run: `${id} ${at}`, at })
    expect(await runTimedWork(services, { id, run: 'by hand', byHand: true })).toMatchObject({
      result: jobResults.good,
    })
    await services.db
      .update(jobs)
      .set({ nextTime: ago(10), lastTime: ago(3600) })
      .where(eq(jobs.id, id))
    // Its time has come, and the queue fails once.
    const send = () => Promise.reject(new Error('no queue'))
    await fireDue({ ...services, jobs: { ...services.jobs, send } })
    expect(await read(id)).toMatchObject({ lastRun: 'by hand', lastResult: jobResults.failed })
    expect(await runTimedWork(services, runAt(ago(10)))).toMatchObject({ result: jobResults.good })

    // Somebody's run that began after the time of the next one has failed.
    await services.db.update(jobs).set({ parameter: '{"days":5}' }).where(eq(jobs.id, id))
    expect(await runTimedWork(services, { id, run: 'in vain', byHand: true })).toMatchObject({
      result: jobResults.failed,
    })
    await services.db.update(jobs).set({ parameter: '{"days":400}' }).where(eq(jobs.id, id))
    expect(await runTimedWork(services, runAt(ago(5)))).toMatchObject({ result: jobResults.good })
  })

  it('what was cut off after its job was stopped is not under way for ever', async () => {
    const underWay = { lastRun: 'cut off', lastResult: jobResults.underWay, lastTime: new Date().toISOString() }
    await services.db.update(jobs).set(underWay).where(eq(jobs.id, id))
    await admin('GET', `${PATH}/pause?id=${id}`)
    const release = (await services.leases.take(leaseOf(id)))!
    await takeUpCutOff(services)
    expect((await read(id)).lastResult).toBe(jobResults.underWay)
    await release()
    await takeUpCutOff(services)
    expect(await read(id)).toMatchObject({ lastResult: jobResults.failed, lastMessage: '执行中断：服务停止时尚未完成' })
    expect(await queued()).toEqual([])
    // The queue may bring it once more.
    expect(await runTimedWork(services, { id, run: 'cut off', byHand: true })).toBeUndefined()
  })

  it('is planned again when the platform moves to another time zone', async () => {
    const elsewhere = { ...services, settings: { ...services.settings, timeZone: 'America/New_York' } }
    await replan(elsewhere)
    const [moved] = await services.db
      .select({ at: sql<number>`extract(epoch from ${jobs.nextTime})::float8 * 1000` })
      .from(jobs)
      .where(eq(jobs.id, id))
    expect(moved!.at).toBe(nextRuns(YEARLY, { from: new Date(), count: 1, timeZone: 'America/New_York' })[0]!.getTime())
  })

  it('the clock of the server fires by itself', async () => {
    await admin('PUT', `${PATH}/edit`, { ...(await read(id)), cronExpression: '* * * * * ?' })
    const schedule = startSchedule(services)
    try {
      await until('a run', async () => (await read(id)).lastResult === jobResults.good)
    } finally {
      await schedule.stop()
    }
    expect((await read(id)).status).toBe(jobStates.running)
  })

  it('is for those who may', async () => {
    const operator = await test.as('operator')
    for (const path of [`list`, `execute?id=${id}`, `pause?id=${id}`])
      expect((await operator('GET', `${PATH}/${path}`)).status).toBe(403)
  })
})
