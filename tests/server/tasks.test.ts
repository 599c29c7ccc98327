/** The task centre: long exports and imports, what came of them, and what may still be done with them. */
import { unzipSync } from 'fflate'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writers, type Cell } from '@voltdesk/sheets'
import { BACKGROUND_ROWS, type Task } from '#model/tasks.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { sexes } from '#resources/sexes.ts'
import { storedFile } from '../../server/db/tables.ts'
import { task } from '../../server/db/task-tables.ts'
import { filesOf } from '../../server/tasks/import-file.ts'
import { resumeTasks, stopTasks } from '../../server/tasks/run.ts'
import { bothKinds } from '../databases.ts'
import { testApp, until, type Reply, type Send, type TestApp } from '../product.ts'
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

const databases = await bothKinds()
describe.each(databases)('the task centre on %s', (kind) => {
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

  /** Told with its end, however long it takes. */
  const takeBack = async (id: string) => {
    const { settings } = test.services
    const { taskWaitMs } = settings
    Object.assign(settings, { taskWaitMs: 120_000 })
    const reply = await admin('POST', '/sys/task/undo', { id })
    Object.assign(settings, { taskWaitMs })
    return reply
  }

  /** How many of the files of an import the store still has; they are counted for as long. */
  const kept = async (id: string): Promise<number> => {
    const { db, files } = test.services
    const [row] = await db.select().from(task).where(eq(task.id, id))
    const paths = filesOf(String(row!.input.path))
    const found = await Promise.all(paths.map((path) => files.read(path)))
    found.forEach((file) => file?.stream.destroy())
    const sizes = found.flatMap((file) => (file ? [file.size] : []))
    const counted = await db.select().from(storedFile).where(inArray(storedFile.path, paths))
    expect(counted.map(({ fileSize }) => fileSize).sort()).toEqual(sizes.sort())
    // A task of its own holds them: no sweep takes them before it ends.
    expect(counted.map(({ looseTime }) => looseTime)).toEqual(sizes.map(() => null))
    return sizes.length
  }

  // Ten thousand of anything take as long on one of them as all the rest.
  if (kind === databases.at(-1))
    it('makes a range of 1,500 numbers in the background, with a zip of their codes, and exports ten thousand there too', async () => {
      const series = '550'
      const batchNo = `QR-${series}`
      const range = {
        startNo: `${series}0000001`,
        endNo: `${series}0001500`,
        batchNo,
        deviceType: deviceTypes.cabinet,
        softVersion: '1.0',
      }
      const added = await admin('POST', `${NUMBERS}/add`, { ...range, qrUrl: 'https://q.cn/{sn}' })
      const title = `生成设备编号 ${range.startNo}–${range.endNo}`
      expect(must(added)).toMatchObject({ sn: range.startNo, task: { kind: 'numbers', title } })
      expect(added.message).toBe('添加成功！其余 1,499 个编号正在后台生成，完成后会通知您')
      // Taken at once, though its numbers are only coming.
      const inside = { ...range, startNo: `${series}0001400`, endNo: `${series}0001401`, batchNo: 'QR-inside' }
      expect((await admin('POST', `${NUMBERS}/add`, inside)).message).toContain('重叠')

      const [ordered] = must(await admin('GET', '/sys/task/list')).records as Task[]
      expect(ordered).toMatchObject({ kind: 'numbers', title, id: added.result.task.id })
      const made = await settled(ordered!.id)
      expect(made).toMatchObject({ state: 'done', message: '已生成 1500 个编号' })
      expect(await count(`${NUMBERS}/list?batchNo=${batchNo}`)).toBe(1500)
      const zip = unzipSync(new Uint8Array((await fileOf(made.id)).content))
      expect(Object.keys(zip)).toHaveLength(1500)
      expect(Buffer.from(zip[`${range.endNo}.png`]!).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')

      await test.services.db.execute(
        sql`insert into rental_device_number (id, tenant_id, sn, create_time, version)
          select 'more-' || n, 1, '66' || lpad(n::text, 8, '0'), now(), 1 from generate_series(1, ${BACKGROUND_ROWS}) n`,
      )
      const answer = must(await admin('POST', `${NUMBERS}/exportTask`, { format: 'csv' }))
      expect(answer.count).toBeGreaterThan(BACKGROUND_ROWS)
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
    })

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
    // Its files go last, when its end is written.
    await expect.poll(() => kept(first.id)).toBe(0)
    expect((await admin('POST', '/sys/task/confirm', { id: first.id })).status).toBe(409)

    const mixed = [...people(0, 5), ...people(5, 5, '改名'), ...people(30, 5), ['坏', '123'], ...people(30, 1)]
    const again = await check(await peopleSheet(mixed), { whenExists: 'update' })
    expect(again).toMatchObject({
      state: 'checked',
      counts: { total: 17, added: 5, changed: 5, same: 5, wrong: 2 },
      may: ['cancel', 'confirmPart', 'faults'],
    })
    expect(again.faults).toMatchObject([
      { line: 17, label: '手机号', text: '123', reason: '请输入正确手机号' },
      { line: 18, label: '手机号' },
    ])
    expect(first.faults).toEqual([])
    const hopeless = await check(await peopleSheet(Array.from({ length: 25 }, (_, n) => ['坏', `123${n}`])))
    expect(hopeless.faults?.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect((await admin('POST', '/sys/task/confirm', { id: again.id })).message).toContain('有 2 行错误')
    expect(await confirm(again.id, true)).toMatchObject({
      message: '总上传行数：17，已导入行数：10，错误行数：2',
      counts: { written: 10 },
    })
    expect(await count(`${USERS}/list?nickName=*改名*`)).toBe(5)

    const unwanted = await check(await peopleSheet(people(40, 2)))
    expect(await kept(unwanted.id)).toBe(2)
    must(await admin('POST', '/sys/task/cancel', { id: unwanted.id }))
    expect(await kept(unwanted.id)).toBe(0)
  })

  it('takes an import back whole, and not at all when a row has changed since', async () => {
    const { id } = await check(await peopleSheet([...people(100, 20), ...people(5, 5, '再改')]), {
      whenExists: 'update',
    })
    await confirm(id)
    expect(await count(`${USERS}/list?nickName=*再改*`)).toBe(5)
    const { records } = must(await admin('GET', `${USERS}/list?nickName=导入105`))
    must(await admin('PUT', `${USERS}/edit`, { id: records[0].id, version: records[0].version, sex: sexes.male }))
    const refused = await takeBack(id)
    expect(refused.message).toBe('没有撤销：用户信息“导入105”在导入后已被修改或删除')
    // What the import did stays said, however often that is tried.
    expect((await takeBack(id)).message).toBe(refused.message)
    expect(await read(id)).toMatchObject({
      state: 'done',
      undone: false,
      message: `文件导入成功！数据行数：25；${refused.message}`,
    })
    expect(await count(`${USERS}/list?nickName=*导入1*`)).toBeGreaterThanOrEqual(20)
    expect((await read(id)).may).toContain('undo')

    const other = await check(await peopleSheet([...people(200, 20), ...people(0, 3, '换')]), { whenExists: 'update' })
    await confirm(other.id)
    expect((await takeBack(other.id)).message).toBe('已撤销本次导入：删除 20 行，恢复 3 行')
    expect(await count(`${USERS}/list?nickName=*导入2*`)).toBeLessThan(20)
    expect(await count(`${USERS}/list?nickName=*换*`)).toBe(0)
    expect(await read(other.id)).toMatchObject({ undone: true, may: ['remove'] })
    expect((await takeBack(other.id)).status).toBe(409)
  })

  it('changes a record once: a second line that names it, by whatever it names it, is a duplicate of the first', async () => {
    await confirm((await check(await peopleSheet(people(400, 1, '一次')))).id)
    const [record] = must(await admin('GET', `${USERS}/list?nickName=一次400`)).records as Record<string, string>[]
    const { userNo, phone } = record!
    const lines: Cell[][] = [
      [userNo!, '一次甲', '13788880001'],
      [userNo!, '一次乙', '13788880002'],
      ['', '一次丙', phone!],
    ]
    const found = await check(await sheetOf(['用户编号', '昵称', '手机号'], lines), { whenExists: 'update' })
    expect(found.counts).toMatchObject({ added: 0, changed: 1, wrong: 2 })
    await confirm(found.id, true)
    const now = must(await admin('GET', `${USERS}/list?nickName=*一次*`)).records as Record<string, string>[]
    expect(now.map(({ nickName }) => nickName)).toEqual(['一次甲'])
  })

  it('judges what is left after a restart as it would have without', async () => {
    const [twice, wrong] = ['13788880011', '13788880012']
    const lines: Cell[][] = [
      ['重启甲', twice, '男'],
      // Not written, so it is in nobody's way.
      ['重启乙', wrong, '不明'],
      ['重启丙', wrong, '女'],
      ['重启丁', twice, '女'],
    ]
    const whole = await check(await sheetOf(['昵称', '手机号', '性别'], lines), { whenExists: 'update' })
    expect(whole.counts).toMatchObject({ added: 2, wrong: 2 })
    // As a run left it that was cut off behind the second line.
    await admin('POST', `${USERS}/add`, { nickName: '重启甲', phone: twice, sex: sexes.male })
    const at = JSON.stringify({ added: 1, changed: 0, same: 0, wrong: 1 })
    await stopTasks(test.services)
    must(await admin('POST', '/sys/task/confirm', { id: whole.id, partly: true }))
    await test.services.db.execute(sql`update sys_task set checkpoint = ${at}::jsonb where id = ${whole.id}`)
    await resumeTasks(test.services)
    const ended = await settled(whole.id)
    expect(ended).toMatchObject({ state: 'done', counts: { added: 2, changed: 0, wrong: 2 } })
    const { records } = must(await admin('GET', `${USERS}/list?nickName=*重启*`))
    expect((records as { nickName: string }[]).map(({ nickName }) => nickName).sort()).toEqual(['重启丙', '重启甲'])
  })

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
    const { id } = await check(await peopleSheet(people(10_000, 4000, '续')))
    const stopped = await stopHalfWay(id)
    expect(stopped.state).toBe('queued')
    const half = await count(`${USERS}/list?nickName=*续*`)
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(4000)
    await resumeTasks(test.services)
    expect(await settled(id)).toMatchObject({ state: 'done', counts: { added: 4000, written: 4000 } })
    expect(await count(`${USERS}/list?nickName=*续*`)).toBe(4000)
  })

  it('takes back what was written when it is cancelled half-way', async () => {
    const { id } = await check(await peopleSheet(people(20_000, 4000, '半')))
    expect((await stopHalfWay(id)).state).toBe('queued')
    expect(await count(`${USERS}/list?nickName=*半*`)).toBeGreaterThan(0)
    await admin('POST', '/sys/task/cancel', { id })
    await resumeTasks(test.services)
    const ended = await settled(id)
    expect(ended.state).toBe('cancelled')
    expect(ended.message).toMatch(/^已取消，已写入的 \d+ 行已撤回$/)
    expect(await count(`${USERS}/list?nickName=*半*`)).toBe(0)
  })

  const DEPARTMENTS = '/sys/sysDepart'
  const departments = (rows: Cell[][]) => sheetOf(['部门名称', '上级部门', '机构类别'], rows)
  const unit = (name: string, above: string | null): Cell[] => [name, above, above ? '2' : '1']

  it('writes parents before children, however the file is sorted, and takes both back', async () => {
    const rows = [unit('丙组', '乙部'), unit('乙部', '甲公司'), unit('甲公司', null), unit('丁组', '乙部')]
    const { id, counts } = await check(await departments(rows), {}, DEPARTMENTS)
    expect(counts).toMatchObject({ added: 4, wrong: 0 })
    expect(await confirm(id)).toMatchObject({ state: 'done', counts: { written: 4 } })
    const codes = async () => {
      const { rows: found } = await test.services.db.execute<{ name: string; code: string }>(
        sql`select depart_name as name, org_code as code from sys_depart
          where depart_name in ('甲公司', '乙部', '丙组', '丁组') and delete_time is null order by org_code`,
      )
      return found
    }
    const made = await codes()
    expect(made.map(({ name }) => name)).toEqual(['甲公司', '乙部', '丙组', '丁组'])
    for (const [at, above] of [0, 1, 1].entries()) expect(made[at + 1]!.code.slice(0, -3)).toBe(made[above]!.code)
    expect(must(await takeBack(id)).undone).toBe(true)
    expect(await codes()).toEqual([])
  })

  it('names rows that are each above the other, and what stands below a wrong row', async () => {
    const rows = [unit('环一', '环二'), unit('环二', '环一'), unit('自己', '自己'), unit('好的', null)]
    const found = await check(await departments(rows), {}, DEPARTMENTS)
    expect(found.counts).toMatchObject({ added: 1, wrong: 3 })
  })

  if (kind === 'embedded')
    it('lets others work between its parts', async () => {
      const provider = (at: number): Cell[] => [
        `并行${at}`,
        ...['省级代理', '企业', '张三', '13800000000', '浙江省/杭州市/西湖区', '文三路 1 号'],
      ]
      const sheet = await sheetOf(
        ['服务商名称', '级别', '主体类型', '联系人', '联系电话', '区域', '地址'],
        Array.from({ length: 60 }, (_, at) => provider(at)),
      )
      const { id, counts, message } = await check(sheet, {}, '/rental/serviceProvider')
      expect(counts, message ?? '').toMatchObject({ added: 60 })
      const answeredUntil = async (work: Promise<unknown>) => {
        let [answered, ended] = [0, false]
        const over = work.finally(() => (ended = true))
        while (!ended) {
          must(await admin('GET', `${USERS}/list?pageSize=1`))
          answered += 1
        }
        await over
        return answered
      }
      // In one transaction there would be a single answer, at its end.
      expect(await answeredUntil(confirm(id))).toBeGreaterThan(5)
      const undo = async () => {
        await admin('POST', '/sys/task/undo', { id })
        return settled(id)
      }
      expect(await answeredUntil(undo())).toBeGreaterThan(5)
      expect(await read(id)).toMatchObject({ undone: true })
    })

  it('says what is wrong with a file that is none', async () => {
    const broken = await check(Buffer.from('%PDF-1.7'))
    expect(broken).toMatchObject({ state: 'failed', title: '导入用户信息：导入.xlsx' })
    expect(broken.message).toContain('文件不是有效的 Excel 文件')
    must(await admin('DELETE', `/sys/task/delete?id=${broken.id}`))
    expect((await admin('GET', `/sys/task/queryById?id=${broken.id}`)).status).toBe(404)
  })
})
