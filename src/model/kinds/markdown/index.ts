import type { FieldOf } from '../../fields.ts'
import { proseLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const markdown: Kind<FieldOf<'markdown'>> = proseLike
