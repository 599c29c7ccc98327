import { Ellipsis, LONG } from '../base/Ellipsis.tsx'
import { DictTag } from '../DictTag.tsx'
import type { Shown } from '../types.ts'

export const Cell = ({ field, value, text, whole }: Shown<'dict'>) =>
  whole || text.length <= LONG ? (
    <DictTag code={field.dict} value={String(value)} text={text} />
  ) : (
    <Ellipsis text={text.replaceAll(',', '、')} />
  )
