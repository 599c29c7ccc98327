/** Whether an account may do more than read in a database, by what the server says it was granted. */
import type { Connection } from '../dialect.ts'

/** Of all there are, those that change nothing. */
const READING = new Set([
  ...['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES', 'REFERENCES', 'PROCESS'],
  ...['REPLICATION CLIENT', 'BINLOG MONITOR', 'SLAVE MONITOR', 'REPLICA MONITOR'],
])

const TARGET = / ON (?:TABLE |FUNCTION |PROCEDURE )?(\*|`(?:[^`]|``)+`)\../i

/** Of a database a grant names a pattern, as LIKE has it: `shop\_%`. */
function matches(pattern: string, database: string): boolean {
  const source = pattern
    .replaceAll('``', '`')
    .replace(/\\?[%_]|[.*+?^${}()|[\]\\]/g, (one) => (one === '%' ? '.*' : one === '_' ? '.' : `\\${one.slice(-1)}`))
  return new RegExp(`^${source}$`, 'is').test(database)
}

/**
 * One line of them: `GRANT SELECT (a, b), INSERT ON x.* TO y`. One without ON gives a role, whose own lines stand beside it.
 * MariaDB gives everybody its databases `test`, which is nobody's harm.
 */
export function writesBy(line: string, database: string): boolean {
  const [, privileges] = /^GRANT (.+?) ON /i.exec(line) ?? []
  if (privileges === undefined) return false
  const [, target] = TARGET.exec(line) ?? []
  if (target !== undefined && target !== '*' && !matches(target.slice(1, -1), database)) return false
  if (/ WITH GRANT OPTION/i.test(line)) return true
  return privileges
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .some((one) => !READING.has(one.trim().toUpperCase()))
}

const ROLES = /^`[^`]+`@`[^`]+`(,`[^`]+`@`[^`]+`)*$/

const linesOf = async (connection: Connection, text: string) =>
  (await connection.say(text)).rows.map((row) => String(Object.values(row)[0]))

/** MariaDB shows what roles give by itself, MySQL when they are named. */
export async function mayWrite(connection: Connection, isMariaDb: boolean): Promise<boolean> {
  const [database = ''] = await linesOf(connection, 'select database()')
  const own = await linesOf(connection, 'show grants')
  const [roles = ''] = isMariaDb
    ? []
    : // Servers before 8.0 know no roles.
      await linesOf(connection, 'select current_role()').catch(() => [''])
  const theirs = ROLES.test(roles) ? await linesOf(connection, `show grants for current_user() using ${roles}`) : []
  return [...own, ...theirs].some((line) => writesBy(line, database))
}
