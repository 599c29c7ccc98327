import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import type { Clock } from './clock.ts'
import { readStatement } from './statement.ts'
import * as frames from './frames.ts'

/**
 * Many PostgreSQL clients on PGlite's one session.
 *
 * `@electric-sql/pglite-socket` 0.2.17 queues single protocol messages, so a client whose Parse and Bind arrive in two
 * packets runs another client's statement (seen: 52 of 200 calls with a 300 KB parameter failed), named statements
 * collide, a notification goes to whoever asks next, and a client that drops while its BEGIN runs blocks the rest for
 * ever. Here the unit is everything up to Sync (or one simple Query), a transaction keeps the session to its owner until
 * it ends, and a client that leaves is rolled back.
 */
export interface Wire {
  server: Server
  /** Runs SQL of our own when no transaction is open, however long it takes; its rows. Rejects with what PostgreSQL says. */
  ask(sql: string): Promise<(string | null)[][]>
  /** ms spent on statements since it began: on all, and on our own. */
  spent(): { allMs: number; ownMs: number }
  close(): void
}

interface WireOptions {
  db: PGlite
  clock: Clock
  queryLimitMs: number
  idleInTransactionMs: number
  maxClients: number
  /** Ids differ between two openings, so that the parent knows which connection a killed query belonged to. */
  firstId: number
  timeZone: string
  serverVersion: string
  warn(message: string): void
}

interface Client {
  id: number
  socket?: Socket
  /** Extended-protocol messages waiting for their Sync. */
  batch: Buffer[]
  batchSql: string
  statements: Map<string, string>
  channels: Set<string>
}

interface Unit {
  client: Client
  bytes: Uint8Array
  sql: string
  /** Ended by Flush: the client has more to say before anybody else may. */
  open: boolean
  /** Of our own: the whole reply. */
  replied?(reply: Buffer): void
}

export function serveWire(options: WireOptions): Wire {
  const { db, clock } = options
  const clients = new Set<Client>()
  const waiting: Unit[] = []
  let owner: Client | undefined
  let ownerTimer: NodeJS.Timeout | undefined
  let limitMs = options.queryLimitMs
  let scheduled = false
  let nextId = options.firstId
  const spent = { allMs: 0, ownMs: 0 }

  function enqueue(unit: Unit, first = false) {
    if (first) waiting.unshift(unit)
    else waiting.push(unit)
    schedule()
  }

  function schedule() {
    if (scheduled) return
    scheduled = true
    // Through the event loop, so that closed sockets and the parent's messages are seen between two units.
    setImmediate(() => {
      scheduled = false
      const at = owner ? waiting.findIndex((unit) => unit.client === owner) : 0
      const unit = at < 0 ? undefined : waiting.splice(at, 1)[0]
      if (!unit) return
      execute(unit)
      if (waiting.length) schedule()
    })
  }

  function execute(unit: Unit) {
    clearTimeout(ownerTimer)
    const { client, replied } = unit
    const began = performance.now()
    const own: Buffer[] = []
    const scan = frames.notificationScanner((channel, bytes) => {
      for (const other of clients) if (other.channels.has(channel)) other.socket?.write(bytes)
    })
    client.socket?.cork()
    clock.start(client.id, unit.sql, replied ? 0 : limitMs)
    // The promise is not awaited: everything but a file sync we do not need happens before it returns.
    db.execProtocolRawStream(unit.bytes, {
      syncToFs: false,
      onRawData: (data) => {
        const rest = scan(Buffer.from(data))
        if (replied) own.push(rest)
        else if (rest.length) client.socket?.write(rest)
      },
    }).catch((error: Error) => options.warn(`PGlite: ${error.message}`))
    clock.stop()
    client.socket?.uncork()
    const tookMs = performance.now() - began
    spent.allMs += tookMs
    if (replied) spent.ownMs += tookMs
    settle(unit)
    replied?.(Buffer.concat(own))
  }

  function settle({ client, open }: Unit) {
    if (!open && !db.isInTransaction()) {
      owner = undefined
      limitMs = options.queryLimitMs
      return
    }
    owner = client
    if (waiting.some((unit) => unit.client === client)) return
    // Whoever holds the session holds up everybody.
    ownerTimer = setTimeout(() => {
      options.warn(`a client was idle in a transaction for ${options.idleInTransactionMs} ms and was disconnected`)
      client.socket?.end(frames.failure('FATAL', '25P03', '事务空闲时间过长，连接已被关闭'))
      leave(client)
    }, options.idleInTransactionMs)
  }

  function leave(client: Client) {
    if (!clients.delete(client)) return
    for (let i = waiting.length; i--;) if (waiting[i]!.client === client) waiting.splice(i, 1)
    client.socket = undefined
    const parts = owner === client ? [frames.sync, frames.query('rollback')] : []
    for (const name of client.statements.values()) parts.push(frames.closeStatement(name))
    if (client.statements.size) parts.push(frames.sync)
    if (parts.length) enqueue({ client, bytes: Buffer.concat(parts), sql: 'rollback', open: false }, true)
  }

  /** What the statement asks of the shared session, and what PGlite shall run in its place. */
  function guard(client: Client, sql: string): string {
    const reading = readStatement(sql)
    if (reading.listen !== undefined) client.channels.add(reading.listen)
    if (reading.unlisten === '*') client.channels.clear()
    else if (reading.unlisten !== undefined) client.channels.delete(reading.unlisten)
    if (reading.limitMs !== undefined && owner === client) limitMs = reading.limitMs
    return reading.sql
  }

  function statementName(client: Client, name: string) {
    if (name === '') return ''
    let own = client.statements.get(name)
    if (!own) client.statements.set(name, (own = `c${client.id}_${client.statements.size}`))
    return own
  }

  function message(client: Client, type: string, bytes: Buffer) {
    switch (type) {
      case 'Q': {
        const sql = frames.textOf(bytes)
        const own = guard(client, sql)
        enqueue({ client, bytes: own === sql ? bytes : frames.query(own), sql, open: false })
        return
      }
      case 'P': {
        const { name, sql } = frames.readParse(bytes)
        client.batchSql ||= sql
        client.batch.push(frames.rewriteParse(bytes, statementName(client, name), guard(client, sql)))
        return
      }
      case 'B':
        client.batch.push(frames.rewriteBind(bytes, (name) => statementName(client, name)))
        return
      case 'D':
      case 'C':
        client.batch.push(frames.rewriteNamed(bytes, (name) => statementName(client, name)))
        return
      case 'E':
      case 'F':
        client.batch.push(bytes)
        return
      case 'H':
      case 'S':
        client.batch.push(bytes)
        enqueue({ client, bytes: Buffer.concat(client.batch), sql: client.batchSql, open: type === 'H' })
        client.batch = []
        client.batchSql = ''
        return
      case 'X':
        client.socket?.end()
        leave(client)
    }
  }

  function greet(client: Client) {
    const status = {
      server_version: options.serverVersion,
      server_encoding: 'UTF8',
      client_encoding: 'UTF8',
      DateStyle: 'ISO, MDY',
      TimeZone: options.timeZone,
      integer_datetimes: 'on',
      standard_conforming_strings: 'on',
    }
    client.socket?.write(frames.welcome(client.id, status))
  }

  function accept(socket: Socket) {
    const client: Client = {
      id: nextId++,
      socket,
      batch: [],
      batchSql: '',
      statements: new Map(),
      channels: new Set(),
    }
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    if (clients.size >= options.maxClients) {
      socket.end(frames.failure('FATAL', '53300', '数据库连接数已满'))
      return
    }
    clients.add(client)
    socket.on('close', () => leave(client))
    const read = frames.reader({
      refuseEncryption: () => socket.write('N'),
      startup: () => greet(client),
      cancel: () => socket.destroy(),
      message: (type, bytes) => message(client, type, bytes),
    })
    socket.on('data', (data) => {
      try {
        read(data)
      } catch (error) {
        options.warn(`a client broke the protocol: ${(error as Error).message}`)
        socket.destroy()
      }
    })
  }

  const ourselves: Client = { id: 0, batch: [], batchSql: '', statements: new Map(), channels: new Set() }
  const server = createServer(accept)
  return {
    server,
    ask: (sql) =>
      new Promise<Buffer>((replied) => {
        enqueue({ client: ourselves, bytes: frames.query(sql), sql, open: false, replied })
      }).then(frames.rowsOf),
    spent: () => ({ ...spent }),
    close() {
      clearTimeout(ownerTimer)
      server.close()
      for (const client of clients) client.socket?.destroy()
    },
  }
}
