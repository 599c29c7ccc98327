import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    // A machine that is busy with something else is slow, not wrong.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What needed its second try is named by scripts/vitest-faults.mjs.
    retry: 1,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    globalSetup: ['tests/before-all.ts'],
  },
})
