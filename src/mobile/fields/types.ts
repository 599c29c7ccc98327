import type { ComponentType, ReactNode } from 'react'
import type { Filters } from '#headless/lists/listQuery.ts'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'

export type Values = Readonly<Record<string, unknown>>
/** A `typed` field has no face of its own: it is drawn as what it stands for. */
export type FacedKind = Exclude<FieldKind, 'typed'>

export interface InputProps<K extends FieldKind = FieldKind> {
  field: FieldOf<K>
  name: string
  /** Ties the label to an input that the kit gives no name of its own. */
  id?: string | undefined
  value: unknown
  /** The other values: a reference may follow one of them. */
  values: Values
  onChange(value: unknown): void
  /** Sentences by path, for inputs that hold several: `prizes.0.stock`. */
  errors?: Readonly<Record<string, string>>
  /** Left the field: time to check it. */
  onLeave(): void
  disabled?: boolean | undefined
}

export interface FieldLineProps extends Omit<InputProps, 'field'> {
  field: Field
  error: string | undefined
}
/** What draws one field with its label, for inputs that hold fields of their own. */
export interface Holding {
  Line: ComponentType<FieldLineProps>
}

export interface CellProps<K extends FieldKind = FieldKind> {
  field: FieldOf<K>
  name: string
  row: Values
}
export type DrawCell<K extends FacedKind> = (props: CellProps<K>) => ReactNode

export interface FilterProps<K extends FieldKind = FieldKind> {
  field: FieldOf<K>
  name: string
  filters: Filters
  /** Of a text, what holds while nothing is typed. */
  placeholder?: string | undefined
  set(change: Record<string, string>): void
}
