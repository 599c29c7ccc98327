import { wordsOf } from '../../richText.ts'
import type { FieldOf } from '../../fields.ts'
import { proseLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const richText: Kind<FieldOf<'richText'>> = {
  ...proseLike,
  text: (value) => wordsOf(String(value)),
  told: (value) => wordsOf(String(value)),
}
