import type { Field } from '#model/fields.ts'

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
