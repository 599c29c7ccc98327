/** The real server as a process of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import product from '../package.json' with { type: 'json' }
import { atEnd } from './closing.ts'
import { sparePort } from './spare-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const READY_WITHIN = 60_000
/** As `npm start` does it. */
const [, ...START] = product.scripts.start.split(' ')

export const PASSWORD = 'Volt#2026'

export interface Server {
  address: string
  pid: number
  /** From the start of the process until /health said so. */
  readyMs: number
  get(path: string, token?: string): Promise<any>
  send(method: 'POST' | 'PUT', path: string, body: unknown, token?: string): Promise<any>
  /** The token of a demo account. */
  signIn(username: string): Promise<string>
  stop(): Promise<void>
  /** Resolves when it answers at once again: what an overload left behind must not be charged to the next figure. */
  settled(): Promise<void>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

export async function startServer(env: Record<string, string>): Promise<Server> {
  build()
  // Links in messages begin with PUBLIC_URL, so who sets that knows the port first.
  const port = Number(env['PORT']) || (await sparePort())
  const address = `http://127.0.0.1:${port}`
  const started = Date.now()
  const child = spawn(process.execPath, [...profiled(), ...START], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: '1',
      ADMIN_PASSWORD: PASSWORD,
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  atEnd(() => end(child, 'SIGTERM'))
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said = (said + data.toString()).slice(-4000)))
  await ready(child, `${address}/health`, () => said)
  const call = async (path: string, token: string | undefined, init: RequestInit = {}) => {
    const headers = { ...(token && { 'x-access-token': token }), 'content-type': 'application/json' }
    const response = await fetch(`${address}/jeecg-boot${path}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(60_000),
    })
    const answer = (await response.json()) as { success: boolean; message: string; result: unknown }
    if (!answer.success) throw new Error(`${path}: ${answer.message}`)
    return answer.result
  }
  const send: Server['send'] = (method, path, body, token) => call(path, token, { method, body: JSON.stringify(body) })
  return {
    address,
    pid: child.pid!,
    readyMs: Date.now() - started,
    get: (path, token) => call(path, token),
    send,
    signIn: async (username) => (await send('POST', '/sys/login', { username, password: PASSWORD })).token,
    settled: () => settled(`${address}/health`),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

/** Nothing to do when it is there and of these sources. */
function build(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the product could not be built')
}

/** BENCH_PROFILE=folder leaves a CPU profile of every server there. */
const profiled = () => {
  const folder = process.env['BENCH_PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

async function ready(child: ChildProcess, health: string, said: () => string) {
  for (const until = Date.now() + READY_WITHIN; Date.now() < until; await sleep(20)) {
    if (child.exitCode !== null) break
    const response = await fetch(health, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`the server did not start: ${said()}`)
}

async function settled(health: string) {
  let quick = 0
  for (const until = Date.now() + 60_000; Date.now() < until && quick < 5; await sleep(100)) {
    const started = Date.now()
    const response = await fetch(health, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    await response?.arrayBuffer()
    quick = response?.ok && Date.now() - started < 50 ? quick + 1 : 0
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(late)
}
