import type { FieldOf } from '../../fields.ts'
import { textLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const icon: Kind<FieldOf<'icon'>> = { ...textLike, width: 160 }
