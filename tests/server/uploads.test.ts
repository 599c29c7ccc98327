/** Uploads and stored files, on both databases and in both kinds of store. */
import { connect } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStore } from '../../server/files/disk.ts'
import { s3Place, s3Store } from '../../server/files/s3.ts'
import { signedAddress } from '../../server/files/address.ts'
import type { FileStore } from '../../server/files/store.ts'
import { readSettings } from '../../server/settings.ts'
import { keepFile } from '../../server/system/files.ts'
import { startPretendS3, type PretendS3 } from '../pretend-s3.ts'
import { kindsHere, testApp, type Send, type TestApp } from '../product.ts'
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

describe.each(await kindsHere())('uploads on %s', (kind) => {
  let test: TestApp
  let send: Send
  beforeAll(async () => {
    test = await testApp(kind)
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

  it('has no way out', async () => {
    for (const path of ['../x', 'a/../../x', '/x', 'a\\b', '.drafts/x', 'a/', '', 'a\0b', 'x'.repeat(501)]) {
      await expect(store.write(path, Buffer.from('x')), path).rejects.toThrow('not a path')
      await expect(store.read(path), path).rejects.toThrow('not a path')
    }
  })
})

describe('a bucket', () => {
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
