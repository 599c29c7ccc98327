import { jsonOutline } from '../../parts.ts'
import type { FieldOf } from '../../fields.ts'
import { proseLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

/** Of data its outline. */
const said = (value: unknown, { language }: FieldOf<'code'>) =>
  language === 'JSON' ? jsonOutline(String(value)) : String(value)

export const code: Kind<FieldOf<'code'>> = { ...proseLike, text: said, told: said }
