import type { FieldOf } from '../../fields.ts'
import { timeLike } from '../base/timeLike.ts'
import type { Kind } from '../kind.ts'

const DAY = 'YYYY-MM-DD'.length

export const dateTime: Kind<FieldOf<'dateTime'>> = {
  ...timeLike,
  width: 170,
  stored: () => 'moment',
  asked: '时间 YYYY-MM-DD HH:mm:ss',
  told: (value) => String(value).slice(0, 'YYYY-MM-DD HH:mm'.length),
  start: ({ initial }, now) => (initial === 'now' ? now : undefined),
  condition: {
    type: 'datetime',
    dbType: 'datetime',
    one: ({ label }) => ({ kind: 'dateTime', label }),
    taken: (value) => (value.length === DAY ? `${value} 00:00:00` : value),
  },
  cell: () => ({ type: 'datetime' }),
}
