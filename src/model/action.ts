/** What may be done with a record, and in which of its states. */
import type { NameIn } from './choices.ts'
import type { Fields } from './fields.ts'

/** What a definition calls the values of a field: names where it has choices, the values themselves otherwise. */
export type Called<F> = F extends { choices: infer C } ? NameIn<C> : string

/** A record matches when every named field holds one of the values; definitions name them, a resource holds the values. */
export type When<F extends Fields = Fields> = { readonly [P in keyof F & string]?: readonly Called<F[P]>[] }

export interface Action<F extends Fields = Fields> {
  label: string
  /** Asked before it is done; the action's facts are shown above. */
  confirm?: string
  when?: When<F>
  /** A decision: shown as a big button on the phone, counted in 我的待办. */
  decide?: boolean
  /** What is to be done first: a big button as of a decision, though no deputy takes it. */
  foremost?: boolean
  danger?: boolean
  /** The person must say why. */
  reason?: boolean
  /** What is said when it was ordered, where it ends later and may fail; “…成功” otherwise. */
  ordered?: string
  /** Several records at once from the list. */
  batch?: boolean
  /** What else is asked. */
  input?: Fields
  /** Last part of the permission code; the action's own name otherwise. */
  permission?: string
  /** The action makes a record instead of acting on one. */
  creates?: boolean
}
