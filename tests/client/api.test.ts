// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void
let server: Server
let answer: Answer
const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
let core: {
  api: (typeof import('#headless/session/api.ts'))['api']
  usualWords: (typeof import('#headless/session/api.ts'))['usualWords']
  session: typeof import('#headless/session/session.ts')
  notices: typeof import('#headless/connection/notices.ts')
  renewal: typeof import('#headless/session/renewal.ts')
}

const say =
  (status: number, body: unknown): Answer =>
  (_, response) => {
    response.statusCode = status
    response.setHeader('content-type', 'application/json')
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const fine = say(200, { success: true, code: 0, message: '', result: 7 })
const expired = say(500, { success: false, code: 500, message: 'Token失效，请重新登录!' })

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      // jsdom is on another origin than the server.
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      response.setHeader('access-control-allow-methods', '*')
      if (request.method === 'OPTIONS') return response.end()
      seen.push({ url: request.url!, headers: request.headers, body })
      answer(request, response, body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const meta = document.createElement('meta')
  meta.name = 'voltdesk-api'
  meta.content = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
  document.head.append(meta)
  core = {
    api: (await import('#headless/session/api.ts')).api,
    usualWords: (await import('#headless/session/api.ts')).usualWords,
    session: await import('#headless/session/session.ts'),
    notices: await import('#headless/connection/notices.ts'),
    renewal: await import('#headless/session/renewal.ts'),
  }
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  seen.length = 0
  answer = fine
  core.session.keepSession({ token: 'T1', username: 'li', tenantid: 5 })
  core.renewal.setRenewal(undefined)
  core.notices.useNoticeStore.setState({ queue: [], standing: {}, expired: false, renewing: false })
})
const said = () => core.notices.useNoticeStore.getState().queue.map(({ title, text }) => `${title ?? ''}|${text}`)
const isExpired = () => core.notices.useNoticeStore.getState().expired

test('every call carries token, tenant and signature; a GET its time, except dictionary items', async () => {
  expect(await core.api.get('/a', { x: 1, nothing: null })).toBe(7)
  await core.api.get('/sys/dict/getDictItems/sex')
  const [first, second] = seen
  expect(first!.url).toMatch(/^\/api\/a\?x=1&_t=\d{10}$/)
  expect(second!.url).toBe('/api/sys/dict/getDictItems/sex')
  expect(first!.headers).toMatchObject({ 'x-access-token': 'T1', 'tenant-id': '5', 'x-tenant-id': '5' })
  expect(first!.headers['x-sign']).toMatch(/^[0-9A-F]{32}$/)
  expect(first!.headers['x-timestamp']).toMatch(/^\d{13}$/)
})

test.each<[number, unknown, string]>([
  [403, { success: false, message: 'x', code: 403 }, '系统提示|拒绝访问'],
  [404, { success: false, message: 'x', code: 404 }, '系统提示|很抱歉，资源未找到!'],
  [504, 'gateway', '系统提示|网络超时'],
  [500, { success: false, message: '磁盘已满', code: 500 }, '系统提示|磁盘已满'],
])('%i is said', async (status, body, text) => {
  answer = say(status, body)
  await expect(core.api.get('/a')).rejects.toThrow()
  expect(said()).toEqual([text])
})

test('a refusal for want of a right that the server names may be asked about, any other not', async () => {
  const asked = () => core.notices.useNoticeStore.getState().queue.map(({ permission }) => permission)
  answer = say(403, { success: false, message: 'x', code: 403, result: { permission: 'system:online:list' } })
  const refusal = await core.api.get('/a').catch((error: unknown) => error)
  expect(asked()).toEqual(['system:online:list'])
  const { askedOfRefusal } = await import('#headless/session/whyNot.ts')
  expect(askedOfRefusal(refusal)).toEqual({ permission: 'system:online:list' })
  core.notices.useNoticeStore.setState({ queue: [], standing: {} })
  for (const [status, result] of [
    [403, null],
    [403, { permission: 7 }],
    [404, { permission: 'a' }],
  ] as const) {
    answer = say(status, { success: false, message: 'x', code: status, result })
    const other = await core.api.get('/a').catch((error: unknown) => error)
    expect(askedOfRefusal(other)).toBeUndefined()
  }
  expect(asked()).toEqual([undefined, undefined])
})

test.each<[number, unknown, string]>([
  [403, { success: false, message: 'Forbidden', code: 403 }, '拒绝访问'],
  [403, { success: false, message: '没有“导出”的权限', code: 403 }, '没有“导出”的权限'],
  [404, '<h1>Not Found</h1>', '很抱歉，资源未找到!'],
  [504, 'gateway', '网络超时'],
  [500, { success: false, message: 'Read timeout', code: 500 }, '网络超时'],
  [400, { success: false, message: 'pageNo', code: 400 }, 'pageNo'],
  [409, { success: false, message: '已由 张三 通过', code: 409 }, '已由 张三 通过'],
])('whoever shows a %i by themselves says it so too, and the same of a file', async (status, body, words) => {
  answer = say(status, body)
  await expect(core.api.post('/a', {}, { quiet: true })).rejects.toThrow(words)
  await expect(core.api.download('/a', {}, { quiet: true })).rejects.toThrow(words)
})

test.each<[number, string, string | undefined]>([
  [403, '您不在该部门', '拒绝访问'],
  [404, '没有这个列表', '很抱歉，资源未找到!'],
  [504, '', '网络超时'],
  [500, 'read ETIMEDOUT: timeout', '网络超时'],
  [500, '磁盘已满', undefined],
])('%i with %j is said as %s where it is shown in the page', async (status, message, words) => {
  answer = say(status, { success: false, message, code: status })
  const failure: Error = await core.api.get('/a', {}, { quiet: true }).then(
    () => new Error('it was answered'),
    (error: Error) => error,
  )
  expect(core.usualWords(failure)).toBe(words)
  expect(said()).toEqual([])
})

const busy =
  (retryAfter: string): Answer =>
  (request, response, body) => {
    response.setHeader('access-control-expose-headers', 'retry-after')
    response.setHeader('retry-after', retryAfter)
    say(503, { success: false, message: '系统繁忙，本次请求没有执行，请稍后重试', code: 503 })(request, response, body)
  }

test('a reading that a busy server sent away is asked again when it said so, and nobody is told', async () => {
  let times = 0
  answer = (...asked) => (++times < 3 ? busy('0') : fine)(...asked)
  expect(await core.api.get('/a')).toBe(7)
  expect([seen.length, said()]).toEqual([3, []])
})

test('a server that stays busy is said in its own words, after a few times; one that is away for long at once', async () => {
  answer = busy('0')
  const away = { status: 503, message: '系统繁忙，本次请求没有执行，请稍后重试' }
  await expect(core.api.get('/a')).rejects.toMatchObject(away)
  expect([seen.length, said()]).toEqual([3, ['系统提示|系统繁忙，本次请求没有执行，请稍后重试']])
  answer = busy('30')
  await expect(core.api.download('/b')).rejects.toMatchObject(away)
  expect(seen).toHaveLength(4)
})

test('what changes something is sent once, and its person told', async () => {
  answer = busy('0')
  await expect(core.api.post('/a', {})).rejects.toMatchObject({ status: 503, retryAfterMs: 0 })
  expect([seen.length, said()]).toEqual([1, ['系统提示|系统繁忙，本次请求没有执行，请稍后重试']])
})

test('nobody waits for what is not wanted any more', async () => {
  answer = busy('5')
  const leaving = new AbortController()
  const asked = expect(core.api.get('/a', {}, { signal: leaving.signal })).rejects.toThrow('canceled')
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  leaving.abort()
  await asked
})

test('a refusal by a rule is the caller’s to show', async () => {
  answer = say(200, { success: false, message: '余额不足', code: 500, result: { fields: {} } })
  await expect(core.api.post('/a', {})).rejects.toMatchObject({ message: '余额不足', status: 200 })
  expect(said()).toEqual([])
})

test('an ended session brings one modal, however many calls notice', async () => {
  answer = expired
  await Promise.allSettled([core.api.get('/a'), core.api.get('/b'), core.api.get('/c')])
  expect(isExpired()).toBe(true)
  expect(said()).toEqual([])
})

test('what ended a session is said with it, what was wrong with a token is not', async () => {
  const endedBy = async (why: string) => {
    answer = say(401, { success: false, message: `Token失效，请重新登录!${why}`, code: 401 })
    await expect(core.api.get('/a')).rejects.toThrow('Token失效')
    const { expiredText } = await import('#headless/session/api.ts')
    return expiredText(core.notices.useNoticeStore.getState().endedBy)
  }
  const plain = '很抱歉，登录已过期，请重新登录'
  expect(await endedBy('（当前账号已被管理员强制下线）')).toBe(`${plain}（当前账号已被管理员强制下线）`)
  expect(await endedBy('（Token非法无效!）')).toBe(plain)
  expect(await endedBy('')).toBe(plain)
})

test('the phrase is found in a binary answer too', async () => {
  answer = expired
  await expect(core.api.download('/export')).rejects.toThrow('Token失效')
  expect(isExpired()).toBe(true)
})

test('a bare 401 says so and forgets the session', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  answer = say(401, { success: false, message: '没有登录', code: 401 })
  await expect(core.api.get('/a')).rejects.toThrow()
  vi.useRealTimers()
  expect(said()).toEqual(['系统提示|很抱歉，登录已过期，请重新登录'])
  expect(core.session.session().token).toBe('')
})

test('a host renews once for all, and each call is replayed once', async () => {
  let renewals = 0
  core.renewal.setRenewal(async () => {
    renewals++
    await new Promise((resolve) => setTimeout(resolve, 30))
    core.session.keepSession({ token: 'T2' })
    return true
  })
  answer = (request, response, body) =>
    (request.headers['x-access-token'] === 'T2' ? fine : expired)(request, response, body)
  expect(await Promise.all([core.api.get('/a'), core.api.post('/b', { x: 1 }), core.api.get('/c')])).toEqual([7, 7, 7])
  expect(renewals).toBe(1)
  expect(seen).toHaveLength(6)
  expect(isExpired()).toBe(false)
})

test('a call of a session that ended is not sent again as whoever signed in meanwhile, nor does it end their session', async () => {
  answer = (...exchange) => {
    core.session.keepSession({ token: 'T2', username: 'wang', tenantid: 5 })
    expired(...exchange)
  }
  await expect(core.api.post('/own/name', { name: '李' })).rejects.toMatchObject({ status: 401 })
  expect(seen).toHaveLength(1)
  expect(core.session.session()).toMatchObject({ token: 'T2', username: 'wang' })
  expect(core.notices.useNoticeStore.getState().expired).toBe(false)
})

test('what is still asked for whoever signs out, in any window, neither signs them in again nor says that their session has ended', async () => {
  let renewals = 0
  core.renewal.setRenewal(() => Promise.resolve(Boolean(++renewals)))
  answer = expired
  core.renewal.beginSigningOut(60_000)
  await expect(core.api.get('/a')).rejects.toMatchObject({ status: 500 })
  expect([renewals, seen.length, isExpired()]).toEqual([0, 1, false])
  core.renewal.endSigningOut()
  await expect(core.api.get('/a')).rejects.toThrow()
  expect([renewals, isExpired()]).toEqual([1, true])
})

test('a renewal that does not help ends in the modal, without a loop', async () => {
  core.renewal.setRenewal(() => Promise.resolve(true))
  answer = expired
  await expect(core.api.get('/a')).rejects.toThrow()
  expect(seen).toHaveLength(2)
  expect(isExpired()).toBe(true)
})

test('an empty file is 文件下载失败, a good one keeps its name', async () => {
  answer = (_, response) => {
    response.setHeader('content-type', 'application/vnd.ms-excel')
    response.end()
  }
  await expect(core.api.download('/export')).rejects.toThrow('文件下载失败')
  answer = (_, response) => {
    response.setHeader('access-control-expose-headers', 'content-disposition')
    response.setHeader('content-type', 'application/vnd.ms-excel')
    response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent('提现.xls')}`)
    response.end('x')
  }
  expect((await core.api.download('/export')).name).toBe('提现.xls')
})

test('no answer at all is said, and its outcome is unknown', async () => {
  answer = (request) => request.socket.destroy()
  await expect(core.api.post('/a', {})).rejects.toMatchObject({ status: 0 })
  expect(said()).toEqual(['系统提示|网络连接失败，请检查网络后重试'])
})

test('signing out waits three seconds for a server that does not answer, then forgets the session here and says so', async () => {
  const { logout } = await import('#headless/session/account.ts')
  let asked: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (asked = resolve))
  let held: ServerResponse | undefined
  answer = (_, response) => {
    held = response
    asked()
  }
  // Only the clock that a person waits by: the call itself goes over the network.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    let started = 0
    const left = logout(() => started++)
    await arrived
    await vi.advanceTimersByTimeAsync(2_900)
    expect([core.session.session().token, started]).toEqual(['T1', 0])
    await vi.advanceTimersByTimeAsync(200)
    await left
    expect([core.session.session().token, started]).toEqual(['', 1])
    expect(JSON.stringify({ ...sessionStorage })).toContain('服务器没有回应，已在本机退出登录')
  } finally {
    vi.useRealTimers()
    held?.end()
  }
})
