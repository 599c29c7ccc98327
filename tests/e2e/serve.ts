/**
 * Before all browser tests: the real server on a fresh embedded database, WeCom and DingTalk on a loopback port, and one
 * signed-in session per role. `VOLTDESK_SIM_URL` is where `controlAt` finds the chats.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type FullConfig } from '@playwright/test'
import product from '../../package.json' with { type: 'json' }
import { startSimulator } from '../hosts/simulator.ts'
import { startTiles } from '../pretend-tiles.ts'
import { roles, stateOf } from './people.ts'
import { signIn } from './sign-in.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns how to stop. What tests need to know travels in the environment, which their workers inherit. */
export default async function serve(config: FullConfig): Promise<() => Promise<void>> {
  await buildClient()
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-e2e-'))
  const chats = await startSimulator()
  const tiles = await startTiles()
  // Known before the server listens, because links in messages begin with it.
  const port = await sparePort()
  const origin = `http://127.0.0.1:${port}`
  await chats.control.product(origin)
  const server = spawn(process.execPath, product.scripts.start.split(' ').slice(1), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutOurs(process.env),
      ...chats.settings,
      PUBLIC_URL: origin,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      DEMO: '1',
      REQUESTS_PER_MINUTE: '0',
      MAP_TILES_URL: tiles.url,
      MAP_TILES_CREDIT: '© 试用底图',
      // The log is where a code by SMS can be read.
      LOG_LEVEL: 'info',
      // So that a test about failed logins can come from an address of its own.
      TRUST_PROXY: '1',
    },
  })
  server.stdout.pipe(createWriteStream(join(folder, 'server.log')))
  const stop = async () => {
    await ended(server)
    await chats.stop()
    await tiles.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    process.env.VOLTDESK_E2E_URL = await listening(server)
    process.env.VOLTDESK_E2E_FOLDER = folder
    process.env.VOLTDESK_SIM_URL = chats.address
    await signInAll(config)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Settings of the person who runs the tests must not reach the server under test. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATABASE_URL: _d, ADMIN_PASSWORD: _a, NODE_ENV: _n, PUBLIC_URL: _p, PLATFORM_NAME: _m, ...rest } = env
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !/^(WECOM|DINGTALK|CAS|MAP)_/.test(name)))
}

const sparePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** What is on the disk may be older than its sources. */
async function buildClient(): Promise<void> {
  const build = spawn(process.execPath, [join(root, 'scripts/build-client.mjs')], { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => build.on('exit', resolve))
  if (code !== 0) throw new Error('客户端构建失败')
}

/** The address the server prints once it answers. */
function listening(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const port = /地址：http:\/\/[\w.]+:(\d+)/.exec(said)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    server.stdout!.on('data', read)
    server.stderr!.on('data', (chunk: Buffer) => {
      read(chunk)
      if (process.env.VOLTDESK_E2E_URL) process.stderr.write(chunk)
    })
    server.on('exit', (code) => reject(new Error(`服务端没有启动（${code}）：\n${said}`)))
  })
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const late = setTimeout(() => server.kill('SIGKILL'), 15_000)
    server.on('exit', () => {
      clearTimeout(late)
      resolve()
    })
    server.kill('SIGTERM')
  })
}

async function signInAll(config: FullConfig): Promise<void> {
  const { launchOptions = {}, locale, timezoneId } = config.projects[0]!.use
  const browser = await chromium.launch(launchOptions)
  try {
    await Promise.all(
      roles.map(async (role) => {
        const context = await browser.newContext({ locale, timezoneId, viewport: { width: 1440, height: 900 } })
        const page = await context.newPage()
        await page.goto(`${process.env.VOLTDESK_E2E_URL}/user/login`)
        await signIn(page, role)
        await page.getByRole('heading', { name: '快捷入口' }).waitFor({ timeout: 240_000 })
        await context.storageState({ path: stateOf(role) })
        await context.close()
      }),
    )
  } finally {
    await browser.close()
  }
}
