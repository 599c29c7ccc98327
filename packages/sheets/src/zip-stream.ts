import { Zip, type ZipInputFile } from 'fflate'
import { crc32, createDeflateRaw } from 'node:zlib'

type Block = string | Uint8Array

/**
 * Writes a zip file as a stream. fflate keeps the container; Node deflates, because its zlib works outside the
 * JavaScript thread and leaves the server free to answer others. Without zip64: no entry over 4 GB.
 */
export class ZipStream {
  private ready: Uint8Array[] = []
  private zip = new Zip((error, chunk) => {
    if (error) throw error
    this.ready.push(chunk)
  })

  /** Adds one entry; `content` is taken block by block, one block ahead of the deflater. */
  async *entry(filename: string, content: Iterable<Block> | AsyncIterable<Block>): AsyncGenerator<Uint8Array> {
    const deflate = createDeflateRaw({ level: 3, chunkSize: 64 * 1024 })
    const entry: ZipInputFile = { filename, compression: 8, crc: 0, size: 0 }
    this.zip.add(entry)
    deflate.on('data', (chunk: Buffer<ArrayBuffer>) => entry.ondata?.(null, chunk, false))
    try {
      let deflated = Promise.resolve()
      for await (const block of content) {
        const bytes = typeof block === 'string' ? Buffer.from(block) : block
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        await deflated
        yield* this.take()
        deflated = new Promise((done) => deflate.write(bytes, () => done()))
      }
      await deflated
      await new Promise<void>((done) => deflate.once('end', done).end())
      entry.ondata?.(null, new Uint8Array(0), true)
      yield* this.take()
    } finally {
      deflate.destroy()
    }
  }

  *end(): Generator<Uint8Array> {
    this.zip.end()
    yield* this.take()
  }

  private take() {
    return this.ready.splice(0)
  }
}
