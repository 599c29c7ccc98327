/** P03: what a form keeps outlives a backup; files that its records name stay; clients of the contract read it by its code. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import { backup } from '../../server/db/backup.ts'
import { watchOnlineForms } from '../../server/db/online-table.ts'
import { restore } from '../../server/db/restore.ts'
import { oneKind } from '../databases.ts'
import { freshDatabase } from '../postgres.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

const { sysFile } = resources
const HEAD = '/online/cgform/head'
const API = '/online/cgform/api'
const DATA = '/online/cgform/data/kept'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)

describe.each([await oneKind()])('what online forms keep on %s', (kind) => {
  let test: TestApp
  let admin: Send
  const must = (reply: Reply) => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result
  }
  beforeAll(async () => {
    test = await testApp(kind, { demo: false })
    admin = await test.as('admin')
    const { id, version } = must(
      await admin('POST', `${HEAD}/add`, {
        name: '登记',
        code: 'kept',
        dataScope: formScopes.tenant,
        fields: [
          { name: 'title', label: '标题', kind: onlineKinds.text, required: 'Y', inSearch: 'Y' },
          { name: 'day', label: '日期', kind: onlineKinds.date, inSearch: 'Y' },
          { name: 'answer', label: '是否', kind: onlineKinds.dict, dictCode: 'yn', inList: 'Y', inSearch: 'Y' },
          { name: 'photo', label: '照片', kind: onlineKinds.image },
        ],
      }),
    )
    must(await admin('POST', `${HEAD}/publish`, { id, version }))
  })
  afterAll(() => test?.close())

  it('P03: a file that a record names is used there and stays', async () => {
    const { message: photo } = await upload(admin, '/sys/common/upload', 'photo.png', PNG)
    const { id } = must(await admin('POST', `${DATA}/add`, { title: '有照片', photo }))
    const { records } = must(await admin('GET', `${sysFile.path}/list?pageSize=100`))
    const [file] = records as { id: string; useCount: number }[]
    expect(file).toMatchObject({ useCount: 1 })
    const { usedIn } = must(await admin('GET', `${sysFile.path}/queryById?id=${file!.id}`))
    expect(usedIn.uses).toEqual([{ resource: 'onl_kept', label: '登记', id, title: '有照片' }])
    expect((await admin('DELETE', `${sysFile.path}/delete?id=${file!.id}`)).message).toContain('正用在登记“有照片”')
    must(await admin('DELETE', `${DATA}/delete?id=${id}`))
    must(await admin('DELETE', `${sysFile.path}/delete?id=${file!.id}`))
  })

  it('P03: a file of a removed field stays while its record goes on, so that taking back finds it', async () => {
    const files = [
      { name: 'photo', label: '照片', kind: onlineKinds.image },
      { name: 'contract', label: '合同', kind: onlineKinds.file },
    ]
    const form = { name: '合同', code: 'removed', dataScope: formScopes.tenant, fields: files }
    const { id } = must(await admin('POST', `${HEAD}/add`, form))
    const step = async (name: string) =>
      must(
        await admin('POST', `${HEAD}/${name}`, {
          id,
          version: must(await admin('GET', `${HEAD}/plan?id=${id}`)).version,
        }),
      )
    await step('publish')
    const sent = async (name: string) => (await upload(admin, '/sys/common/upload', name, PNG)).message
    const [photo, contract, later] = [await sent('a.png'), await sent('contract.png'), await sent('b.png')]
    const at = '/online/cgform/data/removed'
    const row = must(await admin('POST', `${at}/add`, { photo, contract }))
    const { version, fields } = must(await admin('GET', `${HEAD}/queryById?id=${id}`))
    must(await admin('PUT', `${HEAD}/edit`, { id, version, fields: fields.slice(0, 1) }))
    await step('publish')
    must(await admin('PUT', `${at}/edit`, { id: row.id, version: row.version, photo: later }))
    const loose = async () => {
      const found = await test.services.pool.query<{ path: string }>(
        'select path from sys_file where loose_time is not null and path = any($1)',
        [[photo, contract, later]],
      )
      return found.rows.map(({ path }) => path)
    }
    expect(await loose()).toEqual([photo])
    await step('takeBack')
    expect(must(await admin('GET', `${at}/queryById?id=${row.id}`))).toMatchObject({ photo: later, contract })
    must(await admin('DELETE', `${at}/delete?id=${row.id}`))
    expect((await loose()).sort()).toEqual([photo, contract, later].sort())
  })

  it('P03: clients of the contract get columns, conditions and data by the code, and write without versions', async () => {
    const { columns, dictOptions } = must(await admin('GET', `${API}/getColumns/kept`))
    expect(columns).toContainEqual(expect.objectContaining({ dataIndex: 'answer', customRender: 'yn' }))
    expect(dictOptions.yn).toHaveLength(2)
    expect(must(await admin('GET', `${API}/getQueryInfo/kept`))).toEqual(
      expect.arrayContaining([
        { label: '日期', field: 'day', view: 'date', mode: 'group' },
        { label: '是否', field: 'answer', view: 'list', mode: 'single', dictCode: 'yn', config: '1' },
      ]),
    )
    const row = must(await admin('POST', `${API}/form/kept`, { title: '甲', day: '2026-05-01' }))
    must(await admin('PUT', `${API}/form/kept`, { id: row.id, title: '乙' }))
    expect(must(await admin('GET', `${API}/form/kept/${row.id}`))).toMatchObject({ title: '乙', day: '2026-05-01' })
    expect(must(await admin('GET', `${API}/getData/kept?title=乙&pageNo=1&pageSize=10`)).total).toBe(1)
    expect((await admin('GET', `${API}/getData/kept?secret=1`)).status).toBe(400)
    expect((await admin('GET', `${API}/exportXls/kept`)).raw.statusCode).toBe(200)
    must(await admin('DELETE', `${API}/form/kept/${row.id}`))
    expect(must(await admin('GET', `${API}/getData/kept`)).total).toBe(0)
    expect((await admin('GET', `${API}/getData/other`)).status).toBe(404)
  })

  it('P03: a backup brings the table of a form back, with its indexes and triggers', async () => {
    const { id } = must(await admin('POST', `${DATA}/add`, { title: '留下', day: '2026-06-01' }))
    const file = join(tmpdir(), `voltdesk-online-${randomUUID()}`)
    const target = await freshDatabase(kind, { poolSize: 1 })
    try {
      await backup(test.services.pool, file)
      await restore(target.pool, file)
      // As a server does when it starts.
      await target.pool.query(
        `create schema changes; create function note_change() returns trigger language plpgsql as 'begin return null; end';
         create function note_file_use() returns trigger language plpgsql as 'begin return null; end'`,
      )
      await watchOnlineForms(target.pool)
      const { rows } = await target.pool.query('select title, day::text, version from onl_kept where id = $1', [id])
      expect(rows).toEqual([{ title: '留下', day: '2026-06-01', version: 1 }])
      const indexes = `select indexdef from pg_indexes where tablename = 'onl_kept' order by indexname collate "C"`
      const all = async (pool: typeof target.pool) => (await pool.query(indexes)).rows
      expect(await all(target.pool)).toEqual(await all(test.services.pool))
      await expect(target.pool.query(`insert into onl_kept (id) values ($1)`, [id])).rejects.toThrow(/duplicate/)
    } finally {
      rmSync(file, { force: true })
      await target.drop()
    }
  })
})
