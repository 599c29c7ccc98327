/** Uploads on slow lines: they hold up nobody else, and a line that is slow and steady gets to its end. */
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { productRoutes } from '../../server/routes.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, until, type TestApp } from '../product.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') // prettier-ignore

describe.each([await oneKind()])('slow uploads on %s', (kind) => {
  let test: TestApp
  let app: FastifyInstance
  let token = ''
  const open: Socket[] = []

  beforeAll(async () => {
    test = await testApp(kind, { settings: { PATIENCE_MS: '500' } })
    app = await buildApp(
      { ...test.services },
      {
        routes: productRoutes(),
        lanes: { upload: { atOnce: 30 }, patient: { atOnce: 12, patienceMs: 50 } },
        senders: { bodyMs: 1500, uploadBytesPerSecond: 1000, everyMs: 50 },
      },
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    token = await tokenOf('operator')
  })
  afterAll(async () => {
    await app.close()
    await test.close()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))

  async function tokenOf(username: string): Promise<string> {
    const reply = await test.anonymous('POST', '/sys/login', { username, password: PASSWORD })
    return (reply.result as { token: string }).token
  }
  const port = () => (app.server.address() as AddressInfo).port
  const address = (path: string) => `http://127.0.0.1:${port()}/jeecg-boot${path}`
  const END = '\r\n--b--\r\n'
  /** An upload of so many bytes whose content is still to come. */
  function begin(length: number, as = token) {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    const socket = connect(port(), '127.0.0.1')
    open.push(socket)
    const upload = { socket, heard: '', closed: false }
    socket.on('data', (data) => (upload.heard += String(data)))
    socket.on('error', () => undefined)
    socket.on('close', () => (upload.closed = true))
    socket.write(
      `POST /jeecg-boot/sys/common/upload HTTP/1.1\r\nhost: x\r\nx-access-token: ${as}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${head.length + length + END.length}\r\n\r\n${head}`,
    )
    return upload
  }
  const answered = (upload: ReturnType<typeof begin>) =>
    until('an answer', () => Promise.resolve(upload.heard || upload.closed))

  it('of one person wait for each other, and keep pictures from nobody', async () => {
    const form = new FormData()
    form.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png')
    const kept = await fetch(address('/sys/common/upload'), { method: 'POST', headers: { 'x-access-token': token }, body: form }) // prettier-ignore
    const { message: path } = (await kept.json()) as { message: string }
    const other = await tokenOf('finance')
    const uploads = Array.from({ length: 24 }, (_, at) => begin(1000, at < 12 ? token : other))
    await until('those that are too many', () =>
      Promise.resolve(uploads.filter(({ heard }) => heard.includes('429')).length >= 2),
    )
    expect(uploads.find(({ heard }) => heard.includes('429'))?.heard).toContain('您同时上传的文件超过 10 个')
    expect((await fetch(address(`/sys/common/static/${encodeURI(path)}`))).status).toBe(200)
  })

  it('that come steadily get to their end, those that do not are cut off', async () => {
    const rest = 8000
    const steady = begin(PNG.length + rest)
    const stalled = begin(1_000_000)
    steady.socket.write(PNG)
    // Three seconds at 3 KB/s: more than a small body may take.
    let sent = 0
    const writing = setInterval(() => {
      steady.socket.write(Buffer.alloc(80))
      if ((sent += 80) < rest) return
      clearInterval(writing)
      steady.socket.write(END)
    }, 25)
    await answered(stalled)
    expect(stalled.heard).toMatch(/^(HTTP\/1\.1 408|$)/)
    expect(sent).toBeLessThan(rest)
    await answered(steady)
    expect(steady.heard).toMatch(/^HTTP\/1\.1 200/)
  })

  it('are no way to send anything else slowly', async () => {
    const socket = connect(port(), '127.0.0.1')
    open.push(socket)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    let heard = ''
    socket.on('data', (data) => (heard += String(data)))
    socket.write(
      'POST /jeecg-boot/sys/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n{',
    )
    const writing = setInterval(() => socket.write(' '.repeat(50)), 25)
    socket.on('error', () => undefined)
    await closed
    clearInterval(writing)
    expect(heard).toMatch(/^(HTTP\/1\.1 408|$)/)
  })
})
