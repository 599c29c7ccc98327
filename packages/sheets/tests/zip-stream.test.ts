/** Zips of ours, opened by a package of somebody else. */
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipStream } from '../src/zip-stream.ts'

it('a zip is opened with every name and content', async () => {
  const files: readonly (readonly [string, readonly (string | Uint8Array)[]])[] = [
    ['PB2026000001.png', [Uint8Array.of(1, 2, 3), '后来的']],
    ['设备 编号（二维码）😀.txt', ['文字'.repeat(50_000)]],
    ['empty', []],
    ['folder/in/folder.bin', [Buffer.alloc(300_000, 7)]],
  ]
  const zip = new ZipStream()
  const chunks: Uint8Array[] = []
  for (const [name, content] of files) for await (const chunk of zip.entry(name, content)) chunks.push(chunk)
  chunks.push(...zip.end())
  const archive = await fromBufferPromise(Buffer.concat(chunks), { validateEntrySizes: true, strictFileNames: true })
  const found: [string, Buffer][] = []
  for await (const entry of archive.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    const content = Buffer.concat(pieces)
    // yauzl leaves the check sum to who reads.
    expect([entry.crc32, entry.uncompressedSize]).toEqual([crc32(content), content.length])
    found.push([entry.fileName, content])
  }
  const given = files.map(
    ([name, content]) => [name, Buffer.concat(content.map((block) => Buffer.from(block)))] as const,
  )
  const told = (all: readonly (readonly [string, Buffer])[]) =>
    all.map(([name, content]) => [name, content.toString('base64')])
  expect(told(found)).toEqual(told(given))
})
