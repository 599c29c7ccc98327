import type { FieldOf } from '#model/fields.ts'
import { FILES } from '#model/kinds/base/fileLike.ts'
import type { Wanted } from '#model/uploads.ts'

export type UploadField = FieldOf<'image' | 'images' | 'file' | 'files'>

/** What an upload field takes and how many. */
export function takes(field: UploadField): { wanted: Wanted; most: number } {
  const pictures = field.kind === 'image' || field.kind === 'images'
  return {
    wanted: { pictures, megabytes: field.megabytes, extensions: 'extensions' in field ? field.extensions : undefined },
    most: field.kind === 'images' || field.kind === 'files' ? (field.max ?? FILES) : 1,
  }
}
