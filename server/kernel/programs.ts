/**
 * The server's programs: where they stand, and how one is started in a process of its own.
 * Run from its sources (`npm run dev`, tests) the server makes a program when it needs it; started by `npm start` it is itself
 * one of those that `scripts/build-server.mjs` made, and the others stand beside it.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

/** The project's folder: what is built of this file lies elsewhere than its source. */
export const project = (function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder))
})(import.meta.dirname)

const built = join(project, 'dist-server')
const isBuilt = import.meta.dirname === built

export interface Program {
  file: string
  execArgv: string[]
}

/** Inside node_modules, where its packages are found. */
const folder = join(project, 'node_modules/.cache/voltdesk/children')
const known = new Map<string, Program>()

/**
 * The program of this source (a path from the project's folder), ready to be forked, with its modules in one file of
 * JavaScript: translated at every start, module by module, it would take three times as long to begin. Where nothing can be
 * written it is. What the server itself starts is called `…-process.ts`: `npm start` builds those.
 */
export function programOf(source: `${string}.ts`): Program {
  if (isBuilt) return { file: join(built, `${basename(source, '.ts')}.js`), execArgv: [] }
  let program = known.get(source)
  // Whoever installs packages beside a running server takes it away.
  if (!program || !existsSync(program.file)) known.set(source, (program = made(resolve(project, source))))
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
