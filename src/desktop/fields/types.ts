import type { ReactNode } from 'react'
import type { Filters } from '#headless/lists/listQuery.ts'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'

/** A `typed` field has no face of its own: it is drawn as what it stands for. */
export type FacedKind = Exclude<FieldKind, 'typed'>

export interface InputProps<F = Field> {
  field: F
  name: string
  /** Ties the label to the input. */
  id: string
  value: unknown
  /** The record's other values: what a reference points at may depend on them. */
  values: Readonly<Record<string, unknown>>
  /** Sentences inside lines, by `0.name`. */
  errors?: Readonly<Record<string, string>>
  disabled?: boolean
  invalid?: boolean
  onChange: (value: unknown) => void
  onBlur?: () => void
}

/** A filled-in value, ready to be drawn. */
export interface Shown<K extends FacedKind = FacedKind> {
  field: FieldOf<K>
  name: string
  value: unknown
  text: string
  row: Readonly<Record<string, unknown>>
  /** There is room for all of it. */
  whole: boolean
  /** How many characters there is room for otherwise. */
  length: number
}
export type DrawCell<K extends FacedKind> = (shown: Shown<K>) => ReactNode

export interface FilterProps<F = Field> {
  field: F
  name: string
  id: string
  filters: Filters
  /** Of a text, what holds while nothing is typed. */
  placeholder?: string | undefined
  /** Changes one or both ends of a range at once. */
  onChange: (change: Record<string, string>) => void
}
