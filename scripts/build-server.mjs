/**
 * Makes JavaScript of the server when its sources are not those of the last build: one that is translated module by module at
 * every start takes three times as long to answer. Node built-ins and esbuild.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow, fingerprint } from './fingerprint.mjs'
import { cache, root } from './install.mjs'

const PACKAGES = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)
const SOURCES = [
  'server',
  ...PACKAGES,
  'demo',
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build-server.mjs',
]
/** What `npm start` runs, and what that starts beside itself (server/kernel/programs.ts): by their names. */
const programs = [
  'server/main.ts',
  ...['server', ...PACKAGES].flatMap(filesBelow).filter((path) => path.endsWith('-process.ts')),
]
const folder = join(root, 'dist-server')

/** One from before may have lost its content with the power. */
const isThere = (program) => {
  const file = join(folder, `${basename(program, '.ts')}.js`)
  return existsSync(file) && statSync(file).size > 0
}

/** False when the build failed; the reason is above it on the screen. */
export async function buildServer() {
  const stamp = join(cache, 'server')
  const wanted = fingerprint(SOURCES)
  if (programs.every(isThere) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  const { build } = await import('esbuild')
  let made
  try {
    made = await build({
      absWorkingDir: root,
      entryPoints: programs,
      entryNames: '[name]',
      outdir: folder,
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
      // An error in the log names the place in the sources.
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
      write: false,
    })
  } catch {
    return false
  }
  // A server that runs from here starts its database and its backups from here: each file is there, whole, at any moment.
  rmSync(stamp, { force: true })
  mkdirSync(folder, { recursive: true })
  for (const { path, contents } of made.outputFiles) {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, contents, { flush: true })
    renameSync(draft, path)
  }
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, wanted)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await buildServer()) ? 0 : 1)
