import { nameOfFile, pathsIn } from '../../storedFiles.ts'
import type { FieldOf } from '../../fields.ts'
import { FILES, fileLike } from '../base/fileLike.ts'
import type { Kind } from '../kind.ts'

export const files: Kind<FieldOf<'files'>> = {
  ...fileLike,
  width: 200,
  text: (value) => pathsIn(value).map(nameOfFile).join('、'),
  cell: ({ max = FILES }) => ({ type: 'file', number: max }),
}
