import { Link } from 'react-router-dom'
import { useNamed } from '#headless/records/recordPath.ts'
import type { Shown } from '../types.ts'
import { cut, Ellipsis } from './Ellipsis.tsx'
import { Several } from './Several.tsx'

type Naming = Shown<'ref' | 'refs' | 'refByType' | 'text'>

/** Each record that is named leads to its page, for whoever has it. */
export function Named({ field, name, text, row, whole, length }: Naming) {
  const named = useNamed(field, row, name, text)
  return (
    <Several
      texts={named.map((one) => one.text)}
      whole={whole}
      room={length}
      between="、"
      draw={(index) => {
        const one = named[index]!
        if (!one.path) return <Ellipsis text={one.text} length={length} />
        return <Link to={one.path} {...(whole ? { children: one.text } : cut(one.text, length))} />
      }}
    />
  )
}

export const RecordCell = (shown: Naming) => <Named {...shown} />
