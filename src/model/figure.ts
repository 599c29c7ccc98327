import type { When } from './action.ts'
import type { Fields } from './fields.ts'

type KeyOf<F extends Fields, K extends string> = {
  [P in keyof F & string]: F[P] extends { kind: K } ? P : never
}[keyof F & string]

/**
 * What is counted in a resource. One with `at` counts the records of a period; one without says how things stand now.
 * Either is a list with filters, which finds exactly what was counted (`figures.ts`).
 */
export interface Figure<M extends string = string, T extends string = string, B extends string = string, W = When> {
  label: string
  /** The money added up; without it the records themselves are the figure. */
  sum?: M
  /** The word behind a number of records: 笔, 台. */
  unit: string
  /** When a record counts. */
  at?: T
  when?: W
  /** What it may be divided by: choices, records, areas (by city), the tree of departments (`DEPARTMENTS`). */
  by?: readonly B[]
  /** The time by which the one that waits longest is found. */
  since?: T
}

/**
 * The department that keeps a record, by its code. What is below a department counts with it: a reader sees one part for each
 * department under the one that they themselves see all of.
 */
export const DEPARTMENTS = 'sysOrgCode'

/** A figure as a definition says it: by its own fields, and states by name. */
export type FigureOf<F extends Fields> = Figure<
  KeyOf<F, 'money'>,
  KeyOf<F, 'dateTime'> | 'createTime',
  KeyOf<F, 'dict' | 'ref' | 'area'> | typeof DEPARTMENTS,
  When<F>
>
