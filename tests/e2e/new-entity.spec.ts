/** The README's walk: an entity of ten fields in one file, a migration, a restart; everything is there on both shells. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'

const root = process.cwd()
const PASSWORD = 'Volt#2026'
/** What a build and a start read. */
const PARTS = [
  'demo',
  'packages',
  'src',
  'server',
  'public',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/vite',
]

const sparePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const readme = readFileSync(join(root, 'README.md'), 'utf8')
/** Path → text of the files that the walks of the README write. */
const walks = new Map(
  [...readme.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)].map(([, path, text]) => [path!, text!] as const),
)

const VOUCHER = 'src/resources/product/voucher.ts'
/** The entity of the README, to the letter. */
const [, definition] = /^## Add an entity.*?```ts\n(.*?)```/ms.exec(readme)!
/** The same with the lines that its flow adds or replaces. */
function entityWithItsFlow(): string {
  const [states, status, actions] = walks.get(VOUCHER)!.trimEnd().split('\n')
  return definition!
    .replace('import { choice,', "import { choices } from '#model/choices.ts'\n$&")
    .replace(/^import .*enabled\.ts'\n/m, '')
    .replace('export const voucher', `${states}\n\n$&`)
    .replace(/^ {4}status: .*$/m, status!)
    .replace(/^ {2}menu: /m, `${actions}\n$&`)
}

let folder: string

function edit(path: string, found: string, put: string) {
  const at = join(folder, path)
  const before = readFileSync(at, 'utf8')
  const after = before.replace(found, put)
  expect(after).not.toBe(before)
  writeFileSync(at, after)
}

let server: ChildProcess | undefined
let address: string

async function start() {
  const port = await sparePort()
  address = `http://127.0.0.1:${port}`
  const given = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), DEMO: '1' }
  const env = { ...process.env, ...given, LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '0', PATIENCE_MS: '0' }
  server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { cwd: folder, env, stdio: 'ignore' })
  const ready = () =>
    fetch(`${address}/health`).then(
      (reply) => reply.ok,
      () => false,
    )
  await expect.poll(ready, { timeout: 540_000 }).toBe(true)
}

async function stop() {
  const running = server
  if (!running || running.exitCode !== null) return
  const ended = new Promise((resolve) => running.once('exit', resolve))
  running.kill('SIGTERM')
  await ended
}

const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' })

/** The product as its sources now say. */
async function build() {
  run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
  await start()
}

/** To an entity that has records already. */
async function addFlow() {
  const path = 'server/business/voucher/index.ts'
  await stop()
  writeFileSync(join(folder, VOUCHER), entityWithItsFlow())
  edit('src/resources/dictionaries.ts', 'dictionariesOf(', '$&voucherStates, ')
  edit('src/resources/dictionaries.ts', 'import ', "import { voucherStates } from './product/voucher.ts'\n$&")
  mkdirSync(join(folder, 'server/business/voucher'))
  writeFileSync(join(folder, path), walks.get(path)!)
  edit('server/business/index.ts', 'import ', "import { voucher } from './voucher/index.ts'\n$&")
  edit('server/business/index.ts', '= [\n', '$&  voucher,\n')
  await build()
}

test.beforeAll(async () => {
  test.setTimeout(1_200_000)
  folder = mkdtempSync(join(tmpdir(), 'voltdesk-entity-'))
  for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // First the product as it is, so that the entity meets a database that has lived.
  await start()
  await stop()
  mkdirSync(join(folder, 'src/resources/product'), { recursive: true })
  writeFileSync(join(folder, VOUCHER), definition!)
  edit('src/resources/index.ts', 'register({', '$&\n  voucher,')
  edit('src/resources/index.ts', '/** The table of contents', "import { voucher } from './product/voucher.ts'\n\n$&")
  run('--import', 'tsx', 'server/db/make-migration.ts', 'add-vouchers')
  await build()
})

test.afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(page: Page) {
  await page.goto(`${address}/user/login`)
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/user/login'))
}

interface Answer {
  success: boolean
  code: number
  message: string
  result: { id: string; voucherNo: string; amount: string; token: string; status: string; records: { id: string }[] }
}

test('a new entity has its list, form, detail, import, export, rights and phone pages', async ({ browser }) => {
  test.setTimeout(300_000)
  const desktop = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(desktop)
  await desktop.goto(`${address}/finance/voucher`)
  await expect(desktop.getByRole('button', { name: '导入' })).toBeVisible()
  await expect(desktop.getByRole('button', { name: '导出' })).toBeVisible()
  await desktop.getByRole('button', { name: '新增' }).first().click()
  const dialog = desktop.getByRole('dialog')
  await expect(dialog).toContainText('截止日期')
  await dialog.getByLabel('券名称').fill('周末券')
  await dialog.getByRole('button', { name: /确\s*定|保\s*存|提\s*交/ }).click()
  await expect(dialog).toContainText('请输入面额')

  const voucher = { voucherName: '周末券', amount: '20.00', count: 5, endDate: '2027-01-01' }
  const made = await (await calls('admin'))('POST', '/rental/voucher/add', voucher)
  const refused = await (await calls('viewer'))('POST', '/rental/voucher/add', voucher)
  expect(made).toMatchObject({ success: true, result: { amount: '20.00' } })
  expect(made.result.voucherNo).toMatch(/^DJ\d{14}$/)
  expect(refused).toMatchObject({ success: false, code: 403 })
  await desktop.goto(`${address}/finance/voucher/${made.result.id}`)
  await expect(desktop.getByText('周末券').first()).toBeVisible()

  const phone = await browser.newPage({ viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true })
  await signIn(phone)
  await phone.goto(`${address}/finance/voucher`)
  await phone.getByText('周末券').first().click()
  await expect(phone.getByText('截止日期').filter({ visible: true }).first()).toBeVisible()
})

/** An outside client's calls, as that person. */
async function calls(username: string) {
  const call = async (method: string, path: string, body?: object, token = '') => {
    const reply = await fetch(`${address}/jeecg-boot${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as Answer
  }
  const { token } = (await call('POST', '/sys/login', { username, password: PASSWORD })).result
  return (method: string, path: string, body?: object) => call(method, path, body, token)
}

test('a new flow has its rule, its action with a button on both shells, and its moment', async ({ browser }) => {
  test.setTimeout(1_200_000)
  await addFlow()
  const admin = await calls('admin')
  const draft = { voucherName: '春节券', amount: '20.00', count: 501, endDate: '2026-01-01' }
  expect((await admin('POST', '/rental/voucher/add', draft)).message).toContain('一批最多 10000.00 元')
  const { id } = (await admin('POST', '/rental/voucher/add', { ...draft, count: 500 })).result

  const phone = await browser.newPage({ viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true })
  await signIn(phone)
  await phone.goto(`${address}/finance/voucher/${id}`)
  await expect(phone.getByRole('button', { name: /发\s*放/ })).toBeVisible()

  const desktop = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(desktop)
  await desktop.goto(`${address}/finance/voucher/${id}`)
  await desktop.getByRole('button', { name: /发\s*放/ }).click()
  const agreed = desktop.getByRole('dialog').getByRole('button', { name: /确\s*定/ })
  await agreed.click()
  await expect(desktop.getByText('已发放').first()).toBeVisible()

  const { records } = (await admin('GET', '/sys/quartzJob/list?jobClassName=move-by-clock')).result
  expect(await admin('POST', '/sys/quartzJob/execute', { id: records[0]!.id })).toMatchObject({ success: true })
  const stands = async () => (await admin('GET', `/rental/voucher/queryById?id=${id}`)).result.status
  await expect.poll(stands).toBe('2')
  await phone.reload()
  await expect(phone.getByText('已过期').first()).toBeVisible()
})
