/** What people's own sheets hold, as SheetJS and LibreOffice write them: read as they meant it, or named cell by cell. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as SheetJS from 'xlsx'
import type { Task } from '#model/tasks.ts'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { cardTypes } from '#resources/product/card.ts'
import { parse } from '@voltdesk/sheets/parse'
import { givenBefore } from '../../server/db/given-usernames.ts'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { PASSWORD, testApp, until, type Send, type TestApp } from '../product.ts'
import { checked, FORMATS, settled } from './sheet-trip.ts'
import { upload } from './upload.ts'

type Row = Record<string, unknown>
type Given = SheetJS.CellObject | string | number

describe.each([await oneKind()])('sheets of people on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    test.services.sheetReader = { parse }
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const { path } = resources.userMessage
  const book = (rows: readonly (readonly Given[])[]) => {
    const sheet: SheetJS.WorkSheet = { '!ref': `A1:${SheetJS.utils.encode_cell({ r: rows.length - 1, c: 9 })}` }
    rows.forEach((row, r) =>
      row.forEach((cell, c) => {
        const given = typeof cell === 'object' ? cell : { t: typeof cell === 'number' ? 'n' : 's', v: cell }
        sheet[SheetJS.utils.encode_cell({ r, c })] = given
      }),
    )
    return SheetJS.write(SheetJS.utils.book_new(sheet, '数据'), { type: 'buffer', bookType: 'xlsx' }) as Buffer
  }
  /** Text is a text table. */
  async function check(
    rows: readonly (readonly Given[])[] | string,
    where = path,
    send = admin,
  ): Promise<{ task: Task; faults: string[] }> {
    const fields = { dryRun: '1', validateStatus: '1', whenExists: 'update' }
    const [name, content] =
      typeof rows === 'string' ? (['表.csv', Buffer.from(rows)] as const) : (['表.xlsx', book(rows)] as const)
    const reply = await upload(send, `${where}/importExcel`, name, content, fields)
    expect(reply, reply.message).toMatchObject({ success: true })
    const { id } = (reply.result.tasks as Task[])[0]!
    const task = await until(`the end of task ${id}`, async () => {
      const { result } = await send('GET', `/sys/task/queryById?id=${id}`)
      return !['queued', 'running'].includes((result as Task).state) && (result as Task)
    })
    if (!task.faultName) return { task, faults: [] }
    const { result } = await send('GET', `/sys/task/file?id=${id}&which=faults`)
    const { raw } = await test.anonymous('GET', result.address as string)
    const [list] = Object.values(SheetJS.read(raw.rawPayload).Sheets)
    const lines = SheetJS.utils.sheet_to_json<Record<string, string>>(list!)
    return { task, faults: lines.map(({ 行号, 列, 原因 }) => `${行号} ${列} ${原因}`) }
  }

  it('names the cell of an error and of a number Excel has rounded, and gives one reason a cell', async () => {
    const { task, faults } = await check([
      ['昵称', '手机号', '微信标识', '注册时间'],
      [{ t: 'e', v: 7 }, '13655550001', 'a', '2026/3/2 8:05'],
      ['乙', '13655550002', 123456789012345680, '2026-03-02 08:05'],
      ['丙', '13655550003', '6.22203E+18', '2026年3月2日'],
      ['丁', '13655550004', 'd', '三月二日'],
      ['戊', 13655550005, { t: 'n', v: 42, z: '000000' }, 20260302],
    ])
    expect(faults).toEqual([
      '2 昵称 单元格 A2 是公式错误，不是内容',
      '3 微信标识 单元格 C3 是超过 15 位的数字，Excel 已把它四舍五入，请把这一列设为文本后重新填写',
      '4 微信标识 单元格 C4 是超过 15 位的数字，Excel 已把它四舍五入，请把这一列设为文本后重新填写',
      '5 注册时间 时间格式应为 YYYY-MM-DD HH:mm:ss',
    ])
    expect(task.counts).toMatchObject({ added: 1, wrong: 4 })
  })

  it('does not take a row whose own number is an error for a new record', async () => {
    const { faults } = await check([
      ['用户编号', '昵称', '手机号'],
      [{ t: 'e', v: 42 }, '己', '13655550006'],
    ])
    expect(faults).toEqual(['2 用户编号 单元格 A2 是公式错误，不是内容'])
  })

  it('does not take a row with the number of no record for a new one', async () => {
    const { faults } = await check([
      ['用户编号', '昵称', '手机号'],
      ['U999999999', '己', '13655550016'],
    ])
    expect(faults).toEqual(['2 用户编号 没有这个编号的记录，或无权使用；要新增请留空'])
  })

  it('names the line of a text table whose quotes have no partner, instead of reading the rest into one cell', async () => {
    const { task } = await check('昵称,手机号\r\n甲,13655550017\r\n"5寸屏,13655550018\r\n丙,13655550019\r\n')
    expect(task).toMatchObject({ state: 'failed', message: '第 3 行的引号没有配对，请改正后再上传' })
  })

  it('names what stands beside the titles, and reads lines that end in both ways', async () => {
    const { task, faults } = await check('昵称,手机号\r\n甲,乙,13655550020\r\n丙,13655550021\n丁,13655550022\n')
    expect(faults).toContain('2 昵称 单元格 C2 没有表头')
    expect(task.counts).toMatchObject({ total: 3, added: 2, wrong: 1 })
  })

  it('names the line of a name that belonged to somebody who has left', async () => {
    const { id } = (
      await admin('POST', '/sys/user/add', { username: 'left_here', realname: '去者', password: PASSWORD })
    ).result as { id: string }
    await test.as('left_here')
    await admin('DELETE', `/sys/user/delete?id=${id}`)
    const { faults } = await check('用户名,姓名\r\nnew_here,来者\r\nLeft_Here,同名\r\nleft_here,同名\r\n', '/sys/user')
    const advice = '如果是同一个人，请在用户回收站还原原账号'
    expect(faults).toEqual(
      ['3', '4'].map((line, at) => `${line} 用户名 ${givenBefore(['Left_Here', 'left_here'][at]!)}；${advice}`),
    )
  })

  it('never takes a masked text for the name it hides', async () => {
    const { name, permission } = resources.userMessage
    const codes = ['list', 'query', 'import', 'edit', 'export'].map((verb) => `${permission}:${verb}`)
    const { username } = await makePerson(test, { tenants: [1], departs: ['A'], roles: { [`imports-${name}`]: codes } })
    const { records } = (await admin('GET', `${path}/list?pageSize=1&authStatus=2`)).result as { records: Row[] }
    const rows = [
      ['用户编号', '昵称', '手机号', '姓名'],
      [...['userNo', 'nickName', 'phone'].map((field) => String(records[0]![field])), '旧**'],
    ]
    const { faults } = await check(rows, path, await test.as(username))
    expect(faults).toEqual(['2 姓名 是隐藏后的内容，不能导入'])
  })

  it('keeps leading zeros that a format shows', async () => {
    const rows: Given[][] = [
      ['昵称', '手机号', '微信标识'],
      ['庚', '13655550007', { t: 'n', v: 42, z: '000000' }],
    ]
    const { task } = await check(rows)
    const { result } = await admin('POST', '/sys/task/confirm', { id: task.id, partly: false })
    expect(await settled(admin, result as Task)).toMatchObject({ state: 'done' })
    const { records } = (await admin('GET', `${path}/list?nickName=庚`)).result
    expect(records[0]).toMatchObject({ openId: '000042' })
  })

  it('takes 30 % of a percent cell for thirty, and an amount of 20 for the record of 20.00', async () => {
    const rowOf = async (resource: Resource, given: (row: Record<string, string>) => Record<string, Given>) => {
      const row = (await admin('GET', `${resource.path}/list?pageSize=1`)).result.records[0] as Record<string, string>
      const needed = resource.excel.import.filter((name) => resource.fields[name]!.required)
      const cells = {
        ...Object.fromEntries(needed.map((name) => [name, row[`${name}_dictText`] ?? row[name]!])),
        ...given(row),
      }
      const { task, faults } = await check(
        [Object.keys(cells).map((name) => resource.fields[name]!.label), Object.values(cells)],
        resource.path,
      )
      expect(task.counts, `${task.message} ${faults.join()}`).toMatchObject({ same: 1, wrong: 0 })
    }
    await rowOf(resources.rechargeSetting, ({ payAmount }) => ({ payAmount: Number(payAmount) }))
    await rowOf(resources.serviceProviderConfig, ({ shareRatio }) => ({
      shareRatio: { t: 'n', v: Number(shareRatio) / 100, z: '0.00%' },
    }))
  })

  /** What the sheets that LibreOffice has made (see make-fixtures.sh) say, as the record has it. */
  const MEANT: { resource: Resource; rows: Row[] }[] = [
    {
      resource: resources.card,
      rows: [
        {
          cardName: '000042',
          cardType: cardTypes.month,
          deviceType: '2,3',
          price: '1234.50',
          originalPrice: '2000.00',
          validDays: 30,
          firstOnly: 'Y',
          refundable: 'Y',
          refundDays: 7,
          areaCodes: '330100,320100',
          notes: '第一行\n第二行，含“引号”"和,逗号',
        },
        {
          cardName: '987654321098765432',
          deviceType: '2,3',
          price: '19.90',
          originalPrice: null,
          firstOnly: 'N',
          refundable: 'N',
          areaCodes: null,
          notes: '=不是公式',
        },
      ],
    },
    {
      resource: resources.rechargeSetting,
      rows: [
        {
          title: '日期',
          payAmount: '121.50',
          giftAmount: '0.10',
          firstOnly: 'Y',
          startTime: '2027-03-02 00:00:00',
          endTime: '2027-12-31 23:59:59',
          tag: '0012',
        },
        {
          title: '中文日期',
          payAmount: '122.00',
          giftAmount: '0.00',
          firstOnly: 'N',
          startTime: '2027-03-02 00:00:00',
          endTime: '2027-12-31 08:05:00',
          tag: '000042',
        },
      ],
    },
  ]
  it.each(
    MEANT.flatMap(({ resource, rows }) => FORMATS.map((format) => [resource.name, format, resource, rows] as const)),
  )('writes from the %s.%s of LibreOffice what its cells show', async (name, format, resource, rows) => {
    const file = `${name}.${format}`
    const content = readFileSync(new URL(`../fixtures/${file}`, import.meta.url))
    const [task] = await checked(admin, resource, [{ name: file, content }])
    expect(task!.counts, task!.message ?? '').toMatchObject({ total: rows.length, added: rows.length, wrong: 0 })
    const { result } = await admin('POST', '/sys/task/confirm', { id: task!.id, partly: false })
    expect(await settled(admin, result as Task)).toMatchObject({ state: 'done', counts: { written: rows.length } })
    const list = (await admin('GET', `${resource.path}/list?pageSize=${rows.length}&column=createTime&order=desc`))
      .result
    const records = list.records as Row[]
    expect(records).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))))
    // The next format adds them again.
    for (const { id } of records) await admin('DELETE', `${resource.path}/delete?id=${String(id)}`)
  })
})
