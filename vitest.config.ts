import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'

/** Kits and hosts look at their page once, tables are made once of the resources and chats there are: each file reads ours anew. */
const ANEW = ['tests/client/**/*.test.{ts,tsx}', 'tests/kinds/*.test.{ts,tsx}', 'tests/chats/*.test.ts']

export default defineConfig({
  // Outside a bundle the kit is what Node reads, also where a part of it is named: its contexts must be the same.
  resolve: { alias: [{ find: /^antd\/es\//, replacement: 'antd/lib/' }] },
  test: {
    // A machine that is busy with something else is slow, not wrong.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
    // Two cores and one worker more: a third of the time a worker waits for its database or a process it started.
    maxWorkers: 3,
    globalSetup: ['tests/before-all.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/**/*.test.{ts,tsx}', 'packages/*/tests/*.test.ts'],
          exclude: ['tests/e2e/**', ...ANEW],
          // The server's modules are read once a worker: each file has its own app and database anyway.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ANEW,
          isolate: false,
          setupFiles: ['tests/clean-window.ts', 'tests/patience.ts', 'tests/last-moments.ts'],
        },
      },
    ],
  },
})
