// @vitest-environment jsdom
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'

interface Peer {
  send(text: string): void
  terminate(): void
  on(event: 'message', hear: (data: unknown) => void): void
}

let server: FastifyInstance
let port: number
let peers: Peer[]
let said: string[]
let protocols: (string | undefined)[]
let asked: string[]
let close: () => void
let menu: unknown[] | undefined
let rightsMark: string
const pace = { heartbeatMs: 40, reconnectMs: 30 }

async function listen(at = 0) {
  server = Fastify({ forceCloseConnections: true })
  await server.register(websocket)
  server.get('/jeecg-boot/websocket/:userId', { websocket: true }, (socket, request) => {
    peers.push(socket)
    protocols.push(request.headers['sec-websocket-protocol'])
    socket.on('message', (data) => said.push(String(data)))
  })
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  server.options('/jeecg-boot/*', (_, reply) => reply.headers(open).send())
  server.get('/jeecg-boot/*', (request, reply) => {
    asked.push(request.url.split('?')[0]!)
    return reply.headers(open).send({ success: true, result: menu ? { menu, auth: [], allAuth: [], rightsMark } : {} })
  })
  await server.listen({ port: at, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
}

beforeEach(async () => {
  // jsdom's own throws events of another realm.
  vi.stubGlobal('WebSocket', WebSocket)
  peers = []
  said = []
  protocols = []
  asked = []
  menu = undefined
  await listen()
  document.head.innerHTML = `<meta name="voltdesk-api" content="http://127.0.0.1:${port}/jeecg-boot">`
})

afterEach(async () => {
  close?.()
  await server.close()
  vi.unstubAllGlobals()
  vi.resetModules()
  localStorage.clear()
})

const live = () => import('#headless/messages/live.ts')
const soon = { interval: 10 }

test('says who it is by the subprotocol, keeps the line warm and tells what arrives', async () => {
  const { connectLive, onFrame, useLive } = await live()
  const heard: unknown[] = []
  onFrame((frame) => heard.push(frame))
  close = connectLive('u1', 'tok.en-1_', pace)
  await vi.waitFor(() => expect(useLive.getState().state).toBe('live'), soon)
  expect(protocols).toEqual(['tok.en-1_'])
  await vi.waitFor(() => expect(said.filter((text) => text === 'HeartBeat').length).toBeGreaterThan(1), soon)
  peers[0]!.send('{"cmd":"heartcheck","msgTxt":"心跳响应"}')
  peers[0]!.send('not json')
  peers[0]!.send('null')
  peers[0]!.send('{"cmd":"user","msgId":"a1","msgTxt":"待审批"}')
  await vi.waitFor(() => expect(heard).toEqual([{ cmd: 'user', msgId: 'a1', msgTxt: '待审批' }]), soon)
})

test('comes back after the line was cut and asks for what it missed', async () => {
  const { connectLive, useLive } = await live()
  const { queryClient } = await import('#headless/session/queries.ts')
  const again = vi.spyOn(queryClient, 'invalidateQueries')
  close = connectLive('u1', 'token-of-the-person', pace)
  await vi.waitFor(() => expect(useLive.getState().state).toBe('live'), soon)
  expect(again).not.toHaveBeenCalled()
  peers[0]!.terminate()
  await vi.waitFor(() => expect(peers.length).toBe(2), soon)
  await vi.waitFor(() => expect(useLive.getState().state).toBe('live'), soon)
  expect(again).toHaveBeenCalledWith({ queryKey: ['messages'] })
})

test('asks for the menu again when the server says that rights are others now, also while the line was cut', async () => {
  const own = Object.assign(document.createElement('meta'), { name: 'voltdesk-server' })
  own.content = document.querySelector<HTMLMetaElement>('meta[name=voltdesk-api]')!.content
  document.head.append(own)
  const { connectLive, useLive } = await live()
  const { useAccess } = await import('#headless/session/access.ts')
  const [kept, lost] = ['/kept', '/lost'].map((path) => ({ path }) as never)
  useAccess.setState({ status: 'loaded', routes: [kept!, lost!], mark: 'a' })
  const menus = () => asked.filter((path) => path === '/jeecg-boot/sys/permission/getUserPermissionByToken').length
  menu = [{ path: '/kept', name: 'kept', component: 'dashboard/Analysis', meta: { title: '留下的' } }]
  close = connectLive('u1', 'token-of-the-person', pace)
  await vi.waitFor(() => expect(said).toContain('{"cmd":"rights"}'), soon)
  peers[0]!.send('{"cmd":"rights","mark":"a"}')
  peers[0]!.send('{"cmd":"rights","mark":"a"}')
  rightsMark = 'b'
  peers[0]!.send('{"cmd":"rights","mark":"b"}')
  await vi.waitFor(() => expect(useAccess.getState().visible).toHaveLength(1), soon)
  expect(menus()).toBe(1)
  // What lies open of a page that is gone stays as it is.
  expect(useAccess.getState().routes.map(({ path }) => path)).toEqual(['/kept'])
  expect(useAccess.getState().former.map(({ path }) => path)).toEqual(['/lost'])
  peers[0]!.terminate()
  await vi.waitFor(() => expect(peers.length).toBe(2), soon)
  await vi.waitFor(() => expect(useLive.getState().state).toBe('live'), soon)
  peers[1]!.send('{"cmd":"rights","mark":"b"}')
  peers[1]!.send('{"cmd":"rights","mark":"c"}')
  await vi.waitFor(() => expect(menus()).toBe(2), soon)
})

test('gives up after more than five errors and tries again when the person looks', async () => {
  const { connectLive, useLive } = await live()
  const address = port
  await server.close()
  close = connectLive('u1', 'token-of-the-person', { heartbeatMs: 40, reconnectMs: 1 })
  await vi.waitFor(() => expect(useLive.getState().state).toBe('lost'), soon)
  await listen(address)
  window.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(useLive.getState().state).toBe('live'), soon)
})

test('reads new messages aloud only when that is wanted, and a voice that fails disturbs nobody', async () => {
  const spoken: string[] = []
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  )
  vi.stubGlobal('speechSynthesis', {
    speak: ({ text }: { text: string }) => {
      spoken.push(text)
      throw new Error('no voice')
    },
  })
  const { connectLive, onFrame, useLive } = await live()
  const { changeSettings } = await import('#headless/session/settings.ts')
  const heard: unknown[] = []
  onFrame((frame) => heard.push(frame))
  close = connectLive('u1', 'token-of-the-person', pace)
  await vi.waitFor(() => expect(useLive.getState().state).toBe('live'), soon)
  peers[0]!.send('{"cmd":"topic","msgTxt":"安静"}')
  await vi.waitFor(() => expect(heard.length).toBe(1), soon)
  changeSettings({ speech: true })
  peers[0]!.send('{"cmd":"topic"}')
  peers[0]!.send('{"cmd":"topic","msgTxt":"系统维护"}')
  await vi.waitFor(() => expect(heard.length).toBe(3), soon)
  expect(spoken).toEqual(['系统维护'])
  expect(useLive.getState().state).toBe('live')
})

test('去处理 leads inside the product or to a whole address, never to what could run', async () => {
  const { placeOf } = await import('#headless/messages/messages.ts')
  const at = (openPage: string, openType: 'url' | 'component' = 'url') =>
    placeOf({ id: '1', titile: '', openType, openPage })
  expect(at('/finance/userWithdrawal/12?a=1')).toEqual({ to: '/finance/userWithdrawal/12?a=1' })
  expect(at('https://docs.example.com/x')).toEqual({ outside: 'https://docs.example.com/x' })
  for (const evil of ['//evil.com', '/\\evil.com', 'javascript:alert(1)', 'data:text/html,x', 'https://', ''])
    expect(at(evil), evil).toBeUndefined()
  expect(at('/finance', 'component')).toBeUndefined()
})
