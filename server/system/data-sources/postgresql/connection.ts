/** PostgreSQL over `pg`: one connection to somebody's server, and the answers of any client as reports want them. */
import pg from 'pg'
import type { ClientBase } from 'pg'
import { reportColumnTypes } from '#resources/system/onlineReport.ts'
import { valueTypes } from '../../../db/value-types.ts'
import type { Answer, Column, Connection, Target } from '../dialect.ts'
import { CONNECT_MS, MOST_CHARACTERS } from '../limits.ts'

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const typesByOid: Readonly<Record<number, Column['type']>> = {
  20: reportColumnTypes.whole,
  21: reportColumnTypes.whole,
  23: reportColumnTypes.whole,
  700: reportColumnTypes.number,
  701: reportColumnTypes.number,
  1700: reportColumnTypes.number,
  1082: reportColumnTypes.date,
  1114: reportColumnTypes.dateTime,
  1184: reportColumnTypes.dateTime,
}
/** Whole, numbers, times and booleans: never long. */
const SHORT = new Set([...Object.keys(typesByOid).map(Number), 16, 1083, 1186, 1266])

function columnOf({ name, dataTypeID }: pg.FieldDef): Column {
  const column = quoted(name)
  return {
    name,
    type: typesByOid[dataTypeID] ?? reportColumnTypes.text,
    selected: SHORT.has(dataTypeID) ? column : `left(${column}::text, ${MOST_CHARACTERS}) as ${column}`,
  }
}

/** Also over a client of our own pool, which closes it itself. */
export function over(client: ClientBase): Connection {
  const answer = async (text: string, values?: unknown[]): Promise<Answer> => {
    const { rows, fields } = await client.query<Record<string, unknown>>(text, values)
    return { rows, columns: fields.map(columnOf) }
  }
  return { ask: ({ text, values }) => answer(text, [...values]), say: (text) => answer(text), close: () => undefined }
}

export async function connect(target: Target): Promise<Connection> {
  const { address, host, port, database, verify, username, password, limitMs, timeZone } = target
  const client = new pg.Client({
    ...{ host: address, port, database, user: username, password },
    ssl: verify === undefined ? false : { rejectUnauthorized: verify, servername: host },
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: limitMs,
    // For a network that swallows the answer.
    query_timeout: limitMs + 2000,
    application_name: 'voltdesk',
    types: valueTypes,
  })
  // A connection that breaks later is told by the statement under way.
  client.on('error', () => undefined)
  const close = () => void client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query("select set_config('TimeZone', $1, false)", [timeZone])
    return { ...over(client), close }
  } catch (error) {
    close()
    throw error
  }
}
