import { Ellipsis } from '../base/Ellipsis.tsx'
import { DictTag } from '../DictTag.tsx'
import type { Shown } from '../types.ts'

export const Cell = ({ field, value, text, whole, length }: Shown<'dict'>) =>
  whole || text.length <= length ? (
    <DictTag code={field.dict} value={String(value)} text={text} />
  ) : (
    <Ellipsis text={text.replaceAll(',', '、')} length={length} />
  )
