import type { Match } from '#model/query.ts'
import type { QueryLine } from '../listQuery.ts'

export interface SavedQuery {
  id: string
  title: string
  matchType: Match
  records: readonly QueryLine[]
  /** Roles whose people see it too. */
  roleCodes: readonly string[]
  /** Those roles in words. */
  roles: string
  mine: boolean
  /** An own one, or one that others share, where this person may share. */
  mayDelete: boolean
  /** Who shares it. */
  owner: string
  /** Why it cannot be run any more: a field is gone. Null when it can. */
  problem: string | null
}

export interface QueryToSave extends Pick<SavedQuery, 'title' | 'matchType' | 'records' | 'roleCodes'> {
  /** An own query of that name is replaced; without it the answer is 409. */
  overwrite: boolean
}
