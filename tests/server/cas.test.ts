/** Single sign-on by CAS: whose ticket it is, the CAS server says; whose address it is, we do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveClient } from '../../server/http/page.ts'
import { readSettings } from '../../server/settings.ts'
import { userIn } from '../../server/system/cas.ts'
import { emptyApp, makePerson, type EmptyApp } from '../empty-app.ts'
import { startSimulator, type Simulator } from '../hosts/simulator.ts'

const SERVICE = 'http://localhost/user/login?redirect=%2Fa'

describe('CAS', () => {
  let test: EmptyApp
  let sim: Simulator
  beforeAll(async () => {
    sim = await startSimulator()
    test = await emptyApp({ env: { CAS_URL: `${sim.casUrl}/`, PUBLIC_URL: 'http://localhost' } })
    await makePerson(test, { username: 'finance' })
    await makePerson(test, { username: 'cashier', status: 2 })
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
  })

  const ticketOf = async (user: string, service = SERVICE) => {
    await sim.control.signIn(user)
    const answer = await fetch(`${sim.casUrl}/login?service=${encodeURIComponent(service)}`, { redirect: 'manual' })
    return new URL(answer.headers.get('location')!).searchParams.get('ticket')!
  }
  const validate = (ticket: string, service = SERVICE) =>
    test.call('POST', '/sys/cas/client/validateLogin', { body: { ticket, service } })

  it('opens a session for the owner of a ticket, once', async () => {
    const ticket = await ticketOf('finance')
    const reply = await validate(ticket)
    expect(reply).toMatchObject({ success: true, message: '登录成功', result: { userInfo: { username: 'finance' } } })
    expect((await test.call('GET', '/sys/user/getUserInfo', { token: reply.result.token })).success).toBe(true)
    expect((await validate(ticket)).message).toBe('单点登录凭证无效或已过期，请重新登录')
    const query = new URLSearchParams({ ticket: await ticketOf('finance'), service: SERVICE }).toString()
    expect((await test.call('GET', `/sys/cas/client/validateLogin?${query}`)).success).toBe(true)
  })

  it('refuses a ticket for another address, an invented one, and people it may not let in', async () => {
    const elsewhere = 'https://evil.example/'
    expect((await validate(await ticketOf('finance', elsewhere), elsewhere)).status).toBe(400)
    // Nor when the request says that this is where it came.
    const pretended = { ticket: await ticketOf('finance', elsewhere), service: elsewhere }
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    expect((await test.call('POST', '/sys/cas/client/validateLogin', { body: pretended, headers })).status).toBe(400)
    expect((await validate(await ticketOf('finance', elsewhere))).success).toBe(false)
    expect((await validate('ST-1')).success).toBe(false)
    expect((await validate(await ticketOf('newcomer'))).message).toBe('本系统没有用户“newcomer”，请联系管理员')
    expect((await validate(await ticketOf('cashier'))).message).toBe('该用户已冻结')
    expect((await test.call('POST', '/sys/cas/client/validateLogin', { body: { ticket: 'x' } })).status).toBe(400)
  })

  it('is named in the page, so that the client goes there first', async () => {
    const clientFolder = mkdtempSync(join(tmpdir(), 'voltdesk-client-'))
    writeFileSync(join(clientFolder, 'index.html'), '<html><head><title>x</title></head><body></body></html>')
    const page = async (env: Record<string, string>) => {
      const bare = Fastify()
      const client = await serveClient(bare, clientFolder, readSettings(env))
      bare.get('/user/login', (request, reply) => client.page(request, reply))
      return (await bare.inject('/user/login')).body
    }
    expect(await page({ CAS_URL: 'https://sso.example/cas?a="b/', PUBLIC_URL: 'https://volt.example' })).toContain(
      '<meta name="voltdesk-cas" content="https://sso.example/cas?a=&#34;b">',
    )
    expect(await page({})).not.toContain('voltdesk-cas')
    rmSync(clientFolder, { recursive: true })
  })

  it('reads a name only inside a success', () => {
    const success = (inner: string) =>
      `<cas:serviceResponse><cas:authenticationSuccess>${inner}</cas:authenticationSuccess></cas:serviceResponse>`
    expect(userIn(success('<cas:user> a&amp;b </cas:user>'))).toBe('a&b')
    expect(
      userIn('<serviceResponse><authenticationSuccess><user>x</user></authenticationSuccess></serviceResponse>'),
    ).toBe('x')
    for (const xml of [
      '',
      '<cas:user>x</cas:user>',
      '<cas:authenticationFailure><cas:user>x</cas:user></cas:authenticationFailure>',
      success(''),
    ])
      expect(userIn(xml)).toBeUndefined()
  })

  it('says 503 when the CAS server is away or answers nonsense, and that it is off when it is off', async () => {
    const odd = Fastify()
    odd.get('/serviceValidate', (request, reply) =>
      (request.query as { ticket: string }).ticket === 'r'
        ? reply.redirect('http://127.0.0.1:1/')
        : reply.send('<html>'),
    )
    const casUrl = await odd.listen({ port: 0, host: '127.0.0.1' })
    const { settings } = test.services
    const before = settings.casUrl
    settings.casUrl = casUrl
    const ask = (ticket: string) =>
      test.call('POST', '/sys/cas/client/validateLogin', { body: { ticket, service: SERVICE } })
    expect((await ask('x')).status).toBe(503)
    expect((await ask('r')).status).toBe(503)
    await odd.close()
    expect(await ask('x')).toMatchObject({ status: 503, message: '单点登录服务暂时无法使用，请稍后重试' })
    settings.casUrl = undefined
    expect((await ask('x')).message).toBe('尚未启用单点登录')
    settings.casUrl = before
  })
})
