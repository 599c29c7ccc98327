import type { FieldOf } from '../../fields.ts'
import { timeLike } from '../base/timeLike.ts'
import type { Kind } from '../kind.ts'

const DAY = 'YYYY-MM-DD'.length

export const date: Kind<FieldOf<'date'>> = {
  ...timeLike,
  width: 120,
  stored: () => 'date',
  asked: '日期 YYYY-MM-DD',
  text: (value) => String(value).slice(0, DAY),
  start: ({ initial }, now) => (initial === 'today' ? now.slice(0, DAY) : undefined),
  condition: { type: 'date', dbType: 'date', one: ({ label }) => ({ kind: 'date', label }) },
  cell: () => ({ type: 'date' }),
}
