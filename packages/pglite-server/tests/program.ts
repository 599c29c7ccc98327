/** A source of this package as one file of JavaScript, as a product builds it, beside the packages it needs. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Program } from '../src/index.ts'

const made = new Map<string, Program>()

export function programOf(source: `${string}.ts`): Program {
  if (!made.has(source)) made.set(source, build(source))
  return made.get(source)!
}

function build(source: string): Program {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, '..', source)],
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', write: false },
  })
  const code = outputFiles[0]!.contents
  const folder = join(import.meta.dirname, '../node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${basename(source, '.ts')}-${createHash('sha256').update(code).digest('hex')}.mjs`)
  writeFileSync(file, code)
  // These live for a second: code that is compiled twice, the second time for speed, would be most of their work.
  return { file, execArgv: ['--liftoff-only'] }
}
