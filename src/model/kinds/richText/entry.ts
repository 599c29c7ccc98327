import { missing } from '../../emptiness.ts'
import { LONGEST } from '../../lengths.ts'
import { hasContent, isPlain, linesOf, onOneLine, paragraphsOf } from '../../richText.ts'
import { atMost, same, textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const richText: Entry<FieldOf<'richText'>> = {
  check: (field) =>
    atMost(field.max ?? LONGEST.richText).refine((html) => !field.required || hasContent(html), missing(field)),
  sheet: {
    ...textEntry.sheet,
    write: (_, row, name) => (row[name] == null ? null : linesOf(String(row[name]))),
    read: (_, text) => same(paragraphsOf(text)),
    // Exports of older versions have all of it on one line.
    alike: (written, text) => onOneLine(written) === text,
    kept: (_, html) => (isPlain(String(html)) ? undefined : '含图片或格式，请在页面修改'),
    note: () => '一行为一段，图片和格式请在页面填写',
  },
}
