/** The process of the reader, as a product builds it: one file of JavaScript, beside the packages it needs. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Program } from '../src/index.ts'

let made: Program | undefined

export const reader = (): Program => (made ??= build())

function build(): Program {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, '../src/reading-process.ts')],
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', write: false },
  })
  const code = outputFiles[0]!.contents
  const folder = join(import.meta.dirname, '../node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `reading-process-${createHash('sha256').update(code).digest('hex')}.mjs`)
  writeFileSync(file, code)
  return { file, execArgv: [] }
}
