/** Queries kept in this browser under the key of JeecgBoot's clients: `JSuperQuerySaved_` + code or full path (contract.md §5.3). */
import { menuUrl } from '#resources/menu.ts'
import { problemOfQuery } from '#model/query.ts'
import type { Resource } from '#model/resource.ts'
import { api, ApiError } from '../../session/api.ts'
import { linesIn, type QueryLine } from '../listQuery.ts'
import { say } from '../../connection/notices.ts'
import { session } from '../../session/session.ts'
import { local } from '../../connection/storage.ts'
import type { QueryToSave, SavedQuery } from './savedQuery.ts'

const PREFIX = 'JSuperQuerySaved_'
export const MOST_TITLE = 50

type Kept = Pick<SavedQuery, 'title' | 'matchType' | 'records'>

/** Their storage wraps a value with its end of life; older ones wrote it bare. */
function readBare(key: string): unknown {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept !== null && typeof kept === 'object' && 'value' in kept ? kept.value : kept
  } catch {
    return null
  }
}

/** What else they keep with a condition follows from its field. */
const recordsIn = (kept: unknown): QueryLine[] | undefined =>
  linesIn(typeof kept === 'string' ? kept : JSON.stringify(kept ?? null))?.map(({ field, rule, val }) => ({
    field,
    rule,
    val,
  }))

function keptIn(key: string): Kept[] {
  const entries = readBare(key)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown) => {
    const { title, matchType, records } = (entry ?? {}) as Record<string, unknown>
    const lines = recordsIn(records)
    if (typeof title !== 'string' || !title.trim() || !lines?.length) return []
    const match = matchType === 'or' ? ('or' as const) : ('and' as const)
    return [{ title: title.trim().slice(0, MOST_TITLE), matchType: match, records: lines }]
  })
}

/** Keys of this list: its code, its address in the menu, or the address it is open at; a name space may stand before. */
function keysOf(resource: Resource): string[] {
  const own = [resource.name, menuUrl(resource), location.pathname, resource.path]
  return local.keys('').filter((key) => {
    const at = key.indexOf(PREFIX)
    return at >= 0 && own.includes(key.slice(at + PREFIX.length).split('?')[0]!)
  })
}

/** Everything old clients kept for this list. */
export const oldQueries = (resource: Resource): Kept[] => keysOf(resource).flatMap(keptIn)

const DONE = 'voltdesk:imported-queries'

/** Brings them to the server, once per person, list and browser; the old entries stay for the old clients. */
export async function importOld(resource: Resource): Promise<void> {
  const done = local.get<string[]>(DONE) ?? []
  const mark = `${session().username} ${resource.name}`
  if (done.includes(mark)) return
  const queries = oldQueries(resource)
  if (!queries.length) return
  try {
    await api.post('/sys/savedQuery/import', { resource: resource.name, queries }, { quiet: true })
    local.set(DONE, [...done, mark])
  } catch (error) {
    // What is on the server is shown all the same; the old ones stay where they are and are tried again.
    say('warning', `本机保存的查询没有导入：${error instanceof Error ? error.message : '请稍后再试'}`)
  }
}

const keyOf = (resource: Resource) => PREFIX + resource.name

/** For servers that keep none. */
export const inBrowser = {
  async list(resource: Resource): Promise<SavedQuery[]> {
    return oldQueries(resource).map((query) => ({
      ...query,
      id: query.title,
      roleCodes: [],
      roles: '',
      mine: true,
      mayDelete: true,
      owner: '',
      problem: problemOfQuery(resource, query.records, true) ?? null,
    }))
  },
  async save(resource: Resource, { title, matchType, records, overwrite }: QueryToSave): Promise<void> {
    const kept = keptIn(keyOf(resource))
    if (kept.some((one) => one.title === title) && !overwrite) throw new ApiError('已存在，是否覆盖？', 409, 409)
    local.set(keyOf(resource), [...kept.filter((one) => one.title !== title), { title, matchType, records }])
  },
  async remove(resource: Resource, { title }: SavedQuery): Promise<void> {
    for (const key of keysOf(resource))
      local.set(
        key,
        keptIn(key).filter((one) => one.title !== title),
      )
  },
}
