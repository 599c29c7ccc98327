/** The kinds of fields there are: what each is stands in its folder, once; whoever reads a value looks it up here. */
import type { Field, FieldKind, FieldOf } from '../fields.ts'
import type { Kind } from './kind.ts'
import { text } from './text/index.ts'
import { longText } from './longText/index.ts'
import { richText } from './richText/index.ts'
import { markdown } from './markdown/index.ts'
import { code } from './code/index.ts'
import { tags } from './tags/index.ts'
import { serial } from './serial/index.ts'
import { integer } from './integer/index.ts'
import { decimal } from './decimal/index.ts'
import { money } from './money/index.ts'
import { percent } from './percent/index.ts'
import { date } from './date/index.ts'
import { dateTime } from './dateTime/index.ts'
import { toggle } from './switch/index.ts'
import { dict } from './dict/index.ts'
import { ref } from './ref/index.ts'
import { refs } from './refs/index.ts'
import { refByType } from './refByType/index.ts'
import { user } from './user/index.ts'
import { department } from './department/index.ts'
import { category } from './category/index.ts'
import { area } from './area/index.ts'
import { image } from './image/index.ts'
import { images } from './images/index.ts'
import { file } from './file/index.ts'
import { files } from './files/index.ts'
import { cron } from './cron/index.ts'
import { icon } from './icon/index.ts'
import { json } from './json/index.ts'
import { typed } from './typed/index.ts'
import { lines } from './lines/index.ts'

export const kinds: { readonly [K in FieldKind]: Kind<FieldOf<K>> } = {
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

export const kindOf = (field: Field): Kind => kinds[field.kind]
