import { tagsIn } from '#model/tags.ts'
import { Tone } from '../Tone.tsx'
import type { CellProps } from '../types.ts'

export const Cell = ({ name, row }: CellProps<'tags'>) => (
  <span className="vd-tones">
    {tagsIn(String(row[name])).map((tag, index) => (
      <Tone key={index} color={undefined}>
        {tag}
      </Tone>
    ))}
  </span>
)
