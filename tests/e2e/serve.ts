/**
 * Before all browser tests: the real server on a fresh database (PostgreSQL where the machine has one, because the embedded
 * one takes several times the processor), WeCom and DingTalk on a loopback port, and one signed-in session per role.
 * `VOLTDESK_SIM_URL` is where `controlAt` finds the chats.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from '@playwright/test'
import type { LoginResult } from '#headless/session/account.ts'
import type { Session } from '#headless/session/session.ts'
import { WEEK_MS } from '#headless/connection/storage.ts'
import product from '../../package.json' with { type: 'json' }
import { startSimulator } from '../hosts/simulator.ts'
import { emptyDatabase } from '../postgres.ts'
import { startTiles } from '../pretend-tiles.ts'
import { aheadMs } from './moment.ts'
import { DICTIONARIES_KEY, PASSWORD, roles, stateOf } from './people.ts'
import { calling } from './server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns how to stop. What tests need to know travels in the environment, which their workers inherit. */
export default async function serve(): Promise<() => Promise<void>> {
  await build()
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-e2e-'))
  const database = await emptyDatabase()
  const chats = await startSimulator()
  const tiles = await startTiles()
  // Known before the server listens, because links in messages begin with it.
  const port = await sparePort()
  const origin = `http://127.0.0.1:${port}`
  await chats.control.product(origin)
  const command = product.scripts.start.split(' ').slice(1)
  const elsewhen = aheadMs() ? ['--import', 'tsx', 'tests/e2e/product-at.ts'] : command
  const server = spawn(process.execPath, elsewhen, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutOurs(process.env),
      ...chats.settings,
      PUBLIC_URL: origin,
      PORT: String(port),
      HOST: '127.0.0.1',
      ...(database && { DATABASE_URL: database.url }),
      DATA_DIR: join(folder, 'data'),
      DEMO: '1',
      REQUESTS_PER_MINUTE: '0',
      PATIENCE_MS: '0',
      // What a page brings is there however slow the machine is.
      PAGE_WAIT_MS: '20000',
      MAP_TILES_URL: tiles.url,
      MAP_TILES_CREDIT: '© 试用底图',
      // Some page or other of another site.
      FRAME_ORIGINS: new URL(tiles.url).origin,
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
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    process.env.VOLTDESK_E2E_URL = await listening(server)
    process.env.VOLTDESK_E2E_FOLDER = folder
    process.env.VOLTDESK_SIM_URL = chats.address
    await signInAll(process.env.VOLTDESK_E2E_URL)
    await beAwake()
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
async function build(): Promise<void> {
  const building = spawn(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => building.on('exit', resolve))
  if (code !== 0) throw new Error('构建失败')
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

/** Tests run at any hour of the day, and their chats answer at once. */
async function beAwake(): Promise<void> {
  const admin = calling('admin')
  const [quiet] = await admin.rows('/rental/appConfig/list?configKey=notice.quietHours')
  const { success, message } = await admin.post('/rental/appConfig/change', {
    id: quiet?.id,
    version: quiet?.version,
    newValue: '无',
    reason: '试用',
  })
  if (!success) throw new Error(`免打扰时段：${message}`)
}

/** Signs everybody in past the browser and writes down what a browser keeps after a login (src/headless/session/account.ts). */
async function signInAll(origin: string): Promise<void> {
  await Promise.all(
    roles.map(async (role) => {
      const visitor = await request.newContext({ baseURL: origin })
      const login = await visitor.post('/jeecg-boot/sys/login', { data: { username: role, password: PASSWORD } })
      const { result, message } = (await login.json()) as { result: LoginResult | null; message: string }
      if (!result?.token) throw new Error(`${role} 无法登录：${message}`)
      const { token, userInfo, tenantList = [], sysAllDictItems } = result
      const session: Session = {
        token,
        pageKey: '',
        username: userInfo.username,
        realname: userInfo.realname,
        avatar: userInfo.avatar ?? '',
        info: userInfo,
        tenantid: tenantList[0]?.id ?? (Number(String(userInfo.relTenantIds ?? '').split(',')[0]) || 0),
        welcome: '您好',
        permissionList: [],
        sysSafeMode: null,
        choosing: null,
        mustChangePassword: false,
        chat: null,
        viewing: null,
      }
      const kept = (name: string, value: unknown) => ({
        name,
        value: JSON.stringify({ value, expire: Date.now() + aheadMs() + WEEK_MS }),
      })
      const localStorage = [kept('voltdesk:session', session), kept(DICTIONARIES_KEY, sysAllDictItems)]
      const { cookies } = await visitor.storageState()
      writeFileSync(stateOf(role), JSON.stringify({ cookies, origins: [{ origin, localStorage }] }))
      await visitor.dispose()
    }),
  )
}
