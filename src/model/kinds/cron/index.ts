import type { FieldOf } from '../../fields.ts'
import { textLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const cron: Kind<FieldOf<'cron'>> = { ...textLike, width: 200, plain: false, worded: 'cron' }
