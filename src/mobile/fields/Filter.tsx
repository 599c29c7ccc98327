import type { ComponentType } from 'react'
import type { FieldKind } from '#model/fields.ts'
import { Filter as text } from './text/Filter.tsx'
import { Filter as longText } from './longText/Filter.tsx'
import { Filter as richText } from './richText/Filter.tsx'
import { Filter as markdown } from './markdown/Filter.tsx'
import { Filter as code } from './code/Filter.tsx'
import { Filter as tags } from './tags/Filter.tsx'
import { Filter as serial } from './serial/Filter.tsx'
import { Filter as integer } from './integer/Filter.tsx'
import { Filter as decimal } from './decimal/Filter.tsx'
import { Filter as money } from './money/Filter.tsx'
import { Filter as percent } from './percent/Filter.tsx'
import { Filter as date } from './date/Filter.tsx'
import { Filter as dateTime } from './dateTime/Filter.tsx'
import { Filter as toggle } from './switch/Filter.tsx'
import { Filter as dict } from './dict/Filter.tsx'
import { Filter as ref } from './ref/Filter.tsx'
import { Filter as refs } from './refs/Filter.tsx'
import { Filter as refByType } from './refByType/Filter.tsx'
import { Filter as user } from './user/Filter.tsx'
import { Filter as department } from './department/Filter.tsx'
import { Filter as category } from './category/Filter.tsx'
import { Filter as area } from './area/Filter.tsx'
import { Filter as image } from './image/Filter.tsx'
import { Filter as images } from './images/Filter.tsx'
import { Filter as file } from './file/Filter.tsx'
import { Filter as files } from './files/Filter.tsx'
import { Filter as cron } from './cron/Filter.tsx'
import { Filter as icon } from './icon/Filter.tsx'
import { Filter as json } from './json/Filter.tsx'
import { Filter as typed } from './typed/Filter.tsx'
import { Filter as lines } from './lines/Filter.tsx'
import type { FilterProps } from './types.ts'

/** `null`: nothing to filter by. */
const filters: { [K in FieldKind]: ComponentType<FilterProps<K>> | null } = {
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

/** What a list can be narrowed by. */
export function Filter(props: FilterProps) {
  const Draw = filters[props.field.kind] as ComponentType<FilterProps> | null
  if (!Draw) return null
  return (
    <section className="vd-filter">
      <h3>{props.field.label}</h3>
      <Draw {...props} />
    </section>
  )
}
