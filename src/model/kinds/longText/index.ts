import type { FieldOf } from '../../fields.ts'
import { proseLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const longText: Kind<FieldOf<'longText'>> = { ...proseLike, width: 220 }
