/** What clients do on the wire that no library of theirs would: paths that climb, bodies without end, silence. */
import { connect } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyApp, makePerson, signIn, type EmptyApp } from '../empty-app.ts'

const MEGABYTE = 1024 * 1024

describe('the server on the wire', () => {
  let test: EmptyApp
  let token: string
  let port: number
  const clientFolder = mkdtempSync(join(tmpdir(), 'voltdesk-client-'))
  beforeAll(async () => {
    mkdirSync(join(clientFolder, 'assets'))
    writeFileSync(join(clientFolder, 'index.html'), '<html><head></head><body></body></html>')
    writeFileSync(join(clientFolder, 'assets', 'a.js'), '1')
    test = await emptyApp({ clientFolder })
    const { username } = await makePerson(test, { tenants: [1], departs: ['A01'], roles: { admin: [] } })
    token = await signIn(test, username)
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test.app.server.address() as { port: number }).port
  })
  afterAll(async () => {
    await test?.close()
    rmSync(clientFolder, { recursive: true })
  })

  /** The reply to bytes as they stand. */
  const sent = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let said = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (data) => (said += data.toString()))
      socket.on('close', () => resolve(said))
      socket.on('error', reject)
    })
  const head = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Access-Token: ${token}\r\n${more}`
  const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1])

  it.each([
    '/assets/../',
    '/assets/..%2f',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets//',
    '/assets/%00',
    '/%',
    '/assets/%E0%A4%A',
    '//',
    '/jeecg-boot/%',
  ])('a path like %s is an error of whoever asks', async (path) => {
    const status = statusOf(await sent(`${head('GET', path)}\r\n`))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it.each(['format=', 'format=pdf', 'format=csv&format=xls', 'pageNo=&pageSize='])(
    'an export with %s is refused or made, and breaks nothing',
    async (query) => {
      const status = statusOf(await sent(`${head('GET', `/jeecg-boot/rental/cancelReason/exportXls?${query}`)}\r\n`))
      expect([200, 400]).toContain(status)
    },
  )

  const FORM = 'Content-Type: multipart/form-data; boundary=b\r\n'
  it.each([
    ['no end', `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc`],
    ['no header', '--b\r\n\r\nabc\r\n--b--\r\n'],
    ['no part', 'abc'],
    ['an odd header', '--b\r\ncontent-disposition: nonsense;;;="\r\n\r\nabc\r\n--b--\r\n'],
    ['nothing', ''],
  ])('a form with %s is refused in words', async (_, body) => {
    for (const path of ['/jeecg-boot/sys/common/upload', '/jeecg-boot/rental/userMessage/importExcel']) {
      const reply = await sent(`${head('POST', path, `${FORM}Content-Length: ${body.length}\r\n`)}\r\n${body}`)
      expect(statusOf(reply), reply).toBe(400)
      expect(reply).toMatch(/[一-龥]{4}/)
    }
  })

  it.each(['/jeecg-boot/sys/common/upload', '/jeecg-boot/rental/userMessage/importExcel'])(
    'a file without end is cut off at its limit: %s',
    async (path) => {
      const chunk = Buffer.alloc(MEGABYTE, 65)
      let written = 0
      const status = await new Promise<number>((resolve) => {
        const headers = { 'content-type': 'multipart/form-data; boundary=b', 'x-access-token': token }
        const upload = ask({ port, host: '127.0.0.1', method: 'POST', path, headers })
        let answered = 0
        upload.on('response', (reply) => {
          answered = reply.statusCode!
          reply.resume()
        })
        upload.on('error', () => resolve(answered))
        upload.on('close', () => resolve(answered))
        upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n')
        const more = () => {
          if (upload.destroyed || written >= 300 * MEGABYTE) return upload.end()
          written += chunk.length
          upload.write(chunk, () => setImmediate(more))
        }
        more()
      })
      expect([0, 413]).toContain(status)
      // Twice the limit, and what lies in the buffers of the system on the way.
      expect(written).toBeLessThan(40 * MEGABYTE)
    },
    60_000,
  )

  it('whoever reads or sends nothing any more does not hold up the end', async () => {
    const other = await emptyApp()
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { port: at } = other.app.server.address() as { port: number }
    const half =
      'POST /jeecg-boot/sys/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    const stalled = connect(at, '127.0.0.1')
      .on('error', () => undefined)
      .resume()
    await new Promise((resolve) => stalled.write(half, resolve))
    const gone = new Promise((resolve) => stalled.once('close', resolve))
    await other.close()
    await gone
  })
})
