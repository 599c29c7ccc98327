import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8 + body.length)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), 4 + body.length)
  return frame
}

/** A picture of black (true) and white squares, `scale` pixels each, as a PNG of one bit a pixel. */
export function pngOf(squares: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (squares[0]?.length ?? 0) * scale
  const bytes = Math.ceil(width / 8)
  const lines = squares.flatMap((row) => {
    // The first byte of a line names its filter: none.
    const line = Buffer.alloc(1 + bytes)
    for (let x = 0; x < width; x += 1)
      if (!row[Math.floor(x / scale)]) line[1 + (x >> 3)] = line[1 + (x >> 3)]! | (0x80 >> (x & 7))
    return Array.from({ length: scale }, () => line)
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(lines.length, 4)
  // One bit, greyscale.
  head[8] = 1
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
