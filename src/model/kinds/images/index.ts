import { pathsIn } from '../../storedFiles.ts'
import type { FieldOf } from '../../fields.ts'
import { FILES, fileLike } from '../base/fileLike.ts'
import type { Kind } from '../kind.ts'

const counted = (value: unknown) => `${pathsIn(value).length} 张图片`

export const images: Kind<FieldOf<'images'>> = {
  ...fileLike,
  width: 150,
  text: counted,
  told: counted,
  cell: ({ max = FILES }) => ({ type: 'image', number: max }),
}
