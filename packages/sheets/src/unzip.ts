import { crc32, createInflateRaw } from 'node:zlib'
import type { Limits } from './limits.ts'
import { SpreadsheetError } from './refusal.ts'

interface Entry {
  method: number
  encrypted: boolean
  crc: number
  compressed: number
  header: number
}

const DEFLATED = 8
const signature = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 }

/**
 * The parts of a zip file, unpacked on request and piece by piece. Nothing the file says about unpacked sizes is believed:
 * bytes are counted as they appear, over all parts together.
 */
export class Unzip {
  private entries = new Map<string, Entry>()
  private unpacked = 0
  private file: Buffer
  private limits: Limits

  constructor(file: Buffer, limits: Limits) {
    this.file = file
    this.limits = limits
    this.readDirectory()
  }

  has(path: string) {
    return this.entries.has(path.toLowerCase())
  }

  async *open(path: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(path.toLowerCase())
    if (!entry) throw new SpreadsheetError('broken')
    if (entry.encrypted) throw new SpreadsheetError('encrypted')
    const { file } = this
    if (file.readUInt32LE(entry.header) !== signature.local) throw new SpreadsheetError('broken')
    const start = entry.header + 30 + file.readUInt16LE(entry.header + 26) + file.readUInt16LE(entry.header + 28)
    const packed = file.subarray(start, start + entry.compressed)
    let crc = 0
    for await (const chunk of unpack(packed, entry.method)) {
      if ((this.unpacked += chunk.length) > this.limits.unpacked) throw new SpreadsheetError('too-large')
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (crc !== entry.crc) throw new SpreadsheetError('broken')
  }

  private readDirectory() {
    const { file } = this
    let { count, offset } = this.end()
    if (count > this.limits.entries) throw new SpreadsheetError('too-large')
    while (count-- > 0) {
      if (file.readUInt32LE(offset) !== signature.entry) throw new SpreadsheetError('broken')
      const nameLength = file.readUInt16LE(offset + 28)
      const extraLength = file.readUInt16LE(offset + 30)
      const nameEnd = offset + 46 + nameLength
      const name = file
        .toString('utf8', offset + 46, nameEnd)
        .replaceAll('\\', '/')
        .toLowerCase()
      const [compressed, header] = this.wide(offset, nameEnd, nameEnd + extraLength)
      const entry = {
        method: file.readUInt16LE(offset + 10),
        encrypted: (file.readUInt16LE(offset + 8) & 1) === 1,
        crc: file.readUInt32LE(offset + 16),
        compressed,
        header,
      }
      this.entries.set(name, entry)
      offset = nameEnd + extraLength + file.readUInt16LE(offset + 32)
    }
  }

  /** The end record is looked for backwards: only a comment of at most 64 KB may follow it. */
  private end() {
    const { file } = this
    for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 0xffff); at--) {
      if (file.readUInt32LE(at) !== signature.end) continue
      const end = { count: file.readUInt16LE(at + 10), offset: file.readUInt32LE(at + 16) }
      if (at < 20 || file.readUInt32LE(at - 20) !== signature.locator64) return end
      const end64 = Number(file.readBigUInt64LE(at - 12))
      if (file.readUInt32LE(end64) !== signature.end64) throw new SpreadsheetError('broken')
      return { count: Number(file.readBigUInt64LE(end64 + 32)), offset: Number(file.readBigUInt64LE(end64 + 48)) }
    }
    throw new SpreadsheetError('broken')
  }

  /** Apache POI writes zip64 fields even into small files: they stand in the extra field, in this order, where needed. */
  private wide(offset: number, extra: number, extraEnd: number): [compressed: number, header: number] {
    const { file } = this
    const [unpacked, compressed, header] = [24, 20, 42].map((at) => file.readUInt32LE(offset + at)) as [
      number,
      number,
      number,
    ]
    while (extra + 4 <= extraEnd && file.readUInt16LE(extra) !== 1) extra += 4 + file.readUInt16LE(extra + 2)
    let at = extra + 4 + (unpacked === 0xffffffff ? 8 : 0)
    const take = (narrow: number) => (narrow === 0xffffffff ? Number(file.readBigUInt64LE((at += 8) - 8)) : narrow)
    return [take(compressed), take(header)]
  }
}

async function* unpack(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === 0) {
    yield packed
    return
  }
  if (method !== DEFLATED) throw new SpreadsheetError('broken')
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(packed)
  yield* inflate
}
