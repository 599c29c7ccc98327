import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** As `npm start` builds it: nothing to do when it is there and of these sources. */
export function buildClient(): void {
  const code = `import { buildClient } from './scripts/build-client.mjs'; process.exit(buildClient() ? 0 : 1)`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('the client could not be built')
}
