/** The PostgreSQL wire protocol 3.0, as much of it as a multiplexer must see. Source: postgresql.org/docs/current/protocol-message-formats.html */

const SSL = 80877103
const GSS = 80877104
const CANCEL = 80877102

interface Handlers {
  refuseEncryption(): void
  startup(): void
  cancel(): void
  message(type: string, bytes: Buffer): void
}

/** Cuts a byte stream into messages. Chunks are joined only when a message is whole, so a big one costs one copy. */
export function reader(to: Handlers): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let size = 0
  let need = 8
  let started = false
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < need) return
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    let at = 0
    for (;;) {
      const header = started ? 1 : 0
      need = header + 4
      if (all.length - at < need) break
      const length = all.readInt32BE(at + header)
      if (length < 4) throw new Error(`message length ${length}`)
      need = header + length
      if (all.length - at < need) break
      const bytes = all.subarray(at, at + need)
      at += need
      if (started) to.message(String.fromCharCode(bytes[0]!), bytes)
      else {
        const code = bytes.readInt32BE(4)
        if (code === SSL || code === GSS) to.refuseEncryption()
        else if (code === CANCEL) to.cancel()
        else {
          if (code >> 16 !== 3) throw new Error(`protocol version ${code >> 16}`)
          started = true
          to.startup()
        }
      }
    }
    chunks = at < all.length ? [all.subarray(at)] : []
    size = all.length - at
  }
}

function frame(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part + '\0') : part)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const int32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => bytes.writeInt32BE(value, i * 4))
  return bytes
}
const letter = (text: string) => Buffer.from(text)

export const sync = frame('S')
export const query = (sql: string) => frame('Q', sql)
export const closeStatement = (name: string) => frame('C', letter('S'), name)
export const failure = (severity: string, code: string, message: string) =>
  frame('E', `S${severity}`, `V${severity}`, `C${code}`, `M${message}`, letter('\0'))
export const welcome = (id: number, status: Record<string, string>) =>
  Buffer.concat([
    frame('R', int32(0)),
    ...Object.entries(status).map(([name, value]) => frame('S', name, value)),
    frame('K', int32(id, 0)),
    frame('Z', letter('I')),
  ])

/** Reads one zero-ended string; `end` is behind its zero. */
function text(bytes: Buffer, at: number) {
  const zero = bytes.indexOf(0, at)
  if (zero < 0) throw new Error('a string without end')
  return { value: bytes.toString('utf8', at, zero), end: zero + 1 }
}

export const textOf = (queryMessage: Buffer) => text(queryMessage, 5).value

export function readParse(bytes: Buffer) {
  const name = text(bytes, 5)
  return { name: name.value, sql: text(bytes, name.end).value }
}

export function rewriteParse(bytes: Buffer, name: string, sql: string): Buffer {
  const was = text(bytes, 5)
  const wasSql = text(bytes, was.end)
  if (was.value === name && wasSql.value === sql) return bytes
  return frame('P', name, sql, bytes.subarray(wasSql.end))
}

export function rewriteBind(bytes: Buffer, rename: (name: string) => string): Buffer {
  const portal = text(bytes, 5)
  const statement = text(bytes, portal.end)
  if (statement.value === '') return bytes
  return frame('B', portal.value, rename(statement.value), bytes.subarray(statement.end))
}

/** Describe and Close name a statement (S) or a portal (P). */
export function rewriteNamed(bytes: Buffer, rename: (name: string) => string): Buffer {
  const name = text(bytes, 6).value
  if (bytes[5] !== 0x53 || name === '') return bytes
  return frame(String.fromCharCode(bytes[0]!), letter('S'), rename(name))
}

/** Rows of a whole reply to a simple query, as text; throws what PostgreSQL says instead. */
export function rowsOf(reply: Buffer): (string | null)[][] {
  const rows: (string | null)[][] = []
  let isWhole = false
  for (let at = 0; at < reply.length; at += reply.readInt32BE(at + 1) + 1) {
    const type = reply[at]
    if (type === 0x45) throw new Error(problemIn(reply.subarray(at + 5)))
    // ReadyForQuery comes last.
    isWhole = type === 0x5a
    if (type !== 0x44) continue
    const row: (string | null)[] = []
    const columns = reply.readInt16BE(at + 5)
    for (let column = 0, from = at + 7; column < columns; column++) {
      const length = reply.readInt32BE(from)
      row.push(length < 0 ? null : reply.toString('utf8', from + 4, from + 4 + length))
      from += 4 + Math.max(0, length)
    }
    rows.push(row)
  }
  if (!isWhole) throw new Error('no whole reply')
  return rows
}

/** ErrorResponse: fields, each a letter and a string. */
function problemIn(fields: Buffer): string {
  for (let at = 0; fields[at];) {
    const { value, end } = text(fields, at + 1)
    if (fields[at] === 0x4d) return value
    at = end
  }
  return 'unknown'
}

/**
 * Takes NotificationResponse messages out of a reply: PGlite puts them into whichever reply is next, whoever asked.
 * Returns what is left of each chunk; a message may begin in one chunk and end in a later one.
 */
export function notificationScanner(found: (channel: string, bytes: Buffer) => void) {
  let held: Buffer = Buffer.alloc(0)
  let skip = 0
  return (chunk: Buffer): Buffer => {
    const all = held.length ? Buffer.concat([held, chunk]) : chunk
    const kept: Buffer[] = []
    let at = Math.min(skip, all.length)
    let from = 0
    skip -= at
    held = Buffer.alloc(0)
    while (at < all.length) {
      const left = all.length - at
      const length = left >= 5 ? all.readInt32BE(at + 1) + 1 : undefined
      const isNotice = all[at] === 0x41
      if (length === undefined || (isNotice && left < length)) {
        kept.push(all.subarray(from, at))
        held = all.subarray(at)
        return Buffer.concat(kept)
      }
      if (isNotice) {
        kept.push(all.subarray(from, at))
        found(text(all, at + 9).value, all.subarray(at, at + length))
        at += length
        from = at
      } else {
        const step = Math.min(length, left)
        skip = length - step
        at += step
      }
    }
    if (from === 0) return all
    kept.push(all.subarray(from))
    return Buffer.concat(kept)
  }
}
