import type { ComponentProps } from 'react'
import { asFigure } from '#headless/forms/asFigure.ts'
import type { InputProps } from '../types.ts'
import { figureKeys } from './figureKeys.ts'
import { LineInput } from './LineInput.tsx'

/** A number goes into the record as one; what is no number yet stays as typed, and the check says so. */
const numberIn = (text: unknown) =>
  typeof text === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(text) && !/\.\d*0$/.test(text) ? Number(text) : text

/** A figure that is typed, in the characters of one. */
export const FigureInput = ({ onChange, ...props }: Omit<ComponentProps<typeof LineInput>, 'keyboard'>) => (
  <LineInput
    {...props}
    keyboard={figureKeys(props.field)}
    onChange={(text) => onChange(typeof text === 'string' ? asFigure(text) : text)}
  />
)

export const NumberInput = ({ onChange, ...props }: InputProps<'integer' | 'decimal'>) => (
  <FigureInput {...props} after={props.field.unit} onChange={(value) => onChange(numberIn(value))} />
)
