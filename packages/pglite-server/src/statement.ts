/**
 * PGlite is one session for all clients. What a client would do to *its* session it would do to everybody's, so it is
 * refused by name (SQLSTATE 0A000) instead of working by accident.
 */
const refusals: [RegExp, string][] = [
  [/^set\s+(?!local\b|transaction\b|constraints\b)/i, 'SET 会影响所有连接，请在事务中使用 SET LOCAL'],
  [/^(reset|discard|deallocate\s+(prepare\s+)?all)\b/i, 'RESET / DISCARD / DEALLOCATE ALL 会影响所有连接'],
  // Every client shares the session, so such a lock would be granted to all of them and never released on disconnect.
  [/\bpg_(try_)?advisory_(un)?lock/i, '会话级 advisory lock 无效，请在事务中使用 pg_advisory_xact_lock'],
  // PGlite reads end-of-file in the middle of COPY, shuts down, and then spins for ever.
  [/^copy\b[^]*\bfrom\s+stdin\b/i, '不支持 COPY FROM STDIN，请使用 INSERT'],
]

const listen = /^(un)?listen\s+("(?:[^"]|"")+"|[^\s;]+)/i
const localLimit = /^set\s+local\s+statement_timeout\s*(?:=|to)\s*'?(\d+)\s*(ms|s|min)?'?/i
const blanks = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/
const units = { ms: 1, s: 1000, min: 60_000 }

export interface Reading {
  /** What PGlite is given in its place. */
  sql: string
  listen?: string
  unlisten?: string
  /** `SET LOCAL statement_timeout` as milliseconds, 0 for none; honoured by our own clock until the transaction ends. */
  limitMs?: number
}

export function readStatement(sql: string): Reading {
  const text = sql.replace(blanks, '')
  for (const [pattern, reason] of refusals) if (pattern.test(text)) return { sql: raise(`嵌入式数据库：${reason}`) }
  const channel = listen.exec(text)
  if (channel?.[2]) {
    const name = channel[2].startsWith('"') ? channel[2].slice(1, -1).replaceAll('""', '"') : channel[2].toLowerCase()
    // One client's UNLISTEN must not end another's LISTEN: the session keeps listening, the wire stops forwarding.
    return channel[1] ? { sql: 'unlisten voltdesk_nobody', unlisten: name } : { sql, listen: name }
  }
  const limit = localLimit.exec(text)
  if (limit) return { sql, limitMs: Number(limit[1]) * units[(limit[2] ?? 'ms') as keyof typeof units] }
  return { sql }
}

/** An error PostgreSQL raises itself, so that the state of transaction and protocol stays its business. */
const raise = (message: string) =>
  `do $refused$ begin raise exception using errcode = '0A000', message = '${message.replaceAll("'", "''")}'; end $refused$`
