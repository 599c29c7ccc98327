import { TextCell } from '../base/TextCell.tsx'
import { Tone } from '../Tone.tsx'
import type { CellProps } from '../types.ts'

export function Cell({ field, name, row }: CellProps<'json'>) {
  const value = row[name]
  if (field.parts) return TextCell({ field, name, row })
  if (!Array.isArray(value)) return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)
  if (!value.length) return '无'
  return (
    <span className="vd-tones">
      {value.map((item, index) => (
        <Tone key={index} color="orange">
          {typeof item === 'object' ? JSON.stringify(item) : String(item)}
        </Tone>
      ))}
    </span>
  )
}
