import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const known = new URL('node_modules/.cache/voltdesk/browser.json', import.meta.url)
const found = existsSync(known) ? (JSON.parse(readFileSync(known, 'utf8')) as { path: string | null }).path : null

const HOSTS = ['**/hosts.spec.ts', '**/host-*.spec.ts']

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/serve.ts',
  outputDir: 'test-results/e2e',
  // Two cores: more browsers only wait for each other.
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'product', testIgnore: HOSTS },
    // They turn and break the same pretend chats.
    { name: 'hosts', testMatch: HOSTS, workers: 1 },
  ],
  // A machine that stands still for a moment is not a fault; what needed a second try is named at the end of the run.
  retries: 1,
  // Nobody waits for these but who fails: a busy machine is ten times slower than a quiet one.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    trace: 'off',
    // antd holds a dialog small for two frames before it grows. On a slow machine that looks like standing still, and a
    // click begun there ends beside the button.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: found ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
