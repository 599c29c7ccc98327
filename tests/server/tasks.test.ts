/** The task centre: long exports and imports, what came of them, and what may still be done with them. */
import { unzipSync } from 'fflate'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Task } from '#model/tasks.ts'
import { task } from '../../server/db/task-tables.ts'
import { writers, type Cell } from '../../server/files/spreadsheet/index.ts'
import { filesOf } from '../../server/tasks/import-task.ts'
import { resumeTasks, stopTasks } from '../../server/tasks/run.ts'
import { kindsHere, testApp, until, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

const USERS = '/rental/userMessage'
const NUMBERS = '/rental/deviceNumber'

async function sheetOf(titles: readonly string[], rows: Iterable<Cell[]>): Promise<Buffer> {
  async function* each() {
    yield* rows
  }
  const chunks: Uint8Array[] = []
  const plan = { name: '导入', columns: titles.map((title) => ({ title })), rows: each() }
  for await (const chunk of writers.xlsx.write(plan)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const people = (from: number, count: number, name = '导入') =>
  Array.from({ length: count }, (_, index): Cell[] => [`${name}${from + index}`, String(13_700_000_000 + from + index)])
const peopleSheet = (rows: Iterable<Cell[]>) => sheetOf(['昵称', '手机号'], rows)

const must = (reply: Reply): any => {
  expect(reply, reply.message).toMatchObject({ success: true })
  return reply.result
}

describe.each(await kindsHere())('the task centre on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const read = async (id: string, send = admin) =>
    must(await send('GET', `/sys/task/queryById?id=${id}`)) as Task & { may: string[] }
  const settled = (id: string, send = admin) =>
    until(
      `the end of task ${id}`,
      async () => {
        const now = await read(id, send)
        return !['queued', 'running'].includes(now.state) && now
      },
      240,
    )
  const fileOf = async (id: string, which = 'result') => {
    const { address, fileName } = must(await admin('GET', `/sys/task/file?id=${id}&which=${which}`))
    const { raw, status } = await test.anonymous('GET', address as string)
    expect(status).toBe(200)
    return { fileName: fileName as string, content: raw.rawPayload }
  }
  const count = async (query: string) => must(await admin('GET', `${query}&pageSize=1`)).total as number
  const check = async (content: Buffer, fields: Record<string, string> = {}, path = USERS) => {
    const form = { validateStatus: '1', dryRun: '1', ...fields }
    const [first] = must(await upload(admin, `${path}/importExcel`, '导入.xlsx', content, form)).tasks as Task[]
    return settled(first!.id)
  }
  const confirm = async (id: string, partly = false) => {
    must(await admin('POST', '/sys/task/confirm', { id, partly }))
    return settled(id)
  }

  /** How many of the files of an import the store still has. */
  const kept = async (id: string): Promise<number> => {
    const [row] = await test.services.db.select().from(task).where(eq(task.id, id))
    const found = await Promise.all(filesOf(String(row!.input.path)).map((path) => test.services.files.read(path)))
    found.forEach((file) => file?.stream.destroy())
    return found.filter(Boolean).length
  }

  let tries = 0
  it('makes a range of 10,000 numbers in the background, with a zip of their codes, and exports them there too', async () => {
    // Of each try its own: numbers are made once.
    const series = `55${tries++}`
    const batchNo = `QR-${series}`
    const range = {
      startNo: `${series}0000001`,
      endNo: `${series}0010000`,
      batchNo,
      deviceType: '1',
      softVersion: '1.0',
    }
    must(await admin('POST', `${NUMBERS}/add`, { ...range, qrUrl: 'https://q.cn/{sn}' }))
    // Taken at once, though its numbers are only coming.
    const inside = { ...range, startNo: `${series}0009000`, endNo: `${series}0009001`, batchNo: 'QR-inside' }
    expect((await admin('POST', `${NUMBERS}/add`, inside)).message).toContain('重叠')

    const [ordered] = must(await admin('GET', '/sys/task/list')).records as Task[]
    expect(ordered).toMatchObject({ kind: 'numbers', title: `生成设备编号 ${range.startNo}–${range.endNo}` })
    const made = await settled(ordered!.id)
    expect(made).toMatchObject({ state: 'done', message: '已生成 10000 个编号' })
    expect(await count(`${NUMBERS}/list?batchNo=${batchNo}`)).toBe(10_000)
    const zip = unzipSync(new Uint8Array((await fileOf(made.id)).content))
    expect(Object.keys(zip)).toHaveLength(10_000)
    expect(Buffer.from(zip[`${range.endNo}.png`]!).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')

    const answer = must(await admin('POST', `${NUMBERS}/exportTask`, { format: 'csv' }))
    expect(answer.count).toBeGreaterThan(10_000)
    const exported = await settled((answer.task as Task).id)
    expect(exported).toMatchObject({ state: 'done', fileName: '设备编号.csv', done: answer.count })
    const { content } = await fileOf(exported.id)
    expect(content.toString().trim().split('\r\n')).toHaveLength(answer.count + 1)

    const bell = must(await admin('GET', '/sys/annountCement/listByUser?pageSize=10')).sysMsgList as {
      titile: string
      openPage: string
    }[]
    expect(bell).toContainEqual(
      expect.objectContaining({ titile: '导出设备编号已完成', openPage: `/tasks?id=${exported.id}` }),
    )
    // A short one streams at once.
    expect(must(await admin('POST', `${USERS}/exportTask`, {})).task).toBeNull()
  }, 600_000)

  it('shows a task and its files to nobody else', async () => {
    const own = await check(await peopleSheet(people(900, 1, '私')))
    const other = await test.as('ops_manager')
    expect(must(await other('GET', '/sys/task/list')).records).toEqual([])
    for (const path of [`/sys/task/queryById?id=${own.id}`, `/sys/task/file?id=${own.id}`])
      expect((await other('GET', path)).status).toBe(404)
    for (const verb of ['cancel', 'confirm', 'undo'])
      expect((await other('POST', `/sys/task/${verb}`, { id: own.id })).status).toBe(404)
    expect((await other('DELETE', `/sys/task/delete?id=${own.id}`)).status).toBe(404)
  })

  it('counts new, changed and wrong rows before anything is written', async () => {
    const first = await check(await peopleSheet(people(0, 30)))
    expect(first).toMatchObject({ state: 'checked', counts: { total: 30, added: 30, changed: 0, wrong: 0 } })
    expect(await count(`${USERS}/list?nickName=*导入*`)).toBe(0)
    expect(await kept(first.id)).toBe(2)
    expect(await confirm(first.id)).toMatchObject({
      state: 'done',
      message: '文件导入成功！数据行数：30',
      counts: { written: 30 },
    })
    expect(await count(`${USERS}/list?nickName=*导入*`)).toBe(30)
    expect(await kept(first.id)).toBe(0)
    expect((await admin('POST', '/sys/task/confirm', { id: first.id })).status).toBe(409)

    const mixed = [...people(0, 5), ...people(5, 5, '改名'), ...people(30, 5), ['坏', '123'], ...people(30, 1)]
    const again = await check(await peopleSheet(mixed), { whenExists: 'update' })
    expect(again).toMatchObject({
      state: 'checked',
      counts: { total: 17, added: 5, changed: 5, same: 5, wrong: 2 },
      may: ['cancel', 'confirmPart', 'faults'],
    })
    expect((await admin('POST', '/sys/task/confirm', { id: again.id })).message).toContain('有 2 行错误')
    expect(await confirm(again.id, true)).toMatchObject({
      message: '总上传行数：17，已导入行数：10，错误行数：2',
      counts: { written: 10 },
    })
    expect(await count(`${USERS}/list?nickName=*改名*`)).toBe(5)
  }, 60_000)

  it('takes an import back whole, and not at all when a row has changed since', async () => {
    const { id } = await check(await peopleSheet([...people(100, 20), ...people(5, 5, '再改')]), {
      whenExists: 'update',
    })
    await confirm(id)
    expect(await count(`${USERS}/list?nickName=*再改*`)).toBe(5)
    const { records } = must(await admin('GET', `${USERS}/list?nickName=导入105`))
    must(await admin('PUT', `${USERS}/edit`, { id: records[0].id, version: records[0].version, sex: '1' }))
    const refused = await admin('POST', '/sys/task/undo', { id })
    expect(refused.message).toBe('没有撤销：用户信息“导入105”在导入后已被修改或删除')
    expect(await count(`${USERS}/list?nickName=*导入1*`)).toBeGreaterThanOrEqual(20)
    expect((await read(id)).may).toContain('undo')

    const other = await check(await peopleSheet([...people(200, 20), ...people(0, 3, '换')]), { whenExists: 'update' })
    await confirm(other.id)
    expect((await admin('POST', '/sys/task/undo', { id: other.id })).message).toBe(
      '已撤销本次导入：删除 20 行，恢复 3 行',
    )
    expect(await count(`${USERS}/list?nickName=*导入2*`)).toBeLessThan(20)
    expect(await count(`${USERS}/list?nickName=*换*`)).toBe(0)
    expect(await read(other.id)).toMatchObject({ undone: true, may: ['remove'] })
    expect((await admin('POST', '/sys/task/undo', { id: other.id })).status).toBe(409)
  }, 60_000)

  it('names the line whose range of numbers overlaps another of the file', async () => {
    const line = (batchNo: string, startNo: string, endNo: string): Cell[] => [batchNo, startNo, endNo, '1.0']
    const found = await check(
      await sheetOf(
        ['批次号', '起始编号', '结束编号', '软件版本'],
        [line('a', '66000001', '66000010'), line('b', '66000020', '66000030'), line('c', '66000005', '66000025')],
      ),
      {},
      NUMBERS,
    )
    expect(found).toMatchObject({ state: 'checked', counts: { added: 2, wrong: 1 } })
    expect(await count(`${NUMBERS}/list?startNo=66000001`)).toBe(0)
    const { rows } = await test.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from sys_task where state = 'checked' and counts ->> 'wrong' = '1'`,
    )
    expect(rows[0]!.n).toBe(1)
  })

  /** Stops this process' part of the work as soon as something is written. */
  const stopHalfWay = async (id: string) => {
    const confirmed = admin('POST', '/sys/task/confirm', { id, partly: false })
    const begun = sql`select 1 from sys_task where id = ${id} and (checkpoint is not null or state = 'done')`
    while (!(await test.services.db.execute(begun)).rows.length) await new Promise((resolve) => setTimeout(resolve, 5))
    await stopTasks(test.services)
    must(await confirmed)
    const [row] = await test.services.db.select().from(task).where(eq(task.id, id))
    return row!
  }
  afterEach(() => resumeTasks(test.services))

  it('goes on after a restart where it stood: nothing is lost and nothing is written twice', async () => {
    const { id } = await check(await peopleSheet(people(10_000, 6000, '续')))
    const stopped = await stopHalfWay(id)
    expect(stopped.state).toBe('queued')
    const half = await count(`${USERS}/list?nickName=*续*`)
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(6000)
    await resumeTasks(test.services)
    expect(await settled(id)).toMatchObject({ state: 'done', counts: { added: 6000, written: 6000 } })
    expect(await count(`${USERS}/list?nickName=*续*`)).toBe(6000)
  }, 120_000)

  it('takes back what was written when it is cancelled half-way', async () => {
    const { id } = await check(await peopleSheet(people(20_000, 6000, '半')))
    expect((await stopHalfWay(id)).state).toBe('queued')
    expect(await count(`${USERS}/list?nickName=*半*`)).toBeGreaterThan(0)
    await admin('POST', '/sys/task/cancel', { id })
    await resumeTasks(test.services)
    const ended = await settled(id)
    expect(ended.state).toBe('cancelled')
    expect(ended.message).toMatch(/^已取消，已写入的 \d+ 行已撤回$/)
    expect(await count(`${USERS}/list?nickName=*半*`)).toBe(0)
  }, 120_000)

  it('says what is wrong with a file that is none', async () => {
    const broken = await check(Buffer.from('昵称,手机号'))
    expect(broken).toMatchObject({ state: 'failed', title: '导入用户信息：导入.xlsx' })
    expect(broken.message).toContain('文件不是有效的 Excel 文件')
    must(await admin('DELETE', `/sys/task/delete?id=${broken.id}`))
    expect((await admin('GET', `/sys/task/queryById?id=${broken.id}`)).status).toBe(404)
  })
})
