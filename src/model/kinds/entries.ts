/** What people put into fields, by kind. Beside `index.ts` because pages that only show values load neither checks nor cells. */
import type { Field, FieldKind, FieldOf } from '../fields.ts'
import type { Entry } from './entry.ts'
import { text } from './text/entry.ts'
import { longText } from './longText/entry.ts'
import { richText } from './richText/entry.ts'
import { markdown } from './markdown/entry.ts'
import { code } from './code/entry.ts'
import { tags } from './tags/entry.ts'
import { serial } from './serial/entry.ts'
import { integer } from './integer/entry.ts'
import { decimal } from './decimal/entry.ts'
import { money } from './money/entry.ts'
import { percent } from './percent/entry.ts'
import { date } from './date/entry.ts'
import { dateTime } from './dateTime/entry.ts'
import { toggle } from './switch/entry.ts'
import { dict } from './dict/entry.ts'
import { ref } from './ref/entry.ts'
import { refs } from './refs/entry.ts'
import { refByType } from './refByType/entry.ts'
import { user } from './user/entry.ts'
import { department } from './department/entry.ts'
import { category } from './category/entry.ts'
import { area } from './area/entry.ts'
import { image } from './image/entry.ts'
import { images } from './images/entry.ts'
import { file } from './file/entry.ts'
import { files } from './files/entry.ts'
import { cron } from './cron/entry.ts'
import { icon } from './icon/entry.ts'
import { json } from './json/entry.ts'
import { typed } from './typed/entry.ts'
import { lines } from './lines/entry.ts'

const entries: { readonly [K in FieldKind]: Entry<FieldOf<K>> } = {
  text,
  longText,
  richText,
  markdown,
  code,
  tags,
  serial,
  integer,
  decimal,
  money,
  percent,
  date,
  dateTime,
  switch: toggle,
  dict,
  ref,
  refs,
  refByType,
  user,
  department,
  category,
  area,
  image,
  images,
  file,
  files,
  cron,
  icon,
  json,
  typed,
  lines,
}

export const entryOf = ({ kind }: Pick<Field, 'kind'>): Entry => entries[kind]
