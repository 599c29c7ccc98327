import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../../server/kernel/settings.ts'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { storedFile } from '../../server/db/tables.ts'
import { diskStore } from '../../server/files/disk.ts'
import { signedAddress } from '../../server/files/address.ts'
import { conflict, refused } from '../../server/kernel/errors.ts'
import type { Entrance } from '../../server/http/entrance.ts'
import { allRoutes, methodsOf, registerRoutes } from '../../server/http/register.ts'
import { route, said } from '../../server/kernel/route.ts'
import { signatureOf } from '../../server/http/signature.ts'
import { keepFile } from '../../server/files/keep.ts'
import { readSettings } from '../../server/settings.ts'
import { SettingsError } from '../../server/kernel/settings.ts'
import { makePerson, signIn, emptyApp, type EmptyApp } from '../empty-app.ts'

const common = { permission: 'public', summary: 'test', tag: 'test' }
const number = z.coerce.number({ error: '应为整数' }).int('应为整数')
const routes = [
  route({ ...common, method: 'GET', path: '/t/plain', handler: () => ({ a: 1 }) }),
  route({ ...common, method: 'POST', path: '/t/said', handler: () => said('添加成功！', 7) }),
  route({
    ...common,
    method: 'GET',
    path: '/t/query',
    query: z.strictObject({ pageNo: number.optional() }),
    handler: ({ query }) => query,
  }),
  route({
    ...common,
    method: ['PUT', 'POST'],
    path: '/t/body',
    body: z.strictObject({ phone: z.string().max(5).optional() }),
    fields: resources.sysUser.fields,
    handler: ({ body }) => body,
  }),
  route({ ...common, method: 'GET', path: '/t/refused', handler: () => Promise.reject(refused('余额不足')) }),
  route({
    ...common,
    method: 'GET',
    path: '/t/conflict',
    handler: () => Promise.reject(conflict('已由 张三 于 10:32 通过')),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/t/broken',
    handler: () => Promise.reject(new Error('secret inner detail')),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/t/sql/:state',
    params: z.object({ state: z.string().regex(/^\w{5}$/) }),
    handler: ({ services, params }) =>
      services.db.execute(
        sql.raw(`do $$ begin raise exception 'inner words' using errcode = '${params.state}'; end $$`),
      ),
  }),
  route({
    ...common,
    method: ['GET', 'POST'],
    path: '/t/signed/*',
    signed: true,
    query: z.object({ keyword: z.string().optional(), pageSize: z.string().optional(), a: z.string().optional() }),
    body: z.object({ a: z.union([z.string(), z.number()]).optional() }).optional(),
    handler: () => 'fits',
  }),
  route({
    ...common,
    method: 'GET',
    path: '/t/rights',
    permission: 'test:read',
    handler: ({ caller }) => caller.username,
  }),
  route({ ...common, method: 'GET', path: '/t/address', handler: ({ request }) => request.ip }),
  route({ ...common, method: 'GET', path: '/t/long', handler: () => 'x'.repeat(5000) }),
]

let test: EmptyApp
let client: string
beforeAll(async () => {
  client = mkdtempSync(join(tmpdir(), 'voltdesk-client-'))
  mkdirSync(join(client, 'assets'))
  writeFileSync(join(client, 'index.html'), '<!doctype html><html><head><title>x</title></head><body></body></html>')
  for (const name of ['app-1234.js', 'app-1234.js.map', 'app-1234.js.br'])
    writeFileSync(join(client, 'assets', name), name.endsWith('.js') ? 'export {}' : '{}')
  test = await emptyApp({
    routes,
    clientFolder: client,
    settings: {
      signatureSecrets: ['demo-secret'],
      platformName: '平台<b>',
      frameOrigins: ['https://bi.example.cn', 'http://10.0.0.5:8080'],
    },
  })
})
afterAll(async () => {
  await test.close()
  rmSync(client, { recursive: true, force: true })
})

describe('a reply', () => {
  it('is the envelope', async () => {
    const reply = await test.call('GET', '/t/plain?_t=1700000000')
    expect(JSON.parse(reply.text)).toEqual({
      success: true,
      message: '',
      code: 200,
      result: { a: 1 },
      timestamp: expect.any(Number),
    })
    expect(await test.call('POST', '/t/said', { body: {} })).toMatchObject({
      message: '添加成功！',
      result: 7,
      code: 200,
    })
  })

  it('to a refusal by a rule is 200 with code 500; to a lost race 409', async () => {
    expect(await test.call('GET', '/t/refused')).toMatchObject({
      status: 200,
      success: false,
      code: 500,
      message: '余额不足',
    })
    expect(await test.call('GET', '/t/conflict')).toMatchObject({ status: 409, code: 409 })
  })

  it('to a broken parameter is 400 and names it', async () => {
    expect(await test.call('GET', '/t/query?pageNo=x')).toMatchObject({
      status: 400,
      code: 400,
      message: '参数 pageNo：应为整数',
    })
    expect(await test.call('GET', '/t/query?pageNo=1&pageNo=2')).toMatchObject({
      status: 400,
      message: '参数 pageNo：重复出现',
    })
    expect(await test.call('GET', '/t/query?evil=1')).toMatchObject({ status: 400, message: '未知参数：evil' })
    expect(await test.call('GET', '/t/plain?evil=1')).toMatchObject({ status: 400, message: '未知参数：evil' })
    expect(await test.call('PUT', '/t/body', { body: { phone: '123456' } })).toMatchObject({
      status: 400,
      message: '手机号：最多5个字符',
      result: { fields: { phone: '最多5个字符' } },
    })
  })

  it('to a body that cannot be read says what is wrong with it', async () => {
    const post = (body: string, type = 'application/json') =>
      test.call('POST', '/t/body', { body, headers: { 'content-type': type } })
    expect(await post('{')).toMatchObject({ status: 400, message: '提交的内容不是正确的 JSON' })
    expect(await post('{"__proto__":{"admin":true}}')).toMatchObject({ status: 400 })
    expect(await post('[]')).toMatchObject({ status: 400 })
    expect(await post('a=1', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415, code: 415 })
    expect(await post('{}', 'text/plain')).toMatchObject({ status: 415 })
    expect(await post(JSON.stringify({ phone: 'x'.repeat(3 << 20) }))).toMatchObject({ status: 413, code: 413 })
    expect(await post('')).toMatchObject({ status: 200, result: {} })
  })

  it('to something nobody foresaw keeps the reason to itself', async () => {
    const reply = await test.call('GET', '/t/broken')
    expect(reply).toMatchObject({ status: 500, code: 500 })
    expect(reply.message).toMatch(/^操作失败，请稍后重试（编号 [0-9a-f]{8}）$/)
    expect(reply.text).not.toContain('secret')
  })

  it('to a database in trouble is 503 with Retry-After, to a duplicate a refusal', async () => {
    const state = (code: string) => test.call('GET', `/t/sql/${code}`)
    for (const code of ['25006', '53100', '40001', '40P01', '57014', '57P01', '53300'])
      expect(await state(code), code).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      })
    expect((await state('53100')).message).toContain('存储空间不足，系统暂时只读')
    expect((await state('25006')).message).toContain('数据库服务器目前只允许读取')
    expect(await state('23505')).toMatchObject({ status: 200, code: 500, message: '数据库中已存在该记录' })
    expect(await state('22P02')).toMatchObject({ status: 400 })
    expect(await state('42P01')).toMatchObject({ status: 500 })
    for (const code of ['23505', '25006', '42P01']) expect((await state(code)).text).not.toContain('inner words')
  })

  it('is compressed when it is long', async () => {
    const reply = await test.app.inject({ url: '/jeecg-boot/t/long', headers: { 'accept-encoding': 'gzip' } })
    expect(reply.headers['content-encoding']).toBe('gzip')
  })
})

describe('a path', () => {
  it('that is none is 404, with the wrong method 405 and the right ones', async () => {
    expect(await test.call('GET', '/no/such')).toMatchObject({
      status: 404,
      code: 404,
      message: '路径不存在，请检查路径是否正确',
    })
    expect(await test.call('DELETE', '/t/body')).toMatchObject({
      status: 405,
      message: '不支持DELETE请求方法，支持以下PUT、POST、',
      headers: { allow: 'PUT, POST' },
    })
  })

  it('without a permission keeps the server from starting', () => {
    const nobody: Entrance = { admit: () => Promise.resolve(), work: () => Promise.reject(new Error('nobody')) }
    const careless = { ...routes[0]!, path: '/t/careless', permission: '' }
    expect(() => registerRoutes(test.app, nobody, [careless])).toThrow(/does not say who/)
  })
})

describe('rights', () => {
  it('are asked on every endpoint: 401 without a session, 403 without the permission', async () => {
    const { username } = await makePerson(test)
    const token = await signIn(test, username)
    const wrong: string[] = []
    let asked = 0
    for (const endpoint of allRoutes(test.app)) {
      if (endpoint.permission === 'public') continue
      const path = endpoint.path.replace(/:\w+\??/g, 'x').replace('*', 'x')
      for (const method of methodsOf(endpoint) as ('GET' | 'POST')[]) {
        asked++
        const stranger = await test.call(method, path)
        if (stranger.status !== 401) wrong.push(`${method} ${path}: ${stranger.status} without a session`)
        if (endpoint.permission === 'session') continue
        const nobody = await test.call(method, path, { token })
        if (nobody.status !== 403) wrong.push(`${method} ${path}: ${nobody.status} without ${endpoint.permission}`)
      }
    }
    expect(asked).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })

  it('let in who has the permission, and the administrator', async () => {
    for (const roles of [{ reader: ['test:read'] }, { admin: [] as string[] }] as Record<string, string[]>[]) {
      const { username } = await makePerson(test, { roles })
      expect(await test.call('GET', '/t/rights', { token: await signIn(test, username) })).toMatchObject({
        result: username,
      })
    }
  })

  it('come from the header alone', async () => {
    const { username } = await makePerson(test, { roles: { admin: [] } })
    const token = await signIn(test, username)
    expect(await test.call('GET', `/t/rights?token=${token}`)).toMatchObject({ status: 401 })
    expect(
      await test.call('GET', '/t/rights', { headers: { authorization: token, cookie: `token=${token}` } }),
    ).toMatchObject({
      status: 401,
    })
  })
})

describe('X-Sign', () => {
  const secret = 'demo-secret'
  const call = (
    method: 'GET' | 'POST',
    path: string,
    sign: string,
    stamp: string | number = Date.now(),
    body?: object,
  ) => test.call(method, path, { headers: { 'x-sign': sign, 'x-timestamp': String(stamp) }, body })

  it('is computed as the contract’s vectors say', () => {
    expect(signatureOf({}, secret)).toBe('FE9B2CFC2F224BF98CF5150338985657')
    const fields = { 'x-path-variable': 'sys_user,realname,username', pageSize: 10, keyword: '', _t: 1 }
    expect(signatureOf(fields, secret)).toBe('7C418594278DAA50B0A5952E86424733')
  })

  it('fits the path, the query and the body', async () => {
    const path = '/t/signed/sys_user,realname,username?keyword=&pageSize=10&_t=99'
    expect(await call('GET', path, '7C418594278DAA50B0A5952E86424733')).toMatchObject({ result: 'fits' })
    expect(
      await call('GET', '/t/signed/x?keyword=%E5%BC%A0+%26', signatureOf({ keyword: '张 &' }, secret)),
    ).toMatchObject({
      result: 'fits',
    })
    expect(await call('POST', '/t/signed/x', signatureOf({ a: '1' }, secret), Date.now(), { a: 1 })).toMatchObject({
      result: 'fits',
    })
  })

  it('is refused when it is missing, wrong, old or from the future', async () => {
    const sign = signatureOf({}, secret)
    const bad = { status: 200, success: false, code: 500 }
    expect(await test.call('GET', '/t/signed/x')).toMatchObject({
      ...bad,
      message: 'Sign签名校验失败，请求参数不完整！',
    })
    expect(await call('GET', '/t/signed/x', sign.toLowerCase())).toMatchObject({
      ...bad,
      message: 'Sign签名校验失败！',
    })
    expect(await call('GET', '/t/signed/x?a=1', sign)).toMatchObject({ ...bad, message: 'Sign签名校验失败！' })
    for (const stamp of [Date.now() - 6 * 60_000, Date.now() + 6 * 60_000, '20200101000000', 'soon'])
      expect(await call('GET', '/t/signed/x', sign, stamp)).toMatchObject({
        ...bad,
        message: '签名验证失败，请求时效性验证失败！',
      })
  })

  it('takes fourteen digits of China Standard Time', async () => {
    const stamp = new Date(Date.now() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)
    expect(await call('GET', '/t/signed/x', signatureOf({}, secret), stamp)).toMatchObject({ result: 'fits' })
  })
})

describe('the client', () => {
  const get = (url: string, accept = 'text/html') => test.app.inject({ url, headers: { accept } })

  it('is sent for every address of its own, with the platform’s name and never from a cache', async () => {
    for (const url of ['/', '/user/login', '/finance/userWithdrawal?status=0']) {
      const reply = await get(url)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.body).toContain('<title>平台&#60;b&#62;</title>')
    }
  })

  it('keeps hashed assets for ever; one that is gone is a plain 404', async () => {
    const asset = await get('/assets/app-1234.js', '*/*')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const gone = await get('/assets/app-0000.js')
    expect(gone.statusCode).toBe(404)
    expect(gone.body).not.toContain('<html')
    for (const path of [
      '/index.html.map',
      '/assets/app-1234.js.map',
      '/assets/app-1234.js.MAP',
      '/assets/app-1234.js.br',
    ])
      expect((await get(path, '*/*')).statusCode, path).toBe(404)
    const small = await test.app.inject({ url: '/assets/app-1234.js', headers: { 'accept-encoding': 'br' } })
    expect(small.headers['content-encoding']).toBe('br')
    expect((await get('/../../etc/passwd', '*/*')).statusCode).toBe(404)
  })

  it('answers who looks whether we are there: the first page whatever type is asked for, and heads alone', async () => {
    expect((await get('/', '*/*')).body).toContain('<title>')
    expect((await get('/user/login', '*/*')).statusCode).toBe(404)
    for (const url of ['/', '/user/login', '/assets/app-1234.js', '/version.json', '/health']) {
      const head = await test.app.inject({ method: 'HEAD', url, headers: { accept: 'text/html' } })
      expect([head.statusCode, head.body], url).toEqual([(await get(url)).statusCode, ''])
      expect(head.statusCode, url).not.toBe(404)
    }
    expect((await test.app.inject({ method: 'HEAD', url: '/assets/app-0000.js' })).statusCode).toBe(404)
    // A head of the API might note that something was read.
    const api = await test.app.inject({ method: 'HEAD', url: '/jeecg-boot/sys/randomImage/1' })
    expect(api.statusCode).toBe(405)
  })

  it('says to data only what concerns data', async () => {
    const { headers } = await get('/jeecg-boot/sys/randomImage/1', '*/*')
    expect(headers['content-type']).toContain('application/json')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    expect(headers['x-xss-protection']).toBeUndefined()
  })

  it('comes under a strict policy', async () => {
    const { headers } = await get('/')
    const policy = String(headers['content-security-policy'])
    // Besides our own files only what is written out in the page, each by its hash.
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')*;/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(/frame-src ([^;]*)/.exec(policy)![1]!.split(' ')).toEqual([
      "'self'",
      'https://login.work.weixin.qq.com',
      'https://login.dingtalk.com',
      'https://bi.example.cn',
      'http://10.0.0.5:8080',
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('is told whose pages it may show inside', async () => {
    expect((await get('/')).body).toContain(
      '<meta name="voltdesk-frames" content="https://bi.example.cn http://10.0.0.5:8080">',
    )
  })

  it('can ask whether there is a newer one', async () => {
    expect((await get('/version.json', '*/*')).json()).toEqual({ version: expect.stringMatching(/^[0-9a-f]{12}$/) })
  })
})

describe('the server', () => {
  it('says how it is', async () => {
    // Without its queue nothing can be decided.
    const early = await test.app.inject('/health')
    expect([early.statusCode, early.json()]).toMatchObject([503, { status: 'starting' }])
    const { ready } = test.services.jobs
    test.services.jobs.ready = () => true
    const reply = await test.app.inject('/health')
    test.services.jobs.ready = ready
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { status: 'ok' }])
  })

  it('describes every endpoint', async () => {
    const { paths } = (await test.call('GET', '/v3/api-docs')).text
      ? JSON.parse((await test.call('GET', '/v3/api-docs')).text)
      : {}
    expect(paths['/jeecg-boot/sys/login'].post.requestBody).toBeDefined()
    expect(Object.keys(paths).length).toBeGreaterThan(50)
  })

  it('shows the description in production to administrators only', async () => {
    const production = await emptyApp({ settings: { production: true } })
    try {
      expect(await production.call('GET', '/v3/api-docs')).toMatchObject({ status: 401 })
      expect((await production.app.inject('/jeecg-boot/doc.html')).statusCode).toBe(404)
      const { username } = await makePerson(production, { roles: { admin: [] } })
      const reply = await production.call('GET', '/v3/api-docs', { token: await signIn(production, username) })
      expect(reply.status).toBe(200)
    } finally {
      await production.close()
    }
  })

  it('answers 429 with Retry-After to who asks too often, and goes on for others', async () => {
    const busy = await emptyApp({ settings: { requestsPerMinute: 10 }, routes: [routes[0]!] })
    try {
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => busy.call('GET', '/t/plain', { ip: '10.1.1.1' })),
      )
      expect(replies.filter((reply) => reply.status === 429)).toHaveLength(3)
      const last = replies.find((reply) => reply.status === 429)!
      expect(last.headers['retry-after']).toMatch(/^\d+$/)
      expect(await busy.call('GET', '/t/plain', { ip: '10.1.1.2' })).toMatchObject({ status: 200 })
      // Pictures of a whole office shut nobody out of the login, and are bounded too.
      const picture = () =>
        busy.app.inject({ url: '/jeecg-boot/sys/common/static/none.png', remoteAddress: '10.1.1.3' })
      const seen = new Set<number>()
      for (let i = 0; i < 100; i++) seen.add((await picture()).statusCode)
      expect([...seen, (await picture()).statusCode]).toEqual([404, 429])
      expect(await busy.call('GET', '/t/plain', { ip: '10.1.1.3' })).toMatchObject({ status: 200 })
    } finally {
      await busy.close()
    }
  })

  it('closes a connection whose head never ends', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as { port: number }
    const text = await new Promise<string>((resolve) => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: '))
      socket.on('data', (data) => (heard += String(data)))
      socket.on('close', () => resolve(heard))
      socket.on('error', () => resolve(heard))
    })
    expect(text).toMatch(/^(HTTP\/1\.1 408|$)/)
  })
})

describe('an address behind proxies', () => {
  const seen = async (trustProxy: string) => {
    const env = { TRUST_PROXY: trustProxy }
    const behind = await emptyApp({ env, routes: routes.filter(({ path }) => path === '/t/address') })
    try {
      const headers = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 10.0.0.9' }
      return (await behind.call('GET', '/t/address', { ip: '10.0.0.1', headers })).result as string
    } finally {
      await behind.close()
    }
  }

  it('is the one that our own proxies saw, not what the caller wrote', async () => {
    expect(await seen('')).toBe('10.0.0.1')
    expect(await seen('1')).toBe('10.0.0.9')
    expect(await seen('2')).toBe('2.2.2.2')
    expect(await seen('10.0.0.0/8')).toBe('2.2.2.2')
  })
})

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(readSettings({})).toMatchObject({ port: 3000, timeZone: 'Asia/Shanghai', demo: true, captcha: 'auto' })
    expect(readSettings({ NODE_ENV: 'production' }).demo).toBe(false)
    expect(readSettings({ PORT: '' }).port).toBe(3000)
    expect(readSettings({}).chats.wecom).toBeUndefined()
    expect(readSettings({ WECOM_CORP_ID: 'ww1', WECOM_AGENT_ID: '1', WECOM_SECRET: 's' }).chats.wecom).toMatchObject({
      corpId: 'ww1',
      apiBase: 'https://qyapi.weixin.qq.com',
    })
  })

  it('that are wrong are named', () => {
    const message = (env: Record<string, string>) => {
      try {
        readSettings(env)
      } catch (error) {
        return error instanceof SettingsError && error.message
      }
    }
    expect(message({ WECOM_CORP_ID: 'ww1' })).toBe(
      '设置 WECOM_AGENT_ID、WECOM_SECRET 缺失：已设置 WECOM_CORP_ID，应一并给出',
    )
    expect(message({ PORT: 'abc' })).toBe('设置 PORT 不正确：应为整数')
    for (const wrong of [
      'tiles',
      'ftp://a.cn/{z}/{x}/{y}.png',
      'https://a.cn/{z}/{x}.png',
      'https://{z}.a.cn/{x}/{y}.png',
      'https://a{z}.cn/{z}/{x}/{y}.png',
    ])
      expect(message({ MAP_TILES_URL: wrong })).toMatch(
        /^设置 MAP_TILES_URL 不正确：应为 http 或 https 地址，路径中含有/,
      )
    for (const wrong of [
      'bi.example.cn',
      'https://bi.example.cn/page',
      '*',
      'ftp://a.cn',
      'https://a.cn, https://*.b.cn',
    ])
      expect(message({ FRAME_ORIGINS: wrong })).toMatch(/^设置 FRAME_ORIGINS 不正确：应为以逗号分隔的网站地址/)
    expect(readSettings({ FRAME_ORIGINS: 'https://bi.example.cn/, http://10.0.0.5:8080' }).frameOrigins).toEqual([
      'https://bi.example.cn',
      'http://10.0.0.5:8080',
    ])
    for (const everybody of ['true', 'yes', '*', '0.0.0.0/0', '10', '10.0.0.0/33', 'proxy.cn'])
      expect(message({ TRUST_PROXY: everybody })).toMatch(/^设置 TRUST_PROXY 不正确：应为前面代理的层数/)
    expect(message({ PORT: '70000' })).toBe('设置 PORT 不正确：不能大于 65535')
    expect(message({ DATABASE_URL: 'mysql://x' })).toBe('设置 DATABASE_URL 不正确：应为 postgres 或 postgresql 地址')
    expect(message({ TZ: 'Mars/Olympus' })).toContain('设置 TZ 不正确')
    expect(message({ ADMIN_PASSWORD: 'short' })).toContain('设置 ADMIN_PASSWORD 不正确')
  })
})

describe('files', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = (name: string, content: Buffer | string, fields: Record<string, string> = {}) => {
    const line = 'xx-line'
    const parts = Object.entries(fields).map(
      ([key, value]) => `--${line}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    )
    const head = `--${line}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
    return {
      body: Buffer.concat([
        Buffer.from(parts.join('') + head),
        Buffer.from(content),
        Buffer.from(`\r\n--${line}--\r\n`),
      ]),
      headers: { 'content-type': `multipart/form-data; boundary=${line}` },
    }
  }
  let token = ''
  const upload = (name: string, content: Buffer | string, fields?: Record<string, string>) =>
    test.call('POST', '/sys/common/upload', { token, ...form(name, content, fields) })
  const read = (path: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url: `/jeecg-boot/sys/common/static/${encodeURI(path)}`, headers })

  beforeAll(async () => {
    token = await signIn(test, (await makePerson(test)).username)
  })

  it('come back as they went in, under a name nobody can guess', async () => {
    const reply = await upload('门店 照片.png', PNG, { biz: 'temp' })
    expect(reply).toMatchObject({ success: true, result: null })
    expect(reply.message).toMatch(/^temp\/门店_照片_[0-9a-f]{32}\.png$/)
    const file = await read(reply.message)
    expect(file.rawPayload.equals(PNG)).toBe(true)
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const text = await upload('说明.txt', '你好')
    expect((await read(text.message)).headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/)
  })

  it('are judged by their content, not by their name', async () => {
    const html = '<html><script>alert(1)</script></html>'
    for (const [name, content] of [
      ['a.html', html],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a.png', html],
      ['a.txt', html],
      ['a.jsp', '<% out.print(1) %>'],
      ['a.php', '<?php echo 1;'],
      ['a.exe', 'MZ\u0000\u0001'],
      ['a.png.exe', 'MZ\u0000\u0001'],
      ['a.sh', '#!/bin/sh\nid'],
      ['a.jpg', PNG],
      ['noname', PNG],
      ['a.xlsx', Buffer.from('PK\u0003\u0004 META-INF/MANIFEST.MF')],
    ] as const)
      expect(await upload(name, content as string), name).toMatchObject({
        status: 415,
        success: false,
        message: expect.stringContaining('上传失败！'),
      })
  })

  it('stay in their folder', async () => {
    for (const biz of ['../x', '..\\x', '/etc', 'a/../b', 'a//b', '.hidden'])
      expect(await upload('a.png', PNG, { biz }), biz).toMatchObject({
        success: false,
        message: '上传目录bizPath，格式非法！',
      })
    expect((await upload('../../evil.png', PNG)).message).toMatch(/^temp\/[^./]+\.png$/)
    for (const path of ['..%2F..%2Fetc%2Fpasswd', 'temp/../../x', 'temp%00.png', 'no/such.png'])
      expect((await test.app.inject(`/jeecg-boot/sys/common/static/${path}`)).statusCode, path).toBe(404)
    const store = diskStore(join(client, 'store'))
    for (const path of ['../x', 'a/../../x', '/x', 'a\\b', '.drafts/x', 'a/', ''])
      await expect(store.write(path, Buffer.from('x')), path).rejects.toThrow()
  })

  it('over ten megabytes are refused', async () => {
    expect(await upload('a.txt', 'x'.repeat(10 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      message: '文件大小超出10MB限制, 请压缩或降低文件质量!',
    })
  })

  it('need a session to be sent', async () => {
    expect(await test.call('POST', '/sys/common/upload', form('a.png', PNG))).toMatchObject({ status: 401 })
    expect(await test.call('POST', '/sys/common/upload', { token, body: {} })).toMatchObject({ status: 415 })
  })

  it('that are private open to their owner and by a signature that ends', async () => {
    const [owner, other] = [await makePerson(test), await makePerson(test)]
    const path = `export/${'f'.repeat(32)}.txt`
    const file = { path, fileName: '导出.txt', contentType: 'text/plain', biz: 'export', isPrivate: true }
    await keepFile(test.services, { username: owner.username, tenantId: 0 }, file, Buffer.from('secret'))
    expect((await read(path)).statusCode).toBe(404)
    const as = async ({ username }: { username: string }) =>
      (await read(path, { 'x-access-token': await signIn(test, username) })).statusCode
    expect(await as(other)).toBe(404)
    expect(await as(owner)).toBe(200)
    const address = `/jeecg-boot${await signedAddress(test.services.db, path, test.clock.now())}`
    const signed = await test.app.inject(address)
    expect(signed.body).toBe('secret')
    expect(signed.headers['cache-control']).toBe('private, no-store')
    expect((await test.app.inject(address.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).statusCode).toBe(404)
    expect((await test.app.inject(address.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404)
    test.clock.pass(601)
    expect((await test.app.inject(address)).statusCode).toBe(404)
  })

  it('without a row in sys_file are not served, even when they lie there', async () => {
    const reply = await upload('a.png', PNG)
    await test.services.db.delete(storedFile).where(eq(storedFile.path, reply.message))
    expect((await read(reply.message)).statusCode).toBe(404)
  })
})

describe('the page', () => {
  const sent = async (settings: Partial<Settings>) => {
    const other = await emptyApp({ routes, clientFolder: client, settings })
    const url = '/record/abcdefghijklmnop'
    const { body, headers } = await other.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    await other.close()
    return { text: body, headers }
  }

  it('says that this server is its own, which nobody then has to ask what it offers', async () => {
    const { text } = await sent({})
    expect(text).toContain('<meta name="voltdesk-server" content="/jeecg-boot">')
    expect(text).not.toContain('voltdesk-api')
  })

  it('of a client for another server says where that is, may reach it, and asks nothing of this one ahead', async () => {
    const page = await sent({ apiBase: 'https://erp.example.cn/jeecg-boot' })
    expect(page.text).toContain('<meta name="voltdesk-api" content="https://erp.example.cn/jeecg-boot">')
    expect(page.text).not.toContain('voltdesk-server')
    expect(page.text).not.toContain('getUserPermissionByToken')
    const policy = String(page.headers['content-security-policy'])
    for (const part of ['img-src', 'media-src', 'connect-src'])
      expect(new RegExp(`${part} [^;]*https://erp\\.example\\.cn( |;|$)`).test(policy), part).toBe(true)
    expect(policy).toContain('wss://erp.example.cn')
  })
})
