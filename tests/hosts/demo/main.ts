/**
 * `npm run demo:hosts`: the product, pretend WeCom and DingTalk, and a page with a phone and an inbox, so that anybody
 * can try the tap on a notification without a corporation. Nothing leaves this machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { startSimulator } from '../simulator.ts'
import { clients, clientScript, variantOf, type ClientName } from './clients.ts'
import { entryOf } from './inbox.ts'
import { proxyTo } from './proxy.ts'
import { askForMoney, bindPeople } from './story.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const simulator = await startSimulator()
const app = Fastify({ forceCloseConnections: true })
const [port, own] = [await freePort(), Number(process.env.PORT ?? (await freePort()))]
const origin = `http://127.0.0.1:${own}`
const folder = mkdtempSync(join(tmpdir(), 'voltdesk-demo-'))

const product = spawn(process.execPath, ['dist-server/main.js'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    ...simulator.settings,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    DEMO: '1',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
  },
})

async function stop() {
  product.kill('SIGTERM')
  await app.close().catch(() => undefined)
  await simulator.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
product.on('exit', (code) => {
  if (code) process.stderr.write(`产品启动失败（${code}）\n`)
  void stop()
})

const reading = (request: { headers: Record<string, unknown> }): { client: ClientName; user: string } => {
  const cookie = String(request.headers.cookie ?? '')
  const found = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookie)?.[1]
  const client = found('demo_client') ?? ''
  return {
    client: Object.hasOwn(clients, client) ? (client as ClientName) : 'wecom-android',
    user: found('demo_user') ?? '',
  }
}

app.get('/__demo/', (_, reply) => reply.type('text/html; charset=utf-8').send(file('desk.html')))
app.get('/__demo/desk.js', (_, reply) => reply.type('text/javascript').send(file('desk.js')))
app.get('/__demo/desk.css', (_, reply) => reply.type('text/css').send(file('desk.css')))
app.get('/__demo/client.js', (request, reply) =>
  reply
    .type('text/javascript')
    .header('cache-control', 'no-store')
    .send(clientScript(variantOf(reading(request).client)!)),
)
app.get('/__demo/choices', async () => ({
  clients: Object.entries(clients).map(([name, { label }]) => ({ name, label })),
  people: (await simulator.control.people()).map(({ userId, name }) => ({ userId, name })),
}))
app.get('/__demo/inbox', async (request) => {
  const { client, user } = reading(request)
  const { chat } = clients[client].variant
  await simulator.control.signIn(user)
  const messages = await simulator.control.outbox()
  return messages
    .filter((message) => message.chat === chat && message.to.includes(user) && !message.dropped.includes(user))
    .map((message) => entryOf(message, user))
    .reverse()
})
app.post('/__demo/answer', async (request) => {
  const { name } = JSON.parse(String(request.headers['x-demo'])) as { name: string }
  if (!name.includes('requestAuthCode')) return { result: {} }
  return { result: { code: await simulator.control.authCode('dingtalk', reading(request).user) } }
})
app.post('/__demo/press', async (request) => {
  const { taskId, key } = JSON.parse(String(request.headers['x-demo'])) as { taskId: string; key: string }
  return { statuses: await simulator.control.click(taskId, key, reading(request).user) }
})
app.post('/__demo/withdrawal', async () => ({ said: await askForMoney(`http://127.0.0.1:${port}`) }))
proxyTo(app, { port })

const ready = async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok ?? false
process.stdout.write('正在启动产品和模拟的企业微信、钉钉…\n')
while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 300))
await simulator.control.product(`http://127.0.0.1:${port}`)
await app.listen({ port: own, host: '127.0.0.1' })
await bindPeople(origin, simulator.control)
process.stdout.write(`\n请在浏览器中打开：${origin}/__demo/\n左边是手机，右边是收件箱。按 Ctrl+C 结束。\n`)
