/** Lint, formatting and types: what `npm run check` and `npm test` look at before anything runs. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin, cache, root } from './install.mjs'

/** Runs a tool of ours beside others; its words come when it ends, so that those of two do not mix. */
const tool = (path, ...args) => ours(bin(path), ...args)
const ours = (...args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      resolve(code === 0)
    })
  })

/**
 * Answers whether all is well. `remembering`: what has not changed since the last time is not looked at again. Only for the
 * hand: a rule that looks over the border of a file sees less then.
 */
export async function lint({ remembering = false } = {}) {
  mkdirSync(cache, { recursive: true })
  const kept = (name) =>
    remembering ? ['--cache', '--cache-strategy', 'content', '--cache-location', join(cache, name)] : []
  const good = await Promise.all([
    tool('oxlint/bin/oxlint', '-c', 'oxlint.config.js', '.'),
    tool('eslint/bin/eslint.js', '.', ...kept('eslint')),
    tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.', ...kept('prettier')),
    ours(join(root, 'scripts/map.mjs'), '--check'),
    ours('--import', 'tsx', join(root, 'scripts/contract.ts'), '--check'),
  ])
  return good.every(Boolean)
}

/**
 * TypeScript 7 checks in half the time of 6, which stays for ESLint: 7 has no interface for programs. Several threads each
 * check again what they share, which is more than twice the work, while lint and the tests want the other cores.
 */
export const types = ({ remembering = false } = {}) =>
  tool(
    'ts7/bin/tsc',
    '--singleThreaded',
    ...(remembering ? ['--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')] : []),
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const good = await Promise.all([lint({ remembering: true }), types({ remembering: true })])
  process.exit(good.every(Boolean) ? 0 : 1)
}
