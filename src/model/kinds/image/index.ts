import type { FieldOf } from '../../fields.ts'
import { fileLike } from '../base/fileLike.ts'
import type { Kind } from '../kind.ts'

export const image: Kind<FieldOf<'image'>> = {
  ...fileLike,
  width: 80,
  text: (value) => String(value),
  told: () => '1 张图片',
  cell: () => ({ type: 'image', number: 1 }),
}
