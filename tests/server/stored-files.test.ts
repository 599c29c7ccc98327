/** N18: uploaded files, where they are used, and how they go. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { sweepFiles } from '../../server/files/sweep.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { upload as send } from './upload.ts'

const { sysFile, sysAnnouncement } = resources
type Row = Record<string, any>

/** One white point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)
const upload = async (who: Send, name: string, content: Buffer): Promise<string> =>
  (await send(who, '/sys/common/upload', name, content)).message

describe.each([await oneKind()])('stored files on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let operator: Send
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, operator] = (await Promise.all(['admin', 'operator'].map((name) => test.as(name)))) as [Send, Send]
  })
  afterAll(() => test?.close())

  const fileOf = async (path: string): Promise<Row> => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const { records } = (await admin('GET', `${sysFile.path}/list?pageSize=1000`)).result
    return (records as Row[]).find(({ url }) => String(url).endsWith(name))!
  }
  const remove = (id: string) => admin('DELETE', `${sysFile.path}/delete?id=${id}`)
  const announce = async (files: string) => {
    const reply = await admin('POST', `${sysAnnouncement.path}/add`, make(sysAnnouncement, { files }))
    expect(reply.message).toBe('添加成功！')
    return reply.result as Row
  }

  it('N18: says what a file is, how large, whose, and where it is used', async () => {
    const path = await upload(admin, 'small.png', PNG)
    const before = await fileOf(path)
    expect(before).toMatchObject({
      fileName: 'small.png',
      fileSize: PNG.length,
      size: `${PNG.length} B`,
      contentType_dictText: '图片',
      picture: path,
      useCount: 0,
      createBy: 'admin',
      createBy_dictText: '管理员',
    })
    const { id, titile } = await announce(path)
    expect((await fileOf(path)).useCount).toBe(1)
    const read = (await admin('GET', `${sysFile.path}/queryById?id=${before.id}`)).result
    expect(read.usedIn).toEqual({
      uses: [{ resource: 'sysAnnouncement', label: '系统公告', id, title: titile }],
      hidden: 0,
    })
    expect((await operator('GET', `${sysFile.path}/list`)).status).toBe(403)
  })

  it('N18: a file in use stays, and the refusal says where; afterwards it goes with its content', async () => {
    const path = await upload(admin, 'used.png', PNG)
    const { id: announcement, titile } = await announce(path)
    const { id } = await fileOf(path)
    expect((await remove(id)).message).toBe(`文件“used.png”正用在系统公告“${titile}”，不能删除`)
    expect((await admin('DELETE', `${sysAnnouncement.path}/delete?id=${announcement}`)).success).toBe(true)
    expect((await remove(id)).message).toBe('删除成功!')
    expect(await fileOf(path)).toBeUndefined()
    // Whoever still has its address in an open form hears why it cannot be saved.
    const late = await admin('POST', `${sysAnnouncement.path}/add`, make(sysAnnouncement, { files: path }))
    expect(late.success).toBe(false)
    await expect.poll(async () => (await test.anonymous('GET', `/sys/common/static/${path}`)).status).toBe(404)
  })

  it('N18: what is uploaded here stays though no record names it; what is uploaded in a form does not', async () => {
    const [kept, loose] = [await upload(admin, 'kept.png', PNG), await upload(admin, 'loose.png', PNG)]
    expect((await admin('POST', `${sysFile.path}/keep`, { url: kept })).message).toBe('上传成功！')
    expect((await fileOf(kept)).useCount).toBe(0)
    await test.services.db.execute(
      sql`update sys_file set loose_time = now() - interval '2 days' where path in (${kept}, ${loose}) and loose_time is not null`,
    )
    await sweepFiles(test.services)
    expect(await fileOf(loose)).toBeUndefined()
    const file = await fileOf(kept)
    expect(file).toMatchObject({ fileName: 'kept.png' })
    // Used and no longer used: still kept.
    const { id } = await announce(kept)
    await admin('DELETE', `${sysAnnouncement.path}/delete?id=${id}`)
    expect(
      (await test.services.db.execute(sql`select 1 from sys_file where path = ${kept} and loose_time is null`)).rows,
    ).toHaveLength(1)
    expect((await remove(file.id)).success).toBe(true)
  })

  it('N18: nobody keeps or sees what is another person’s alone, or another tenant’s', async () => {
    const theirs = await upload(operator, 'theirs.png', PNG)
    expect((await admin('POST', `${sysFile.path}/keep`, { url: theirs })).status).toBe(404)
    expect((await operator('POST', `${sysFile.path}/keep`, { url: theirs })).status).toBe(403)
    const { id } = await fileOf(theirs)
    await test.services.db.execute(sql`update sys_file set is_private = true where id = ${id}`)
    expect(await fileOf(theirs)).toBeUndefined()
    expect((await admin('GET', `${sysFile.path}/queryById?id=${id}`)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
    await test.services.db.execute(sql`update sys_file set is_private = false, tenant_id = 2 where id = ${id}`)
    expect((await admin('GET', `${sysFile.path}/queryById?id=${id}`)).status).toBe(404)
  })

  it('N18: a client of the contract uploads in one call', async () => {
    const reply = await send(admin, `${sysFile.path}/upload`, 'contract.png', PNG)
    expect(reply.message).toBe('上传成功！')
    expect(await fileOf(reply.result.url)).toMatchObject({ fileName: 'contract.png' })
  })
})
