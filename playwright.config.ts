import { defineConfig } from '@playwright/test'
import { chromiumWith } from './tests/chromium.ts'

// A new page of a window goes on in the process of the one before, which has compiled the client already.
const SHARED = '--process-per-site'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/serve.ts',
  outputDir: 'test-results/e2e',
  // Two cores: a third browser takes as long in all (953 s beside 948).
  workers: 2,
  fullyParallel: false,
  // What passes only the second time is a fault, of the product or of the test.
  retries: 0,
  // Nobody waits for these but who fails: a busy machine is ten times slower than a quiet one.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'off',
    // antd holds a dialog small for two frames before it grows. On a slow machine that looks like standing still, and a
    // click begun there ends beside the button.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // First, on a demo that no test has changed. One page for all, and axe, which is much work over and over.
    { name: 'screens', testMatch: '**/screens-*.spec.ts', use: { launchOptions: chromiumWith(SHARED) } },
    // No page of these lives long enough to win back what compiling its functions a second time costs.
    {
      name: 'tests',
      testIgnore: '**/screens-*.spec.ts',
      use: { launchOptions: chromiumWith(SHARED, '--js-flags=--no-opt --no-maglev') },
    },
  ],
})
