/** Imports that break: what is written and what is said of it are one, and what is left can be taken back. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writers, type Cell } from '@voltdesk/sheets'
import type { Task } from '#model/tasks.ts'
import { task } from '../../server/db/task-tables.ts'
import { resumeTasks } from '../../server/tasks/run.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

const USERS = '/rental/userMessage'
/** More than are written in one part. */
const ROWS = 1200

const kind = await oneKind()

describe(`an import that breaks on ${kind}`, () => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    // What is ordered here is told with its end.
    Object.assign(test.services.settings, { taskWaitMs: 120_000 })
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): any => {
    expect(reply, reply.message).toMatchObject({ success: true })
    return reply.result
  }
  const read = async (id: string) => must(await admin('GET', `/sys/task/queryById?id=${id}`)) as Task
  const settled = (id: string) =>
    until(`the end of task ${id}`, async () => {
      const now = await read(id)
      return !['queued', 'running'].includes(now.state) && now
    })
  const count = async (name: string) =>
    must(await admin('GET', `${USERS}/list?nickName=*${name}*&pageSize=1`)).total as number

  let next = 13_100_000_000
  /** Checked; the last row is called otherwise. */
  async function checked(name: string, last: string): Promise<Task> {
    async function* rows(): AsyncIterable<Cell[]> {
      for (let at = 1; at <= ROWS; at += 1) yield [at === ROWS ? last : `${name}${at}`, String((next += 1))]
    }
    const chunks: Uint8Array[] = []
    const plan = { name: '导入', columns: [{ title: '昵称' }, { title: '手机号' }], rows: rows() }
    for await (const chunk of writers.xlsx.write(plan)) chunks.push(chunk)
    const reply = await upload(admin, `${USERS}/importExcel`, '表.xlsx', Buffer.concat(chunks), {
      validateStatus: '1',
      dryRun: '1',
    })
    return settled((must(reply).tasks as Task[])[0]!.id)
  }
  const confirmed = async ({ id }: Task) => {
    await admin('POST', '/sys/task/confirm', { id, partly: false })
    return settled(id)
  }

  /** The database breaks `when` it is so. */
  const breaks = (on: 'insert' | 'update' | 'insert or update', when: string, how = `raise exception 'broken'`) =>
    test.services.db.execute(
      sql.raw(`
      create or replace function break_it() returns trigger language plpgsql as $$
        begin if ${when} then ${how}; end if; return new; end $$;
      drop trigger if exists break_it on rental_user_message;
      create trigger break_it before ${on} on rental_user_message for each row execute function break_it()`),
    )
  const mended = () => test.services.db.execute(sql`drop function if exists break_it() cascade`)
  afterEach(mended)

  it('at its last row takes back what was written and says that nothing is left', async () => {
    const found = await checked('甲', '坏甲')
    await breaks('insert', `new.nick_name = '坏甲'`)
    expect(await confirmed(found)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^执行时出错，详情见服务端日志，已写入的 \d+ 行已撤回$/),
      counts: { written: 0 },
      may: ['remove'],
    })
    expect(await count('甲')).toBe(0)
  })

  it('and cannot be taken back either counts what is left, which can be taken back later', async () => {
    const found = await checked('乙', '坏乙')
    await breaks('insert or update', `new.nick_name = '坏乙' or new.delete_time is not null`)
    const broken = await confirmed(found)
    const left = await count('乙')
    expect(left).toBeGreaterThan(0)
    expect(broken).toMatchObject({
      state: 'failed',
      message: `执行时出错，详情见服务端日志。已写入 ${left} 行，未能撤回：执行时出错，详情见服务端日志`,
      counts: { written: left },
    })
    expect(broken.may).toContain('undo')

    // It breaks once more, and stays what it was.
    expect((await admin('POST', '/sys/task/undo', { id: found.id })).message).toContain('没有撤销')
    const again = await settled(found.id)
    expect(again).toMatchObject({ state: 'failed', undone: false, counts: { written: left } })
    expect(again.may).toContain('undo')

    await mended()
    await admin('POST', '/sys/task/undo', { id: found.id })
    expect(await settled(found.id)).toMatchObject({ state: 'failed', undone: true, may: ['remove'] })
    expect(await count('乙')).toBe(0)
    expect((await admin('POST', '/sys/task/undo', { id: found.id })).message).toBe('导入已经撤销')
  })

  it('while it is undone stays done, and can be undone when that works again', async () => {
    const found = await checked('丙', '丙末')
    expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { written: ROWS } })
    await breaks('update', `new.nick_name = '丙1' and new.delete_time is not null`)
    expect((await admin('POST', '/sys/task/undo', { id: found.id })).success).toBe(false)
    const [half] = [await settled(found.id)]
    expect(half).toMatchObject({ state: 'done', undone: false })
    expect(half.may).toContain('undo')
    await mended()
    await admin('POST', '/sys/task/undo', { id: found.id })
    expect(await settled(found.id)).toMatchObject({ undone: true, message: `已撤销本次导入：删除 ${ROWS} 行` })
    expect(await count('丙')).toBe(0)
  })

  it('with its node behind its last part is as undone, or as complete, as it was', async () => {
    const { db } = test.services
    const found = await checked('丁', '丁末')
    expect(await confirmed(found)).toMatchObject({ state: 'done' })
    await admin('POST', '/sys/task/undo', { id: found.id })
    const ended = await settled(found.id)
    expect(ended).toMatchObject({ undone: true })
    // As a node leaves it that goes between its last part and the end, five times.
    await db
      .update(task)
      .set({ state: 'queued', attempts: 9, undoTime: sql`${task.undoTime}` })
      .where(eq(task.id, found.id))
    await resumeTasks(test.services)
    expect(await settled(found.id)).toMatchObject({ state: 'done', undone: true })

    const other = await checked('戊', '戊末')
    expect(await confirmed(other)).toMatchObject({ state: 'done', counts: { written: ROWS } })
    // Its file is gone by then.
    await db.update(task).set({ state: 'queued', endTime: null }).where(eq(task.id, other.id))
    await resumeTasks(test.services)
    expect(await settled(other.id)).toMatchObject({ state: 'done', counts: { written: ROWS } })
    expect(await count('戊')).toBe(ROWS)
  })

  if (kind === 'postgres')
    it('because its connection went goes on from its last part', async () => {
      const { db } = test.services
      const found = await checked('己', '断己')
      await db.execute(sql`create sequence cut`)
      // A sequence goes on whatever becomes of the transaction.
      const cut = `perform pg_terminate_backend(pg_backend_pid())`
      await breaks('insert', `new.nick_name = '断己' and nextval('cut') = 1`, cut)
      // It is answered with the end, which is not waited for: a claim runs for a minute.
      const confirming = admin('POST', '/sys/task/confirm', { id: found.id, partly: false })
      await until('the connection to go', async () => {
        const { rows } = await db.execute<{ gone: boolean }>(sql`select is_called as gone from cut`)
        return rows[0]!.gone
      })
      // Its claim runs out, and whoever asks next goes on.
      await until('the end', async () => {
        await db.update(task).set({ claimUntil: '2020-01-01 00:00:00' }).where(eq(task.id, found.id))
        await resumeTasks(test.services)
        return (await read(found.id)).state === 'done'
      })
      expect(await confirming).toMatchObject({ success: true })
      expect(await read(found.id)).toMatchObject({ counts: { added: ROWS, written: ROWS } })
      expect(await count('己')).toBe(ROWS)
    })
})
