/** MySQL and MariaDB over `mysql2`, which is loaded when a source of theirs is first used. */
import { connect as connectSocket } from 'node:net'
import type { FieldPacket } from 'mysql2'
import { reportColumnTypes } from '#resources/system/onlineReport.ts'
import { refused } from '../../../kernel/errors.ts'
import type { Answer, Column, Connection, Statement, Target } from '../dialect.ts'
import { CONNECT_MS, MOST_CHARACTERS } from '../limits.ts'
import { quoted } from './quoting.ts'

/** What one answer may take: more rows than an export asks for, and far from what this process holds. */
const MOST_ROWS = 60_000
const MOST_BYTES = 128 * 2 ** 20
const WATCH_MS = 50

/**
 * What a server may not do with us: read our files, answer twice to one question, change how we write. Multiple statements
 * are off by themselves.
 */
const FLAGS = ['-LOCAL_FILES', '-MULTI_RESULTS', '-SESSION_TRACK', '-ODBC', '-IGNORE_SPACE', '-COMPRESS']

/** Column types of the protocol. */
const BIT = 16
const JSON_TYPE = 245
const TIME = 11
const LONGLONG = 8
const MOMENTS = new Set([7, 12])
const DATES = new Set([10, 14])
const WHOLE = new Set([1, 2, 3, LONGLONG, 9, 13])
const DECIMALS = new Set([0, 4, 5, 246])
/** Also geometry and vectors, whose bytes say nothing to people. */
const BYTES = new Set([242, 255])
const TEXTS = new Set([15, 249, 250, 251, 252, 253, 254])
/** Of columns that hold bytes, not text. */
const BINARY = 63

function typeOf(type: number): Column['type'] {
  if (WHOLE.has(type) || type === BIT) return reportColumnTypes.whole
  if (DECIMALS.has(type)) return reportColumnTypes.number
  if (DATES.has(type)) return reportColumnTypes.date
  return MOMENTS.has(type) ? reportColumnTypes.dateTime : reportColumnTypes.text
}

const holdsBytes = (type: number, characterSet: number | undefined) =>
  BYTES.has(type) || (TEXTS.has(type) && characterSet === BINARY)

function columnOf({ name, columnType: type = 0, characterSet }: FieldPacket): Column {
  const column = quoted(name)
  const as = (expression: string) => `${expression} as ${column}`
  const selected = () => {
    if (type === BIT) return as(`cast(${column} as unsigned)`)
    // As PostgreSQL writes bytes.
    if (holdsBytes(type, characterSet))
      return as(`concat('\\\\x', lower(hex(left(${column}, ${MOST_CHARACTERS / 2 - 1}))))`)
    if (type === JSON_TYPE) return as(`left(cast(${column} as char), ${MOST_CHARACTERS})`)
    return TEXTS.has(type) ? as(`left(${column}, ${MOST_CHARACTERS})`) : column
  }
  return { name, type: typeOf(type), selected: selected() }
}

/** The same as PostgreSQL's: whole seconds, whole numbers as numbers while they are exact, decimals as text. */
function valueOf({ columnType: type = 0 }: FieldPacket, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (MOMENTS.has(type) || type === TIME) return String(value).replace(/\.\d+$/, '')
  if (type === LONGLONG) return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return typeof value === 'object' ? JSON.stringify(value) : value
}

const tooMuch = () => refused(`查询结果超过 ${MOST_BYTES / 2 ** 20} MB 或 ${MOST_ROWS} 行，已停止，请减少列或缩小范围`)
/** What the driver says when nothing comes back. */
export const SILENCE = 'VOLTDESK_SILENCE'
const silence = () => Object.assign(new Error('no answer'), { code: SILENCE })

export async function connect(target: Target): Promise<Connection> {
  const { address, host, port, database, verify, username, password, limitMs } = target
  const { createConnection } = await import('mysql2')
  // Ours, so that the address that was judged is the one that is connected to; `host` is what a certificate must name.
  const socket = connectSocket({ host: address, port, noDelay: true })
  const connection = createConnection({
    ...{ host, port, database, user: username, password, flags: FLAGS },
    stream: () => socket,
    ssl: verify === undefined ? undefined : { rejectUnauthorized: verify, verifyIdentity: verify },
    connectTimeout: CONNECT_MS,
    charset: 'utf8mb4',
    multipleStatements: false,
    infileStreamFactory: () => {
      throw refused('数据源要求读取本服务器上的文件，已断开连接')
    },
    // Columns are named by others: no code is made of their names.
    disableEval: true,
    ...{ rowsAsArray: true, dateStrings: true, supportBigNumbers: true, jsonStrings: true },
  })
  // What was read when the answer that is waited for began.
  let before = 0
  // Looked at while it arrives: one row, or what is said before the first, may have no end.
  const watch = setInterval(() => {
    if (socket.bytesRead - before <= MOST_BYTES) return
    const error = tooMuch()
    if (underWay) underWay(error)
    else socket.destroy(error)
  }, WATCH_MS)
  const close = () => {
    clearInterval(watch)
    connection.destroy()
    socket.destroy()
  }
  let broken: Error | undefined
  let underWay: ((error: Error) => void) | undefined
  const fall = (error: Error) => {
    broken ??= error
    underWay?.(error)
  }
  // A warning is of packets out of their order: whoever sends them speaks another language.
  connection.on('error', fall).on('warn', fall)
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()))
  }).catch((error: unknown) => {
    close()
    throw error
  })

  function answer({ text, values }: Pick<Statement, 'text'> & Partial<Statement>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      before = socket.bytesRead
      const rows: unknown[][] = []
      let fields: readonly FieldPacket[] = []
      let answers = 0
      const end = (settle: () => void) => {
        clearTimeout(timer)
        underWay = undefined
        settle()
      }
      // Nothing more is heard of this connection.
      const fail = (error: Error) => {
        broken ??= error
        close()
        end(() => reject(error))
      }
      // The server ends a statement at its limit; ours is for one that does not, and for a network that swallows the answer.
      const timer = setTimeout(() => fail(silence()), limitMs + 2000)
      if (broken) return fail(broken)
      underWay = fail
      const command = values
        ? connection.execute({ sql: text, values: [...values], rowsAsArray: true })
        : connection.query({ sql: text, rowsAsArray: true })
      command.on('fields', (found: FieldPacket[] | undefined) => {
        answers += 1
        if (answers > 1) return fail(refused('数据源对一条语句给出了多个结果，已断开连接'))
        fields = found ?? []
      })
      command.on('result', (row: unknown) => {
        if (Array.isArray(row)) rows.push(row)
        if (rows.length > MOST_ROWS) fail(tooMuch())
      })
      command.on('error', (error: Error & { fatal?: boolean }) => {
        if (error.fatal) fail(error)
        else end(() => reject(error))
      })
      command.on('end', () =>
        end(() =>
          resolve({
            columns: fields.map(columnOf),
            rows: rows.map((row) =>
              Object.fromEntries(fields.map((field, at) => [field.name, valueOf(field, row[at])])),
            ),
          }),
        ),
      )
    })
  }
  return { ask: answer, say: (text) => answer({ text }), close }
}
