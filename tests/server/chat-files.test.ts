/** Files for people in a chat client: fetched without a session, or sent into the chat. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyApp, makePerson, signIn, type EmptyApp } from '../empty-app.ts'
import { startSimulator, type Simulator } from '../hosts/simulator.ts'
import { Visitor } from '../hosts/visitor.ts'

const CSV = '提现单号,金额\nTX1,120.00\n'

describe('files in a chat client', () => {
  let test: EmptyApp
  let sim: Simulator
  beforeAll(async () => {
    sim = await startSimulator()
    test = await emptyApp({ env: sim.settings })
    await makePerson(test, { username: 'ops_manager', phone: '13800010001' })
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
  })

  const send = async (path: string, { name = '导出.csv', content = CSV } = {}) => {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    const request = new Request('http://x', { method: 'POST', body })
    const reply = await test.app.inject({
      method: 'POST',
      url: `/jeecg-boot${path}`,
      headers: {
        'x-access-token': await signIn(test, 'ops_manager'),
        'content-type': request.headers.get('content-type')!,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return { status: reply.statusCode, ...reply.json<{ success: boolean; message: string; result: any }>() }
  }

  it('are read at an address that needs no session and ends after five minutes', async () => {
    const { success, result } = await send('/sys/common/handOver')
    expect(success).toBe(true)
    const url = `/jeecg-boot${result.address as string}`
    const file = await test.app.inject(url)
    expect(file.statusCode).toBe(200)
    expect(file.body).toBe(CSV)
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('导出.csv'))
    expect((await test.app.inject(url.split('?')[0]!)).statusCode).toBe(404)
    expect((await test.app.inject(url.replace(/signature=../, 'signature=zz'))).statusCode).toBe(404)
    test.clock.pass(5 * 60 + 1)
    expect((await test.app.inject(url)).statusCode).toBe(404)
  })

  it('are read three times at most, as a client may ask twice', async () => {
    const { result } = await send('/sys/common/handOver')
    const url = `/jeecg-boot${result.address as string}`
    const codes = []
    for (let times = 0; times < 5; times++) codes.push((await test.app.inject(url)).statusCode)
    expect(codes).toEqual([200, 200, 200, 404, 404])
  })

  it('are sent to the person who asks, and to nobody without a binding', async () => {
    expect((await send('/sys/chat/wecom/file')).message).toBe('您还没有绑定企业微信账号')
    await sim.control.signIn('ops_manager')
    const visitor = new Visitor(test.app)
    const start = await visitor.api('/sys/thirdLogin/oauth2/wechat_enterprise/login?redirect=%2Fx')
    await visitor.open(await visitor.throughChat(start.location!))
    const { success, message } = await send('/sys/chat/wecom/file')
    expect([success, message]).toEqual([true, '文件已发到您的企业微信'])
    const [sent] = (await sim.control.outbox()).slice(-1)
    expect(sent).toMatchObject({ to: ['ops_manager'], body: { msgtype: 'file' } })
  })

  it('are refused when they are no files people exchange, or the chat is unknown', async () => {
    expect((await send('/sys/common/handOver', { name: 'a.exe', content: 'MZ\0\0' })).status).toBe(415)
    expect((await send('/sys/chat/qq/file')).status).toBe(400)
  })
})
