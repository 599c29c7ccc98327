/** Builds the client when its sources are not those of the last build. Node built-ins only. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { fingerprint } from './fingerprint.mjs'
import { cache, root, run } from './install.mjs'

const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'scripts/vite', 'package-lock.json']
const KEEP_DAYS = 7
/** All files of one build are written within this time. */
const WRITING_MS = 10 * 60_000
/** Bytes: below it the packing is larger than what it saves. */
const SMALL = 256

/** False when the build failed; the reason is above it on the screen. */
export function buildClient() {
  const stamp = join(cache, 'client')
  const { API_BASE = '', SIGNATURE_SECRET = '' } = process.env
  const wanted = [fingerprint(SOURCES), API_BASE, SIGNATURE_SECRET].join(' ').trim()
  const dist = join(root, 'dist')
  const page = join(dist, 'index.html')
  if (existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  console.log('正在构建客户端…')
  // Half of a build must not be taken for one.
  rmSync(stamp, { force: true })
  // Pages opened before this build still ask for the old assets.
  noteReplaced(dist)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!run(process.execPath, [vite, 'build', '--emptyOutDir', 'false', '--logLevel', 'warn'])) return false
  removeOldAssets(dist)
  compressAssets(dist)
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, wanted)
  return true
}

/** Once and well, instead of quickly at every request. */
export function compressAssets(dist) {
  const folder = join(dist, 'assets')
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!/\.(js|css|svg)$/.test(name)) continue
    const content = readFileSync(file)
    if (content.length < SMALL || isPacked(content, `${file}.br`)) continue
    // Whoever is served meanwhile, or cut off in the middle of this, has a whole one or none.
    const draft = `${file}.${process.pid}.part`
    const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    writeFileSync(draft, packed, { flush: true })
    renameSync(draft, `${file}.br`)
  }
}

/** One from before may be half of it. */
function isPacked(content, place) {
  try {
    return brotliDecompressSync(readFileSync(place)).equals(content)
  } catch {
    return false
  }
}

/** The assets of the build that is about to be replaced are as old as this moment, however long they were in use. */
export function noteReplaced(dist) {
  const [page, folder] = [join(dist, 'index.html'), join(dist, 'assets')]
  if (!existsSync(page) || !existsSync(folder)) return
  const since = statSync(page).mtimeMs - WRITING_MS
  // So early that the build after this one does not take them for its predecessor's once more.
  const replaced = new Date(Date.now() - 2 * WRITING_MS)
  for (const file of readdirSync(folder).map((name) => join(folder, name)))
    if (statSync(file).mtimeMs >= since) utimesSync(file, replaced, replaced)
}

/** Those that were replaced longer than a week ago. */
export function removeOldAssets(dist) {
  const folder = join(dist, 'assets')
  const limit = Date.now() - KEEP_DAYS * 86_400_000
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (statSync(join(folder, name)).mtimeMs < limit) rmSync(join(folder, name), { recursive: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(buildClient() ? 0 : 1)
