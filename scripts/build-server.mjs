/**
 * Makes JavaScript of the server when its sources are not those of the last build: one that is translated module by module at
 * every start takes three times as long to answer. Node built-ins and esbuild.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprint } from './fingerprint.mjs'
import { cache, root } from './install.mjs'

const SOURCES = ['server', 'src', 'package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build-server.mjs']
/** What `npm start` runs, and what it starts beside itself (server/programs.ts). */
const PROGRAMS = [
  'server/main.ts',
  'server/db/backup-process.ts',
  'server/db/embedded-process.ts',
  'server/files/spreadsheet/reading-process.ts',
]
const folder = join(root, 'dist-server')

/** False when the build failed; the reason is above it on the screen. */
export async function buildServer() {
  const stamp = join(cache, 'server')
  const wanted = fingerprint(SOURCES)
  if (existsSync(join(folder, 'main.js')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  const { build } = await import('esbuild')
  // A server that runs has read all it needs of the last one.
  rmSync(folder, { recursive: true, force: true })
  try {
    await build({
      absWorkingDir: root,
      entryPoints: PROGRAMS,
      entryNames: '[name]',
      outdir: folder,
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
      // An error in the log names the place in the sources.
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
    })
  } catch {
    return false
  }
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, wanted)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await buildServer()) ? 0 : 1)
