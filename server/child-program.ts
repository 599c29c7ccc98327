/** What runs in a process of its own, ready to be forked. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'

export interface Program {
  file: string
  execArgv: string[]
}

/** Inside node_modules, where its packages are found. */
const folder = join(import.meta.dirname, '../node_modules/.cache/voltdesk/children')
const known = new Map<string, Program>()

/**
 * The program of this source, with its modules in one file of JavaScript: translated at every start, module by module, it
 * would take twice as long to begin. Where nothing can be written it is.
 */
export function childProgram(source: string): Program {
  let program = known.get(source)
  // Whoever installs packages beside a running server takes it away.
  if (!program || !existsSync(program.file)) known.set(source, (program = made(source)))
  return program
}

function made(source: string): Program {
  try {
    const { outputFiles } = buildSync({
      entryPoints: [source],
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', write: false },
    })
    const code = outputFiles[0]!.contents
    const file = join(folder, `${basename(source, '.ts')}-${createHash('sha256').update(code).digest('hex')}.mjs`)
    // One from before may have lost its content with the power.
    if (!existsSync(file) || !readFileSync(file).equals(code)) {
      mkdirSync(folder, { recursive: true })
      // Whole or not at all: others may be starting.
      const draft = `${file}.${process.pid}`
      try {
        writeFileSync(draft, code, { flush: true })
        renameSync(draft, file)
      } finally {
        rmSync(draft, { force: true })
      }
    }
    return { file, execArgv: [] }
  } catch {
    // tsx by its full address: the working directory may be anywhere.
    return { file: source, execArgv: ['--import', import.meta.resolve('tsx')] }
  }
}
