import { Input } from 'antd-mobile'
import { asFigure } from '#headless/forms/asFigure.ts'
import type { FilterProps } from '../types.ts'
import { figureKeys } from './figureKeys.ts'

/** From a number to another. */
export const NumberFilter = ({ field, name, filters, set }: FilterProps) => (
  <div className="vd-range">
    {(['begin', 'end'] as const).map((end) => (
      <Input
        key={end}
        className="vd-box"
        inputMode={figureKeys(field)}
        value={filters[`${name}_${end}`] ?? ''}
        onChange={(text) => set({ [`${name}_${end}`]: asFigure(text) })}
        placeholder={end === 'begin' ? '不小于' : '不大于'}
        aria-label={`${field.label}${end === 'begin' ? '不小于' : '不大于'}`}
      />
    ))}
  </div>
)
