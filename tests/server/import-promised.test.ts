/** What the check of a file says is what confirming it does: whoever wrote a record meanwhile keeps what they wrote. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Task } from '#model/tasks.ts'
import { resources } from '#resources/index.ts'
import { task } from '../../server/db/task-tables.ts'
import { filesOf } from '../../server/tasks/import-file.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { importDesk } from './import-file.ts'

const USERS = '/rental/userMessage'
const kind = await oneKind()

describe(`between the check of a file and its confirmation on ${kind}`, () => {
  const { app, admin, must, faultsOf: faultsIn, checked, confirmed, settled } = importDesk(kind)
  let next = 13_922_000_000
  const added = async (nickName: string) =>
    must(
      await admin('POST', `${USERS}/add`, make(resources.userMessage, { nickName, phone: String((next += 1)) })),
    ) as Record<string, unknown>
  const now = async ({ id }: Record<string, unknown>) => must(await admin('GET', `${USERS}/queryById?id=${String(id)}`))
  const called = async (nickName: string) =>
    must(await admin('GET', `${USERS}/list?nickName=${nickName}`)).total as number
  const colleagueEdits = async (row: Record<string, unknown>, nickName: string) => {
    const { version } = await now(row)
    must(await admin('PUT', `${USERS}/edit`, { id: row.id, version, nickName }))
  }
  const check = (rows: (string | null)[][]) => checked(USERS, ['昵称', '手机号'], rows)
  /** The wrong rows are left out. */
  const partly = async ({ id }: Task) => {
    must(await admin('POST', '/sys/task/confirm', { id, partly: true }))
    return settled(id)
  }
  const faultsOf = (task: Task) => faultsIn(task, '行号', '内容', '原因')
  const BY_ADMIN = (done: string) => expect.stringMatching(new RegExp(`^已由 .+ 于 \\d\\d:\\d\\d ${done}，请重新导入$`))

  it('a row that was to change nothing does not undo what a colleague wrote', async () => {
    const row = await added('原名')
    const found = await check([
      ['原名', String(row.phone)],
      ['新来的', '13922990001'],
    ])
    expect(found.counts).toMatchObject({ same: 1, added: 1 })
    await colleagueEdits(row, '同事改的')
    expect(await confirmed(found)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^第 2 行：昵称已由 .+ 于 \d\d:\d\d 修改，请重新导入/),
    })
    expect(await now(row)).toMatchObject({ nickName: '同事改的' })
    expect(await called('新来的')).toBe(0)
  })

  it('a row that was to change one value does not take back another, and is named beside those that were wrong before', async () => {
    const [row, other] = [await added('甲一'), await added('甲二')]
    const found = await check([
      ['甲一改', String(row.phone)],
      ['甲二改', String(other.phone)],
      ['号码错', '123'],
    ])
    expect(found.counts).toMatchObject({ changed: 2, wrong: 1 })
    await colleagueEdits(row, '同事改的')
    const ended = await partly(found)
    expect(ended).toMatchObject({ state: 'done', counts: { changed: 1, wrong: 2, written: 1 } })
    expect(await now(row)).toMatchObject({ nickName: '同事改的' })
    expect(await now(other)).toMatchObject({ nickName: '甲二改' })
    expect(await faultsOf(ended)).toEqual([
      [2, '甲一改', BY_ADMIN('修改')],
      [4, '123', '请输入正确手机号'],
    ])
  })

  it('a row that was to be new does not change what somebody has added, and one whose record is gone does not bring it back', async () => {
    const gone = await added('乙一')
    const found = await check([
      ['乙一改', String(gone.phone)],
      ['乙新', '13922990002'],
      ['号码错', '123'],
    ])
    expect(found.counts).toMatchObject({ changed: 1, added: 1, wrong: 1 })
    must(await admin('DELETE', `${USERS}/delete?id=${String(gone.id)}&version=${String(gone.version)}`))
    const theirs = must(
      await admin('POST', `${USERS}/add`, make(resources.userMessage, { nickName: '别人', phone: '13922990002' })),
    )
    const ended = await partly(found)
    expect(ended.counts).toMatchObject({ wrong: 3, written: 0 })
    expect(await faultsOf(ended)).toEqual([
      [2, '乙一改', BY_ADMIN('删除')],
      [3, '乙新', BY_ADMIN('新增')],
      [4, '123', '请输入正确手机号'],
    ])
    expect(await now(theirs)).toMatchObject({ nickName: '别人' })
    expect(await called('乙一改')).toBe(0)
  })

  it('a row that was wrong is not written because it became right', async () => {
    const row = await added('丙一')
    const taken = make(resources.userMessage, { nickName: '丙二', phone: '13922990003' })
    const theirs = must(await admin('POST', `${USERS}/add`, taken))
    // Two lines for one record: the second is refused.
    const found = await check([
      ['丙一改', String(row.phone)],
      ['丙二改', '13922990003'],
      ['丙二又', '13922990003'],
    ])
    expect(found.counts).toMatchObject({ changed: 2, wrong: 1 })
    must(await admin('DELETE', `${USERS}/delete?id=${String(theirs.id)}&version=${String(theirs.version)}`))
    const ended = await partly(found)
    expect(ended.counts).toMatchObject({ changed: 1, wrong: 2 })
    expect(await called('丙二又')).toBe(0)
  })

  it('nothing is compared in an import that an older version checked', async () => {
    const row = await added('丁一')
    const found = await check([['丁一改', String(row.phone)]])
    const { db, files } = app().services
    const [ordered] = await db.select().from(task).where(eq(task.id, found.id))
    const [, rows] = filesOf(String(ordered!.input.path)) as [string, string]
    const kept = await new Response((await files.read(rows))!.stream as unknown as BodyInit).text()
    const older = kept.split('\n').map((line) => line && JSON.stringify((JSON.parse(line) as unknown[]).slice(0, 2)))
    expect(older.join('\n')).not.toBe(kept)
    await files.write(rows, Buffer.from(older.join('\n')))
    await colleagueEdits(row, '同事改的')
    expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { changed: 1, written: 1 } })
    expect(await now(row)).toMatchObject({ nickName: '丁一改' })
  })
})
