import { Input as AntInput } from 'antd'
import { Suspense, type ComponentType } from 'react'
import type { FieldOf } from '#model/fields.ts'
import { keptText, standing } from '#model/typed.ts'
import { Input as text } from './text/Input.tsx'
import { Input as longText } from './longText/Input.tsx'
import { Input as richText } from './richText/Input.tsx'
import { Input as markdown } from './markdown/Input.tsx'
import { Input as code } from './code/Input.tsx'
import { Input as tags } from './tags/Input.tsx'
import { Input as serial } from './serial/Input.tsx'
import { Input as integer } from './integer/Input.tsx'
import { Input as decimal } from './decimal/Input.tsx'
import { Input as money } from './money/Input.tsx'
import { Input as percent } from './percent/Input.tsx'
import { Input as date } from './date/Input.tsx'
import { Input as dateTime } from './dateTime/Input.tsx'
import { Input as toggle } from './switch/Input.tsx'
import { Input as dict } from './dict/Input.tsx'
import { Input as ref } from './ref/Input.tsx'
import { Input as refs } from './refs/Input.tsx'
import { Input as refByType } from './refByType/Input.tsx'
import { Input as user } from './user/Input.tsx'
import { Input as department } from './department/Input.tsx'
import { Input as category } from './category/Input.tsx'
import { Input as area } from './area/Input.tsx'
import { Input as image } from './image/Input.tsx'
import { Input as images } from './images/Input.tsx'
import { Input as file } from './file/Input.tsx'
import { Input as files } from './files/Input.tsx'
import { Input as cron } from './cron/Input.tsx'
import { Input as icon } from './icon/Input.tsx'
import { Input as json } from './json/Input.tsx'
import { Input as lines } from './lines/Input.tsx'
import type { FacedKind, InputProps } from './types.ts'

const inputs: { [K in FacedKind]: ComponentType<InputProps<FieldOf<K>>> } = {
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
  lines,
}

/** The input of one field. Some come when they are first needed; what is typed into a stand-in is kept as text. */
export function Input(props: InputProps) {
  const field = standing(props.field, props.values)
  const Own = inputs[field.kind] as ComponentType<InputProps>
  const onChange = field === props.field ? props.onChange : (next: unknown) => props.onChange(keptText(next))
  return (
    <Suspense fallback={<AntInput disabled aria-label={field.label} />}>
      <Own {...props} field={field} onChange={onChange} />
    </Suspense>
  )
}
