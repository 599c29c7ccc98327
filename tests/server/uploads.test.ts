/** Uploads and stored files, on both databases and in both kinds of store. */
import { connect } from 'node:net'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import { watchFiles } from '../../server/db/file-triggers.ts'
import { fileBytes, storedFile } from '../../server/db/tables.ts'
import { task } from '../../server/db/task-tables.ts'
import { diskStore } from '../../server/files/disk.ts'
import { s3Store } from '../../server/files/s3.ts'
import { s3Place } from '../../server/kernel/s3-place.ts'
import { signedAddress } from '../../server/files/address.ts'
import type { FileStore } from '../../server/kernel/ports/files.ts'
import { sweepFiles } from '../../server/files/sweep.ts'
import { timedWork } from '../../server/jobs/timed-work.ts'
import { tableOf } from '../../server/db/table.ts'
import { readSettings } from '../../server/settings.ts'
import { keepFile } from '../../server/files/keep.ts'
import { startPretendS3, type PretendS3 } from '../pretend-s3.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const UPLOAD = '/sys/common/upload'
const TOO_LARGE = '文件大小超出10MB限制, 请压缩或降低文件质量!'

let s3: PretendS3
beforeAll(async () => {
  s3 = await startPretendS3()
})
afterAll(() => s3.stop())
const bucketAddress = () => `s3://key%2F1:secret%2B2@files/volt?endpoint=${s3.endpoint}`

describe.each([await oneKind()])('uploads on %s', (kind) => {
  let test: TestApp
  let send: Send
  beforeAll(async () => {
    test = await testApp(kind, { settings: { FILES_PERSON_MB: '1' } })
    // Every way of keeping files has the same routes above it.
    if (kind === 'postgres') test.services.files = s3Store(s3Place(bucketAddress()))
    send = await test.as('operator')
  })
  afterAll(() => test?.close())
  const read = (path: string) => test.app.inject(`/jeecg-boot/sys/common/static/${encodeURI(path)}`)

  it('come back byte by byte, as a picture to show or a file to keep', async () => {
    const picture = await upload(send, UPLOAD, '门店.png', PNG, { biz: 'jeditor', jeditor: '1' })
    expect(picture.message).toMatch(/^jeditor\/门店_[0-9a-f]{32}\.png$/)
    const shown = await read(picture.message)
    expect(shown.rawPayload.equals(PNG)).toBe(true)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(shown.headers['content-disposition']).toMatch(/^inline;/)
    const table = await upload(send, UPLOAD, '名单.csv', Buffer.from('姓名\n张三'), { isup: '1' })
    expect((await read(table.message)).headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''%E5%90%8D%E5%8D%95.csv",
    )
  })

  it('that are something else than their name says are refused and not kept', async () => {
    const kept = () => (kind === 'postgres' ? s3.objects.size : 0)
    const before = kept()
    for (const name of ['头像.png', '头像.jpg', '说明.txt', '表.xlsx', '合同.pdf'])
      expect(
        await upload(send, UPLOAD, name, Buffer.from('<html><script>alert(1)</script></html>')),
        name,
      ).toMatchObject({
        status: 415,
        success: false,
        message: expect.stringContaining('上传失败！'),
      })
    expect(kept()).toBe(before)
  })

  it('over the limit are refused by size', async () => {
    expect(await upload(send, UPLOAD, '大.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).toMatchObject({
      status: 413,
      message: TOO_LARGE,
    })
  })

  it('of two gigabytes are refused before their first byte', async () => {
    const address = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }))
    const { token } = await signedIn()
    const socket = connect(Number(address.port), '127.0.0.1')
    socket.write(
      [
        'POST /jeecg-boot/sys/common/upload HTTP/1.1',
        'Host: localhost',
        `X-Access-Token: ${token}`,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${2 * 1024 ** 3}`,
        '\r\n',
      ].join('\r\n'),
    )
    // Not a byte of the body was sent, and the answer is whole.
    const answer = (await buffer(socket)).toString()
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toContain(TOO_LARGE)
  })
  async function signedIn(): Promise<{ token: string }> {
    const reply = await test.anonymous('POST', '/sys/login', { username: 'operator', password: 'Volt#2026' })
    return reply.result as { token: string }
  }

  it('that are private open by a signature and by nothing else', async () => {
    const path = `export/${kind}_${'e'.repeat(32)}.txt`
    const file = { path, fileName: '对账.txt', contentType: 'text/plain', biz: 'export', isPrivate: true }
    await keepFile(test.services, { username: 'operator', tenantId: 1 }, file, Buffer.from('内部'))
    expect((await read(path)).statusCode).toBe(404)
    const address = `/jeecg-boot${await signedAddress(test.services.db, path, test.services.clock.now())}`
    expect((await test.app.inject(address)).body).toBe('内部')
    const longer = address.replace(/expires=(\d+)/, (_, time: string) => `expires=${Number(time) + 1}`)
    expect((await test.app.inject(longer)).statusCode).toBe(404)
    const otherFile = address.replace('export/', 'temp/')
    expect((await test.app.inject(otherFile)).statusCode).toBe(404)
  })

  describe('are counted', () => {
    const kept = async (holder: 'person' | 'tenant', name: string) => {
      const rows = await test.services.db.select().from(fileBytes).where(eq(fileBytes.holder, holder))
      return rows.find((row) => row.name === name)?.bytes ?? 0
    }
    const text = (kilobytes: number) => Buffer.alloc(kilobytes * 1024, 'x')
    const stored = async () => (await test.services.db.select().from(storedFile)).length

    it('so that a person keeps no more than their share, however many come at once', async () => {
      const viewer = await test.as('viewer')
      const before = await stored()
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, at) => upload<Reply>(viewer, UPLOAD, `${at}.txt`, text(300))),
      )
      expect(replies.filter(({ success }) => success)).toHaveLength(3)
      for (const { status, message } of replies.filter(({ success }) => !success)) {
        expect(status).toBe(413)
        expect(message).toMatch(/^您的文件空间不足：已用 900\.0 KB，上限 1\.0 MB，本文件 300\.0 KB。/)
      }
      expect(await kept('person', 'viewer')).toBe(3 * 300 * 1024)
      expect(await stored()).toBe(before + 3)
      if (kind === 'postgres') expect(s3.objects.size - (await stored())).toBeLessThanOrEqual(0)
      // Another's share is their own.
      expect((await upload(send, UPLOAD, 'a.txt', text(300))).success).toBe(true)
    })

    it('also while they are still made: a stream that grows too long leaves nothing', async () => {
      const path = `task/结果_${'d'.repeat(32)}.csv`
      const file = { path, fileName: '结果.csv', contentType: 'text/csv', biz: 'task', isPrivate: true }
      const long = Readable.from(Array.from({ length: 9 }, () => text(1024)))
      const owner = { username: 'cashier', tenantId: 1 }
      await expect(keepFile(test.services, owner, file, long)).rejects.toMatchObject({ status: 413 })
      expect(await test.services.files.read(path)).toBeUndefined()
      expect(await kept('person', 'cashier')).toBe(0)
    })

    it('for the tenant when a record names them, for the person no longer', async () => {
      const admin = await test.as('admin')
      const { message: avatar } = await upload<Reply>(admin, UPLOAD, '头像.png', PNG)
      const [person, tenant] = [await kept('person', 'admin'), await kept('tenant', '1')]
      const added = await admin('POST', '/rental/userMessage/add', { ...make(resources.userMessage), avatar })
      expect(added, added.message).toMatchObject({ success: true })
      expect(await kept('person', 'admin')).toBe(person - PNG.length)
      expect(await kept('tenant', '1')).toBe(tenant)
      const { filesPerTenant } = test.services.settings
      test.services.settings.filesPerTenant = tenant + 1024
      try {
        expect(await upload<Reply>(await test.as('finance'), UPLOAD, 'b.txt', text(2))).toMatchObject({
          status: 413,
          message: expect.stringMatching(/^本租户的文件空间不足：已用 .*，请联系管理员$/),
        })
      } finally {
        test.services.settings.filesPerTenant = filesPerTenant
      }
    })

    it('and stop well before the disk is full, while everything else goes on', async () => {
      const { files } = test.services
      const admin = await test.as('admin')
      const [before, bytes] = [await stored(), await kept('tenant', '1')]
      const free = vi.spyOn(files, 'freeBytes').mockResolvedValue(512 * 1024 * 1024)
      try {
        for (const path of [UPLOAD, '/rental/userMessage/importExcel', '/sys/common/handOver']) {
          const refused = await upload<Reply>(admin, path, 'a.csv', Buffer.from('姓名\n张三'))
          expect(refused, path).toMatchObject({ status: 503, message: expect.stringContaining('磁盘空间不足') })
          expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
        }
        expect(await admin('POST', '/rental/userMessage/add', make(resources.userMessage))).toMatchObject({
          success: true,
        })
      } finally {
        free.mockRestore()
      }
      expect([await stored(), await kept('tenant', '1')]).toEqual([before, bytes])
    })
  })

  describe('that no record names', () => {
    const users = tableOf(resources.userMessage)
    const day = 25 * 3600
    const clean = () => timedWork('clean-files')!.run(test.services, { days: 7 })
    const isThere = async (path: string) => (await read(path)).statusCode === 200
    const fresh = async (by = send) => (await upload<Reply>(by, UPLOAD, '图 1.png', PNG)).message
    const looseTime = async (path: string) =>
      (await test.services.db.select().from(storedFile).where(eq(storedFile.path, path)))[0]!.looseTime
    let admin: Send
    beforeAll(async () => {
      admin = await test.as('admin')
    })
    const person = async (avatar: string | null) => {
      const added = await admin('POST', '/rental/userMessage/add', { ...make(resources.userMessage), avatar })
      expect(added, added.message).toMatchObject({ success: true })
      return added.result as { id: string; version: number }
    }

    it('go after a day and give their bytes back; those that one names stay, however it writes them', async () => {
      const [loose, shown, told] = [await fresh(), await fresh(), await fresh()]
      const named = await person(shown)
      const answer = `<p><img src="/jeecg-boot/sys/common/static/${encodeURI(told)}"></p>`
      const problem = await admin('POST', '/rental/commonProblem/add', {
        ...make(resources.commonProblem),
        topic: null,
        answer,
      })
      expect(problem, problem.message).toMatchObject({ success: true })
      await clean()
      expect(await isThere(loose)).toBe(true)
      test.clock.pass(day)
      const [before] = await test.services.db.select().from(fileBytes).where(eq(fileBytes.name, 'operator'))
      expect(await clean()).toMatch(/没有记录使用的文件 [1-9]\d* 个/)
      const [after] = await test.services.db.select().from(fileBytes).where(eq(fileBytes.name, 'operator'))
      expect(before!.bytes).toBeGreaterThan(0)
      expect(after!.bytes).toBe(0)
      expect([await isThere(loose), await isThere(shown), await isThere(told)]).toEqual([false, true, true])
      if (kind === 'postgres') expect([...s3.objects.keys()].some((key) => key.endsWith(loose))).toBe(false)

      // Whoever had the address in an open form is told, and what is named no more is loose again.
      const late = { ...make(resources.userMessage), avatar: loose }
      expect(await admin('POST', '/rental/userMessage/add', late)).toMatchObject({
        status: 409,
        message: expect.stringContaining('请重新上传'),
      })
      expect(await looseTime(shown)).toBeNull()
      const whole = (await admin('GET', `/rental/userMessage/queryById?id=${named.id}`)).result
      const edited = await admin('PUT', '/rental/userMessage/edit', { ...whole, avatar: null })
      expect(edited, edited.message).toMatchObject({ success: true })
      expect(await looseTime(shown)).not.toBeNull()
      expect((await admin('DELETE', `/rental/commonProblem/delete?id=${problem.result.id}`)).success).toBe(true)
      expect(await looseTime(told)).not.toBeNull()
    })

    it('stay as long as the half-typed form that names them', async () => {
      const [typed, loose] = [await fresh(admin), await fresh(admin)]
      const where = { resource: 'userMessage', recordId: '' }
      const draft = { ...where, values: { avatar: typed }, device: 'desk-1' }
      expect(await admin('PUT', '/sys/draft/save', draft)).toMatchObject({ success: true })
      test.clock.pass(day)
      await clean()
      expect([await isThere(typed), await isThere(loose)]).toEqual([true, false])
      expect(await looseTime(typed)).not.toBeNull()
      expect(await person(typed)).toBeTruthy()
      expect(await admin('DELETE', '/sys/draft/delete?resource=userMessage')).toMatchObject({ success: true })
    })

    it('one that cannot be removed keeps nothing else: the rest goes, and it is tried again', async () => {
      const { db, files, log } = test.services
      const [stuck, free, loose] = [await fresh(), await fresh(), await fresh()]
      const owner = { userId: 'of-old-tasks', tenantId: 1, kind: 'export', input: {}, state: 'done' as const }
      const ago = (days: number) => new Date(test.clock.now().getTime() - days * 86_400_000).toISOString()
      const old = (id: string, filePath: string, days: number) => ({
        ...owner,
        id,
        filePath,
        fileName: 'x',
        title: id,
        createTime: ago(days),
      })
      await db.insert(task).values([old('old-stuck', stuck, 30), old('old-free', free, 29)])
      test.clock.pass(day)
      const removing = files.remove.bind(files)
      const remove = vi.spyOn(files, 'remove').mockImplementation(async (path) => {
        if (path === stuck) throw new Error('the store is away')
        await removing(path)
      })
      const warn = vi.spyOn(log, 'warn')
      const unfinished = vi.spyOn(files, 'removeUnfinished').mockRejectedValueOnce(new Error('the drafts are away'))
      const leftover = join(test.services.settings.dataDir, 'left-by-somebody.part')
      mkdirSync(test.services.settings.dataDir, { recursive: true })
      writeFileSync(leftover, '')
      utimesSync(leftover, 0, 0)
      try {
        await expect(clean()).rejects.toThrow('the drafts are away')
        expect(existsSync(leftover)).toBe(false)
        expect(await db.select().from(task).where(eq(task.userId, owner.userId))).toEqual([])
        expect(await Promise.all([free, loose].map(isThere))).toEqual([false, false])
        expect(warn.mock.calls.map(([about]) => (about as { path?: string }).path)).toContain(stuck)
        const row = () => db.select().from(storedFile).where(eq(storedFile.path, stuck))
        expect(await row()).toMatchObject([{ goingTime: expect.anything() }])
        remove.mockRestore()
        test.clock.pass(3601)
        await clean()
        expect(await row()).toMatchObject([{ fileSize: 0 }])
      } finally {
        for (const spy of [remove, warn, unfinished]) spy.mockRestore()
      }
    })

    it('are passed over while a record is saved, and the record is refused when it comes too late', async () => {
      const { pool, files } = test.services
      const [early, late] = [await fresh(admin), await fresh()]
      const { id } = await person(null)
      test.clock.pass(day)
      const saving = await pool.connect()
      await saving.query('begin')
      await saving.query('update rental_user_message set avatar = $1 where id = $2', [early, id])
      const sweeping = sweepFiles(test.services)
      // The embedded database lets nobody in before the other is out.
      if (kind === 'postgres') await sweeping
      await saving.query('commit')
      saving.release()
      await sweeping
      expect([await isThere(early), await isThere(late)]).toEqual([true, false])

      const last = await fresh(admin)
      test.clock.pass(day)
      const remove = vi.spyOn(files, 'remove').mockImplementation(async () => {
        expect(
          await admin('POST', '/rental/userMessage/add', { ...make(resources.userMessage), avatar: last }),
        ).toMatchObject({ status: 409 })
        throw new Error('the store is away')
      })
      await sweepFiles(test.services)
      expect(remove).toHaveBeenCalled()
      remove.mockRestore()
      expect(await isThere(last)).toBe(true)
      // Tried again an hour later.
      test.clock.pass(3601)
      await sweepFiles(test.services)
      expect(await isThere(last)).toBe(false)
    })

    it('are those of lines whose record is deleted, too', async () => {
      const { db } = test.services
      const [boxes, path] = [tableOf(resources.blindBox), await fresh(admin)]
      const [line] = (
        await db.execute<{ id: string; box: string }>(
          sql`update rental_blind_box_prizes set image = ${path} where id = (
            select id from rental_blind_box_prizes order by id limit 1) returning id, main_id as box`,
        )
      ).rows
      expect(await looseTime(path)).toBeNull()
      await db.update(boxes).set({ deleteTime: test.clock.now().toISOString() }).where(eq(boxes.id, line!.box))
      expect(await looseTime(path)).not.toBeNull()
    })

    it('are found again after a restore, which brings no triggers', async () => {
      const { db, pool } = test.services
      const path = await fresh(admin)
      const { id } = await person(null)
      await db.execute(sql`drop function note_file_use() cascade`)
      await db.update(users).set({ avatar: path }).where(eq(users.id, id))
      expect(await looseTime(path)).not.toBeNull()
      await watchFiles(pool)
      expect(await looseTime(path)).toBeNull()
      await db.update(users).set({ avatar: null }).where(eq(users.id, id))
      expect(await looseTime(path)).not.toBeNull()
    })

    it('are no drafts of a backup, no folders of an import and none that are in use', async () => {
      const backups = join(test.services.settings.dataDir, 'backups')
      const [old, young] = ['old', 'young'].map((age) => ({
        age,
        folder: mkdtempSync(join(tmpdir(), `voltdesk-import-${age}-`)),
        part: join(backups, `${age}.part`),
      }))
      mkdirSync(backups)
      const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
      for (const { part, folder, age } of [old!, young!]) {
        writeFileSync(part, '')
        if (age === 'old') for (const place of [part, folder]) utimesSync(place, twoDaysAgo, twoDaysAgo)
      }
      writeFileSync(join(backups, 'whole'), '')
      utimesSync(join(backups, 'whole'), twoDaysAgo, twoDaysAgo)
      expect(await clean()).toMatch(/中断留下的残余 [2-9]\d* 处$/)
      expect([old!.part, old!.folder].map((place) => existsSync(place))).toEqual([false, false])
      expect([young!.part, young!.folder, join(backups, 'whole')].every((place) => existsSync(place))).toBe(true)
      rmSync(young!.folder, { recursive: true })
    })
  })
})

describe.each(['disk', 's3'] as const)('a file store on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-files-'))
  let store: FileStore
  beforeAll(() => {
    store = kind === 'disk' ? diskStore(folder) : s3Store(s3Place(bucketAddress()))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const content = async (path: string) => {
    const found = await store.read(path)
    return found && { size: found.size, content: await buffer(found.stream) }
  }

  it('keeps, reads, overwrites and forgets', async () => {
    expect(await store.write('temp/说明_1.txt', Buffer.from('你好'))).toBe(6)
    expect(await content('temp/说明_1.txt')).toEqual({ size: 6, content: Buffer.from('你好') })
    await store.write('temp/说明_1.txt', Buffer.from('再见!'))
    expect((await content('temp/说明_1.txt'))?.content.toString()).toBe('再见!')
    await store.remove('temp/说明_1.txt')
    await store.remove('temp/说明_1.txt')
    expect(await content('temp/说明_1.txt')).toBeUndefined()
    expect(await store.write('temp/空.txt', Buffer.alloc(0))).toBe(0)
  })

  it('takes a stream of any length', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'ab')
    const pieces = 19
    const size = await store.write('temp/长.bin', Readable.from(Array.from({ length: pieces }, () => piece)))
    expect(size).toBe(pieces * piece.length)
    const kept = await content('temp/长.bin')
    expect(kept?.size).toBe(size)
    expect(kept!.content.equals(Buffer.concat(Array.from({ length: pieces }, () => piece)))).toBe(true)
  })

  it('keeps nothing of what broke off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(9 * 1024 * 1024, 'x')
        throw new Error('gone')
      })(),
    )
    await expect(store.write('temp/半.bin', broken)).rejects.toThrow('gone')
    expect(await content('temp/半.bin')).toBeUndefined()
    expect(s3.begun.size).toBe(0)
  })

  it('throws away what was begun long ago and never ended', async () => {
    const [old, young] = [new Date(Date.now() - 2 * 86_400_000), new Date()]
    const drafts = join(folder, '.drafts')
    for (const [name, since] of [
      ['old', old],
      ['young', young],
    ] as const) {
      if (kind === 's3') s3.begun.set(name, { key: `files/volt/temp/${name}.bin`, since, parts: new Map() })
      else {
        writeFileSync(join(drafts, name), 'x')
        utimesSync(join(drafts, name), since, since)
      }
    }
    if (kind === 's3') s3.begun.set('foreign', { key: 'files/other/old.bin', since: old, parts: new Map() })
    expect(await store.removeUnfinished(new Date(Date.now() - 86_400_000))).toBe(1)
    if (kind === 's3') expect([...s3.begun.keys()]).toEqual(['young', 'foreign'])
    else expect(['old', 'young'].map((name) => existsSync(join(drafts, name)))).toEqual([false, true])
    s3.begun.clear()
    rmSync(join(drafts, 'young'), { force: true })
    expect(await store.freeBytes()).toBeGreaterThan(0)
  })

  it('has no way out', async () => {
    for (const path of ['../x', 'a/../../x', '/x', 'a\\b', '.drafts/x', 'a/', '', 'a\0b', 'x'.repeat(501)]) {
      await expect(store.write(path, Buffer.from('x')), path).rejects.toThrow('not a path')
      await expect(store.read(path), path).rejects.toThrow('not a path')
    }
  })
})

describe('a bucket', () => {
  it('without a folder of ours keeps what other programs have begun there', async () => {
    const store = s3Store(s3Place(bucketAddress().replace('files/volt', 'files')))
    const since = new Date(Date.now() - 2 * 86_400_000)
    for (const [name, key] of [
      ['ours', `files/temp/说明_${'0f'.repeat(16)}.pdf`],
      ['backup', 'files/backups/database.tar.gz'],
      ['film', 'films/one.mp4'],
    ] as const)
      s3.begun.set(name, { key, since, parts: new Map() })
    expect(await store.removeUnfinished(new Date(Date.now() - 86_400_000))).toBe(1)
    expect([...s3.begun.keys()]).toEqual(['backup', 'film'])
    s3.begun.clear()
  })

  it('is signed for and lies below its prefix', async () => {
    const store = s3Store(s3Place(bucketAddress()))
    await store.write('temp/a.txt', Buffer.from('1'))
    expect(s3.objects.has('files/volt/temp/a.txt')).toBe(true)
    expect(s3.authorizations.at(-1)).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/1\//)
  })

  it('that refuses a part loses what was begun, and says so', async () => {
    const store = s3Store(s3Place(bucketAddress()))
    Object.assign(s3.fail, { status: 403, part: 2 })
    const long = Readable.from(Array.from({ length: 3 }, () => Buffer.alloc(8 * 1024 * 1024, 'x')))
    await expect(store.write('temp/b.bin', long)).rejects.toMatchObject({ name: 'AccessDenied' })
    Object.assign(s3.fail, { status: undefined, part: undefined })
    expect(s3.begun.size).toBe(0)
    expect(s3.objects.has('files/volt/temp/b.bin')).toBe(false)
  })

  it('is named by FILES_URL, and a wrong one is explained', () => {
    const place = (FILES_URL: string) => readSettings({ FILES_URL }).bucket
    expect(place('s3://bucket/a/b/?endpoint=http://minio:9000&region=cn-north-1')).toEqual({
      bucket: 'bucket',
      prefix: 'a/b',
      endpoint: 'http://minio:9000',
      region: 'cn-north-1',
    })
    expect(place('s3://k:s%40@bucket')).toMatchObject({ credentials: { accessKeyId: 'k', secretAccessKey: 's@' } })
    for (const [wrong, why] of [
      ['https://minio/bucket', '应为 s3://'],
      ['nothing', '应为 s3://'],
      ['s3://bucket?endpoint=minio', 'endpoint'],
      ['s3://key@bucket', '同时填写'],
      ['s3://bucket?zone=1', '不认识的参数：zone'],
    ] as const)
      expect(() => place(wrong), wrong).toThrow(why)
  })
})
