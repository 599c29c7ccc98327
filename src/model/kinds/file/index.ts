import { nameOfFile } from '../../storedFiles.ts'
import type { FieldOf } from '../../fields.ts'
import { fileLike } from '../base/fileLike.ts'
import type { Kind } from '../kind.ts'

export const file: Kind<FieldOf<'file'>> = { ...fileLike, text: (value) => nameOfFile(String(value)) }
