import { useId, type ComponentType } from 'react'
import { isRequired } from '#model/checks.ts'
import type { FieldKind } from '#model/fields.ts'
import { kinds } from '#model/kinds/index.ts'
import { keptText, standing } from '#model/typed.ts'
import { FieldBox } from './FieldBox.tsx'
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
import type { FacedKind, FieldLineProps, Holding, InputProps } from './types.ts'
import '../layout/imperative.ts'
import './form.css'

const inputs: { [K in FacedKind]: ComponentType<InputProps<K> & Holding> } = {
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

/** What is typed into a stand-in is kept as text. */
function Drawn({ field: given, ...props }: InputProps) {
  const field = standing(given, props.values)
  const onChange = field === given ? props.onChange : (next: unknown) => props.onChange(keptText(next))
  const Draw = inputs[field.kind] as ComponentType<InputProps & Holding>
  return <Draw {...props} field={field} onChange={onChange} Line={FieldLine} />
}

/** Files are chosen below their label though they are read beside it. */
const chosenBelow: readonly FieldKind[] = ['image', 'images', 'file', 'files']
/** The kit puts what names them on a box around them. */
const byLabel: readonly FieldKind[] = ['longText', 'code', 'json', 'markdown']
const isWide = (kind: FieldKind) => kinds[kind].wide || chosenBelow.includes(kind)

/** Label, input, what is wrong with it. */
export function FieldLine({ error, ...props }: FieldLineProps) {
  const { field, name } = props
  const { kind } = standing(field, props.values)
  const id = useId()
  const inputId = byLabel.includes(kind) ? id : undefined
  return (
    <FieldBox
      name={name}
      label={field.label}
      inputId={inputId}
      required={isRequired(field, props.values)}
      wide={isWide(kind)}
      hint={field.hint}
      error={error}
    >
      <Drawn {...props} field={field} id={inputId} />
    </FieldBox>
  )
}
