import { Tag } from 'antd'
import { tagsIn } from '#model/tags.ts'
import { cut } from '../base/Ellipsis.tsx'
import { Several } from '../base/Several.tsx'
import type { Shown } from '../types.ts'

export function Cell({ value, whole, length }: Shown<'tags'>) {
  const tags = tagsIn(String(value))
  return (
    <span className="tag-words">
      <Several
        texts={tags}
        whole={whole}
        room={length}
        draw={(index) => <Tag {...(whole ? { children: tags[index] } : cut(tags[index]!, length))} />}
      />
    </span>
  )
}
