import { possibleWith, type Resource } from '#model/resource.ts'

/** A record as it travels: values by field, `{field}_dictText`, and what this reader may do with it. */
export type Row = Record<string, unknown> & { id: string; may?: string[] }

/** The names above a record of a tree, which a search shows without them; undefined at the top and where a server tells none. */
export const parentPathOf = ({ parentPath }: Row): string | undefined =>
  typeof parentPath === 'string' && parentPath ? parentPath : undefined

export interface Page {
  rows: Row[]
  total: number
  /** Sums over everything the query finds, by field. */
  totals: Record<string, string | number>
}

interface SentPage {
  records?: Row[]
  total?: number
  totals?: Record<string, string | number>
}

/** Some lists answer a page, some a bare array (contract.md §5.1). */
export function pageOf(sent: SentPage | Row[] | null): Page {
  if (Array.isArray(sent)) return { rows: sent, total: sent.length, totals: {} }
  const rows = sent?.records ?? []
  return { rows, total: sent?.total ?? rows.length, totals: sent?.totals ?? {} }
}

/** What may be done with a record. Our server says it; for others it follows from the permission codes and the state. */
export const mayWith = (resource: Resource, row: Row, may: (code: string) => boolean): string[] =>
  row.may ?? possibleWith(resource, row, may)
