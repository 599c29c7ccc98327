/** 运行状况: each trouble is told in words with its beginning, and administrators hear of it once a day. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differenceKinds, differenceStates } from '#resources/finance/reconcileDifference.ts'
import { resources } from '#resources/index.ts'
import { jobResults, jobStates } from '#resources/system/quartzJob.ts'
import { tableOf } from '../../server/db/table.ts'
import { newId } from '../../server/kernel/id.ts'
import { localTime } from '../../server/resource/write.ts'
import { seenProblem } from '../../server/db/tables.ts'
import { jobHandlers } from '../../server/flows.ts'
import { JOB_WORDS } from '../../server/system/monitoring/job-words.ts'
import { problemsOf, watchProblems } from '../../server/system/monitoring/problems.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

interface Problem {
  key: string
  title: string
  detail: string
  since: string
  path?: string
}

describe(`what is wrong, on ${await oneKind()}`, () => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const problems = async (): Promise<Problem[]> => {
    const reply = await admin('GET', '/sys/health/problems')
    expect(reply.success, reply.message).toBe(true)
    return reply.result as Problem[]
  }
  const one = async (key: string) => (await problems()).find((problem) => problem.key === key)
  const ago = (minutes: number) => new Date(test.clock.now().getTime() - minutes * 60_000)
  const local = (at: Date) => localTime(test.services, at)
  const delivery = (state: string, at: Date, reason?: string) =>
    test.services.db.insert(tableOf(resources.notifyDelivery)).values({
      id: newId(),
      tenantId: 1,
      noticeId: newId(),
      kind: 'todo',
      title: '待办',
      userId: 'u',
      channel: 'dingtalk',
      cause: 'route',
      state,
      reason: reason ?? null,
      createTime: at.toISOString(),
      ...(state === 'failed' && { failedTime: at.toISOString() }),
      ...(state === 'sent' && { sentTime: at.toISOString() }),
    })

  it('says of a chat what it refused since something last got through, and why', async () => {
    await delivery('failed', ago(300), '旧的原因')
    await delivery('sent', ago(240))
    expect(await one('refused:dingtalk')).toBeUndefined()
    const first = ago(120)
    await delivery('failed', first, '应用不在可见范围内')
    await delivery('failed', ago(60), '应用已停用')
    expect(await one('refused:dingtalk')).toMatchObject({
      title: '钉钉没有收下 2 条通知',
      detail: '最近的原因：应用已停用。请在“聊天接入检查”中查看。',
      since: local(first),
      path: '/system/chatDoctor',
    })
    await delivery('sent', ago(1))
    expect(await one('refused:dingtalk')).toBeUndefined()
  })

  it('says of notices and jobs that nobody takes since when they wait', async () => {
    await delivery('queued', ago(5))
    expect(await one('unsent:dingtalk')).toBeUndefined()
    const queued = ago(45)
    await delivery('queued', queued)
    expect(await one('unsent:dingtalk')).toMatchObject({
      title: '钉钉有 1 条通知超过 15 分钟没有发出',
      since: local(queued),
    })
    const { pool } = test.services
    const due = ago(90)
    await pool.query(`select pgboss.create_queue('nobody-takes', '{"policy":"standard"}'::json)`)
    await pool.query(`insert into pgboss.job (name, start_after) values ('nobody-takes', $1)`, [due.toISOString()])
    expect(await one('queue')).toMatchObject({ title: '后台任务积压 1 项', since: local(due) })
  })

  it('says which jobs were given up in the last days, and since when', async () => {
    const { pool } = test.services
    const failed = (name: string, at: Date, retryLimit = 10) =>
      pool.query(
        `insert into pgboss.job (name, state, retry_limit, retry_count, completed_on) values ($1, 'failed', $2, $2, $3)`,
        [name, retryLimit, at.toISOString()],
      )
    expect(await one('failed-jobs')).toBeUndefined()
    // Somebody asks again anyway, or it is long ago.
    await failed('pay-out', ago(10), 0)
    await failed('chat-click', ago(5 * 24 * 60))
    expect(await one('failed-jobs')).toBeUndefined()
    const first = ago(600)
    await failed('first-password', first)
    await failed('first-password', ago(30))
    await failed('chat-click', ago(20))
    expect(await one('failed-jobs')).toMatchObject({
      title: '最近 3 天有 3 项后台任务失败',
      detail: expect.stringMatching(/^多次重试仍未成功：发送密码 2 项、处理聊天中的操作 1 项。/),
      since: local(first),
    })
  })

  it('has a word for every job there is', () => {
    expect(jobHandlers().flatMap(({ job: { name } }) => (name in JOB_WORDS ? [] : [name]))).toEqual([])
  })

  it('says what does not agree in the books of the tenant, and leads there', async () => {
    const { db } = test.services
    const table = tableOf(resources.reconcileDifference)
    await db.delete(table)
    expect(await one('books')).toBeUndefined()
    const found = [ago(600), ago(1200)] as const
    for (const [index, at] of found.entries())
      await db.insert(table).values({
        id: newId(),
        tenantId: index + 1,
        diffNo: newId(),
        kind: differenceKinds.balance,
        status: differenceStates.open,
        foundTime: at.toISOString(),
      })
    expect(await one('books')).toMatchObject({
      title: '对账有 1 处不符没有处理',
      since: local(found[0]),
      path: '/finance/reconcileDifference?status=0',
    })
  })

  it('says of a timed job that it failed as long as it is to run, and for a day after it was stopped', async () => {
    const { id } = (await admin('GET', '/sys/quartzJob/list?pageSize=100')).result.records.find(
      (row: { jobClassName: string }) => row.jobClassName === 'resume-notices',
    ) as { id: string }
    const jobs = tableOf(resources.quartzJob)
    const failed = async (status: (typeof jobStates)['running' | 'stopped'], at: Date) => {
      await test.services.db
        .update(jobs)
        .set({ status, description: '坏了的', lastResult: jobResults.failed, lastTime: at.toISOString() })
        .where(eq(jobs.id, id))
      return (await one('job:坏了的')) !== undefined
    }
    expect(await failed(jobStates.running, ago(3 * 1440))).toBe(true)
    expect(await failed(jobStates.stopped, ago(60))).toBe(true)
    expect(await failed(jobStates.stopped, ago(1441))).toBe(false)
    await test.services.db.update(jobs).set({ lastResult: null }).where(eq(jobs.id, id))
  })

  it('says what could not be looked at, and the rest all the same', async () => {
    await test.services.pool.query('alter table sys_quartz_job rename to away')
    try {
      const found = await problems()
      expect(found.find(({ key }) => key === 'unknown:定时任务')).toMatchObject({ title: '无法检查定时任务' })
      expect(found.find(({ key }) => key === 'queue')).toBeDefined()
    } finally {
      await test.services.pool.query('alter table away rename to sys_quartz_job')
    }
    expect(await one('unknown:定时任务')).toBeUndefined()
  })

  it('says when there has been no good backup for two days', async () => {
    expect(await one('backup')).toBeUndefined()
    test.clock.pass(3 * 86_400)
    try {
      expect(await one('backup')).toMatchObject({ title: '已超过 2 天没有成功的备份' })
    } finally {
      test.clock.pass(-3 * 86_400)
    }
  })

  it('says since when a disk is full or nothing can be saved, on every node and after a restart, until it is over', async () => {
    const { services } = test
    const { filesMinFree } = services.settings
    const writable = services.readOnly
    const full = async () => (await problems()).filter(({ key }) => key.startsWith('disk:'))
    const kept = async () => (await services.db.select().from(seenProblem)).map(({ key }) => key.replace(/@.*/, ''))
    expect(await full()).toEqual([])
    test.clock.stand()
    const began = test.clock.now()
    services.settings.filesMinFree = Number.MAX_SAFE_INTEGER
    try {
      const [first] = await full()
      expect(first).toMatchObject({ title: expect.stringContaining('已用'), since: local(began) })
      test.clock.pass(3600)
      // Another tenant's administrator looks, and a node that has just started.
      await problemsOf(services, 2)
      expect(
        (await problemsOf({ ...services, pool: Object.create(services.pool) }, 1)).map(({ since }) => since),
      ).toContain(first!.since)
      expect((await full())[0]!.since).toBe(first!.since)
      expect(await kept()).toContain(first!.key)

      services.readOnly = () => true
      const readOnly = await one('readonly')
      expect(readOnly).toMatchObject({ title: '数据库处于只读状态', since: local(test.clock.now()) })
      test.clock.pass(600)
      expect((await one('readonly'))!.since).toBe(readOnly!.since)
      expect(await kept()).not.toContain('readonly')
      services.readOnly = writable
      expect(await one('readonly')).toBeUndefined()
    } finally {
      services.settings.filesMinFree = filesMinFree
      services.readOnly = writable
      test.clock.run()
    }
    expect(await full()).toEqual([])
    expect(await kept()).toEqual([])
    test.clock.pass(-4200)
  })

  it('keeps of each tenant what is the tenant’s, whoever else looks', async () => {
    await test.services.pool.query('alter table rental_reconcile_difference rename to away')
    try {
      const since = async (tenant: number) =>
        (await problemsOf(test.services, tenant)).find(({ key }) => key === 'unknown:对账')!.since
      const first = await since(1)
      test.clock.pass(120)
      const second = await since(2)
      expect([await since(1), await since(2)]).toEqual([first, second])
      expect(second).not.toBe(first)
    } finally {
      await test.services.pool.query('alter table away rename to rental_reconcile_difference')
      test.clock.pass(-120)
    }
  })

  it('says of a tenant that its package is no more', async () => {
    await test.services.pool.query(`update sys_tenant set pack_ids = 'gone' where id = '2'`)
    expect(await one('pack:2')).toMatchObject({ title: expect.stringMatching(/^租户“.+”的套餐已不存在$/) })
    await test.services.pool.query(`update sys_tenant set pack_ids = null where id = '2'`)
    expect(await one('pack:2')).toBeUndefined()
  })

  it('tells administrators of each once a day', async () => {
    const heard = async () => {
      const { rows } = await test.services.pool.query<{ title: string }>(
        `select title from sys_notice where key like 'problem:%'`,
      )
      return rows.map(({ title }) => title)
    }
    expect(await watchProblems(test.services)).toMatch(/^发现 \d+ 个问题，已通知管理员 \d+ 条$/)
    const titles = await heard()
    expect(titles).toEqual(expect.arrayContaining(['后台任务积压 1 项', '对账有 1 处不符没有处理']))
    expect(await watchProblems(test.services)).toMatch(/^发现 \d+ 个问题，今天已经通知过$/)
    expect(await heard()).toEqual(titles)
  })
})
