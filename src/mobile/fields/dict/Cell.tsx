import { useDict } from '#headless/session/dictionary.ts'
import { TextCell } from '../base/TextCell.tsx'
import { Tone } from '../Tone.tsx'
import type { CellProps } from '../types.ts'

export function Cell({ field, name, row }: CellProps<'dict'>) {
  const items = useDict(field.dict)
  const values = field.multiple ? String(row[name]).split(',').filter(Boolean) : [String(row[name])]
  const chosen = values.map((value) => items.find((item) => item.value === value))
  // The server's own words when the dictionary is not here (yet).
  if (chosen.some((item) => !item)) return TextCell({ field, name, row })
  return chosen.some((item) => item!.color) ? (
    <span className="vd-tones">
      {chosen.map((item) => (
        <Tone key={item!.value} color={item!.color}>
          {item!.text}
        </Tone>
      ))}
    </span>
  ) : (
    chosen.map((item) => item!.text).join('、')
  )
}
