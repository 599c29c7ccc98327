import type { FieldOf } from '../../fields.ts'
import { textLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const serial: Kind<FieldOf<'serial'>> = { ...textLike, width: 190, cell: () => ({ type: 'normal' }) }
