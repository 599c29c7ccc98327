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
const PIECE = 'server-'
const KEEP_DAYS = 7
/** A server of the build before may still want to read it. */
const isOld = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs < Date.now() - KEEP_DAYS * 86_400_000

/** One from before may have lost its content with the power. */
const isThere = (name) => existsSync(join(folder, name)) && statSync(join(folder, name)).size > 0

/** False when the build failed; the reason is above it on the screen. */
export async function buildServer() {
  const stamp = join(cache, 'server')
  const wanted = fingerprint(SOURCES)
  const [before, ...files] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  if (before === wanted && files.length && files.every(isThere)) return true
  const { build } = await import('esbuild')
  const made = []
  try {
    // Only the server comes in pieces: what it starts beside itself must be there as long as it runs.
    for (const [entryPoints, splitting] of [
      [programs.slice(1), false],
      [programs.slice(0, 1), true],
    ]) {
      const { outputFiles } = await build({
        absWorkingDir: root,
        entryPoints,
        splitting,
        entryNames: '[name]',
        chunkNames: 'server-[name]-[hash]',
        outdir: folder,
        ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
        // An error in the log names the place in the sources.
        sourcemap: true,
        sourcesContent: false,
        logLevel: 'warning',
        write: false,
      })
      made.push(...outputFiles)
    }
  } catch {
    return false
  }
  // A server that runs from here starts its database and its backups from here: each file is there, whole, at any moment.
  rmSync(stamp, { force: true })
  mkdirSync(folder, { recursive: true })
  const names = made.map(({ path }) => basename(path))
  // Pieces first: who starts meanwhile finds all of them.
  const pieces = made.filter(({ path }) => basename(path).startsWith(PIECE))
  for (const { path, contents } of [...pieces, ...made.filter((one) => !pieces.includes(one))]) {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, contents, { flush: true })
    renameSync(draft, path)
  }
  // Those of the build before go with the next.
  const old = readdirSync(folder).filter((name) => name.startsWith(PIECE) && ![...names, ...files].includes(name))
  old.filter((name) => isOld(join(folder, name))).forEach((name) => rmSync(join(folder, name), { force: true }))
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, [wanted, ...names].join('\n'))
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await buildServer()) ? 0 : 1)
