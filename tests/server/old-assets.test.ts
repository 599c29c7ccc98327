import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { compressAssets, noteReplaced, removeOldAssets } from '../../scripts/build-client.mjs'

const dist = mkdtempSync(join(tmpdir(), 'voltdesk-dist-'))
afterAll(() => rmSync(dist, { recursive: true }))

const DAY = 86_400_000
const assets = () => readdirSync(join(dist, 'assets')).sort()
/** What a build leaves that ran so many days ago. */
function built(days: number, ...names: string[]) {
  for (const path of ['index.html', ...names.map((name) => `assets/${name}`)]) {
    writeFileSync(join(dist, path), path)
    const at = new Date(Date.now() - days * DAY)
    utimesSync(join(dist, path), at, at)
  }
}
test('assets stay for a week after they were replaced, however long they had been in use, and no longer', () => {
  mkdirSync(join(dist, 'assets'))
  built(40, 'oldest.js')
  built(20, 'page-1.js', 'shared.js')
  // The first deployment for weeks: open pages still ask for page-1.
  noteReplaced(dist)
  built(0, 'page-2.js', 'shared.js')
  removeOldAssets(dist)
  expect(assets()).toEqual(['page-1.js', 'page-2.js', 'shared.js'])
  // Another one on the same day does not make page-1 younger.
  const ageOf = (name: string) => statSync(join(dist, 'assets', name)).mtimeMs
  const before = ageOf('page-1.js')
  noteReplaced(dist)
  expect(ageOf('page-1.js')).toBe(before)
  built(0, 'page-3.js')
  removeOldAssets(dist)
  expect(assets()).toEqual(['page-1.js', 'page-2.js', 'page-3.js', 'shared.js'])
})

test('an asset that was packed by half is packed anew, and nothing else lies beside it', () => {
  const place = mkdtempSync(join(dist, 'packed-'))
  mkdirSync(join(place, 'assets'))
  const file = join(place, 'assets', 'page-1.js')
  const text = Array.from({ length: 500 }, (_, i) => `export const n${i} = ${i * i}`).join('\n')
  writeFileSync(file, text)
  compressAssets(place)
  const packed = readFileSync(`${file}.br`)
  writeFileSync(`${file}.br`, packed.subarray(0, 100))
  compressAssets(place)
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text)
  expect(readdirSync(join(place, 'assets')).sort()).toEqual(['page-1.js', 'page-1.js.br'])
})
