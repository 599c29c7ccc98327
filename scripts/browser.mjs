/** Finds a Chromium for the browser tests, or installs one. Node built-ins only. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cache, root, run } from './install.mjs'

// The shell without windows takes half the processor time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
/** Where tests read it: `{ "path": "/usr/bin/chromium" }`, null when there is none. */
export const browserFile = join(cache, 'browser.json')

function mayRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** There, and able to say who it is: Ubuntu's package is a stub that asks for a snap. */
const works = (path) =>
  mayRun(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

const installed = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES].find(works)
}

function playwrightsOwn() {
  const code = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  const asked = spawnSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' })
  const path = asked.stdout?.trim()
  return path && existsSync(path) ? path : undefined
}

function byPlaywright() {
  console.log('没有找到 Chromium，正在用 Playwright 下载…')
  run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    timeout: 300_000,
  })
  return playwrightsOwn()
}

function byDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('正在安装 Debian 的 chromium…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const get = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'], { env })
  run('apt-get', ['update'], { env })
  if (!get('chromium-headless-shell')) get('chromium')
  return installed()
}

export function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given && !mayRun(given)) console.error(`CHROMIUM_PATH 指向的 ${given} 不能运行，改用其他浏览器`)
  const known = existsSync(browserFile) ? JSON.parse(readFileSync(browserFile, 'utf8')).path : undefined
  const path =
    (given && mayRun(given) && given) ||
    (known && mayRun(known) && known) ||
    installed() ||
    playwrightsOwn() ||
    byPlaywright() ||
    byDebian() ||
    null
  mkdirSync(cache, { recursive: true })
  writeFileSync(browserFile, JSON.stringify({ path }))
  if (!path) console.error('没有可用的浏览器：请安装 Chromium 或 Chrome，或用 CHROMIUM_PATH 指出它的位置。')
  return path
}
