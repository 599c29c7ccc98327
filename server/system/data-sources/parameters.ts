/** `#{name}` in the SQL of a report: the same for every database, and never text that is put together. */
import { refused, type Refusal } from '../../kernel/errors.ts'

const MOST = 20_000
const PARAMETER = /#\{\s*([A-Za-z_][A-Za-z0-9_]{0,58})\s*\}/g

export const no = (message: string): Refusal => refused(`SQL ${message}`)

export interface Cut {
  sql: string
  /** What stands around the parameters: one piece more than there are places. */
  pieces: string[]
  places: string[]
  params: string[]
}

/** Throws a sentence for what is no SQL in any database. */
export function cutAtParameters(given: string): Cut {
  const sql = given.trim()
  if (!sql) throw no('不能为空')
  if (sql.length > MOST) throw no(`最多${MOST}个字符`)
  if (sql.includes('\0')) throw no('含有非法字符')
  if (/\$[{\d]/.test(sql)) throw no('中的参数请写作 #{名称}')
  const places = [...sql.matchAll(PARAMETER)].map(([, name = '']) => name)
  return { sql, pieces: sql.split(PARAMETER).filter((_, at) => at % 2 === 0), places, params: [...new Set(places)] }
}

/** What is within quotes or a comment is no parameter. */
export function refuseHidden(found: number, places: readonly string[]): void {
  if (found !== places.length) throw no('中的参数应写作 #{名称}，不要放在引号或注释里')
}
