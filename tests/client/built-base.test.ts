/** Where the server is and what X-Sign is made with, as a build for another server is told. */
import { fileURLToPath } from 'node:url'
import { build, loadConfigFromFile, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const before = { ...process.env }

beforeAll(() => Object.assign(process.env, { API_BASE: 'https://erp.example/jeecg-boot', SIGNATURE_SECRET: 'of-erp' }))
afterAll(() => {
  process.env = before
})

it('API_BASE and SIGNATURE_SECRET of the build stand in what is built', async () => {
  const env = { command: 'build', mode: 'production' } as const
  const { config } = (await loadConfigFromFile(env, 'vite.config.ts', root))!
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ...(config.define && { define: config.define }),
    build: {
      write: false,
      lib: { entry: 'src/headless/connection/base.ts', formats: ['es'], fileName: 'base' },
    },
  })) as Rolldown.RolldownOutput[]
  const code = built.flatMap(({ output }) => output.map((file) => ('code' in file ? file.code : ''))).join('')
  expect(code).toContain('https://erp.example/jeecg-boot')
  expect(code).toContain('of-erp')
})
