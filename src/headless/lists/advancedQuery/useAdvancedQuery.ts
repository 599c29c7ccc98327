import { useState } from 'react'
import { askable, MOST_LINES, problemOf, type Askable, type Match } from '#model/query.ts'
import type { Rule } from '#model/kinds/rules.ts'
import { permissionOf, type Resource } from '#model/resource.ts'
import { useMay } from '../../session/access.ts'
import { ApiError } from '../../session/api.ts'
import { isUsable, linesIn, type SuperQuery } from '../listQuery.ts'
import { say } from '../../connection/notices.ts'
import type { ListControls } from '../useList.ts'
import * as of from './conditions.ts'
import { saveQuery } from './savedQueries.ts'
import type { SavedQuery } from './savedQuery.ts'

export interface AdvancedQuery {
  /** What one may ask about. */
  fields: readonly Askable[]
  draft: of.Draft
  /** What is wrong with a condition, by its key; found when the query is run. */
  problems: Readonly<Record<number, string>>
  /** A query is running. */
  active: boolean
  mayAdd: boolean
  add(): void
  remove(key: number): void
  setMatch(match: Match): void
  setField(key: number, name: string): void
  setRule(key: number, rule: Rule): void
  setVal(key: number, val: unknown): void
  /** Sends it; false, with a sentence said, when it cannot be sent. */
  run(): boolean
  /** No conditions, and the list without them. */
  reset(): void
  /** Fills the builder. */
  take(saved: SavedQuery): void
  /** The one taken last: saving again offers its name. */
  taken: SavedQuery | undefined
  /** False, with a sentence said, when there is nothing to save. */
  maySave(): boolean
  /** `exists`: a query of that name is there, and nothing was written. Undefined: not saved, and the reason was said. */
  save(title: string, share: readonly string[], overwrite?: boolean): Promise<'saved' | 'exists' | undefined>
}

/** The builder of advanced queries: what is written, what is wrong with it, and what the list is asked. */
export function useAdvancedQuery(
  resource: Resource,
  { query, setSuperQuery }: Pick<ListControls, 'query' | 'setSuperQuery'>,
): AdvancedQuery {
  const unmasked = useMay()(permissionOf(resource, 'unmask'))
  const [draft, setDraft] = useState(() => of.draftOf(runningIn(query)))
  const [problems, setProblems] = useState<Readonly<Record<number, string>>>({})
  const [taken, setTaken] = useState<SavedQuery>()
  // The address changed by itself: back, a link, or the list's own 重置.
  const running = JSON.stringify(query.superQuery)
  const [seen, setSeen] = useState(running)
  if (seen !== running) {
    setSeen(running)
    setDraft(of.draftOf(runningIn(query)))
    setProblems({})
  }
  const change = (next: of.Draft) => {
    setDraft(next)
    setProblems({})
  }
  /** The query when it can be asked; what is wrong is said and marked. */
  const ready = (): SuperQuery | undefined => {
    const lines = of.linesOf(resource, draft)
    const found = of.problemsIn(resource, draft, unmasked)
    setProblems(found)
    const [first] = draft.conditions.filter(({ key }) => found[key])
    if (!first) {
      if (!of.isTooLong(resource, lines)) return { match: draft.match, lines }
      say('warning', '条件过多或过长，请减少后再试')
    } else say('warning', `第${draft.conditions.indexOf(first) + 1}行：${found[first.key]}`)
    return undefined
  }
  const usable = () => draft.conditions.some(isUsable)

  return {
    fields: askable(resource, unmasked),
    draft,
    problems,
    active: Boolean(query.superQuery),
    mayAdd: draft.conditions.length < MOST_LINES,
    add: () => setDraft(of.added(draft)),
    remove: (key) => change(of.removed(draft, key)),
    setMatch: (match) => setDraft({ ...draft, match }),
    setField: (key, name) => change(of.withField(resource, draft, key, name, unmasked)),
    setRule: (key, rule) => change(of.withRule(draft, key, rule)),
    setVal: (key, val) => change(of.withVal(draft, key, val)),
    run() {
      if (!usable()) {
        say('warning', '不能查询空条件')
        return false
      }
      const query = ready()
      if (query) setSuperQuery(query)
      return Boolean(query)
    },
    reset() {
      change(of.emptyDraft())
      setTaken(undefined)
      setSuperQuery(undefined)
    },
    take(saved) {
      const next = of.draftOf({ match: saved.matchType, lines: saved.records })
      setDraft(next)
      // What no longer exists is marked at once.
      setProblems(
        Object.fromEntries(
          next.conditions.flatMap((one) => {
            const problem = isUsable(one) && problemOf(resource, one, unmasked)
            return problem ? [[one.key, problem]] : []
          }),
        ),
      )
      setTaken(saved)
    },
    taken,
    maySave() {
      if (!usable()) say('warning', '空条件不能保存')
      return usable()
    },
    async save(title, share, overwrite = false) {
      const name = title.trim()
      if (!usable()) say('warning', '空条件不能保存')
      else if (!name) say('warning', '保存的名称不能为空')
      else {
        const query = ready()
        if (query)
          return store(resource, { title: name, matchType: query.match, records: query.lines }, share, overwrite)
      }
      return undefined
    },
  }
}

/** One that cannot be run as it stands in the address can still be put right. */
const runningIn = ({ superQuery, broken }: ListControls['query']): SuperQuery =>
  superQuery ?? { match: broken?.match === 'or' ? 'or' : 'and', lines: (broken && linesIn(broken.lines)) ?? [] }

async function store(
  resource: Resource,
  query: Pick<SavedQuery, 'title' | 'matchType' | 'records'>,
  share: readonly string[],
  overwrite: boolean,
) {
  try {
    await saveQuery(resource, { ...query, roleCodes: share, overwrite })
    say('success', '保存成功')
    return 'saved'
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return 'exists'
    say('error', error instanceof Error ? error.message : '保存失败')
    return undefined
  }
}
