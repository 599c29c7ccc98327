import { textOf } from '#headless/records/formats.ts'
import { isEmptyValue } from '#model/emptiness.ts'
import type { Field } from '#model/fields.ts'
import { standing } from '#model/typed.ts'
import { LONG } from './base/Ellipsis.tsx'
import { Cell as text } from './text/Cell.tsx'
import { Cell as longText } from './longText/Cell.tsx'
import { Cell as richText, Whole as wholeRichText } from './richText/Cell.tsx'
import { Cell as markdown, Whole as wholeMarkdown } from './markdown/Cell.tsx'
import { Cell as code, Whole as wholeCode } from './code/Cell.tsx'
import { Cell as tags } from './tags/Cell.tsx'
import { Cell as serial } from './serial/Cell.tsx'
import { Cell as integer } from './integer/Cell.tsx'
import { Cell as decimal } from './decimal/Cell.tsx'
import { Cell as money } from './money/Cell.tsx'
import { Cell as percent } from './percent/Cell.tsx'
import { Cell as date } from './date/Cell.tsx'
import { Cell as dateTime } from './dateTime/Cell.tsx'
import { Cell as toggle } from './switch/Cell.tsx'
import { Cell as dict } from './dict/Cell.tsx'
import { Cell as ref } from './ref/Cell.tsx'
import { Cell as refs } from './refs/Cell.tsx'
import { Cell as refByType } from './refByType/Cell.tsx'
import { Cell as user } from './user/Cell.tsx'
import { Cell as department } from './department/Cell.tsx'
import { Cell as category } from './category/Cell.tsx'
import { Cell as area } from './area/Cell.tsx'
import { Cell as image } from './image/Cell.tsx'
import { Cell as images } from './images/Cell.tsx'
import { Cell as file } from './file/Cell.tsx'
import { Cell as files } from './files/Cell.tsx'
import { Cell as cron } from './cron/Cell.tsx'
import { Cell as icon } from './icon/Cell.tsx'
import { Cell as json } from './json/Cell.tsx'
import { Cell as lines } from './lines/Cell.tsx'
import type { DrawCell, FacedKind } from './types.ts'

type Cells = { [K in FacedKind]: DrawCell<K> }

const cells: Cells = {
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

/** Kinds that a line of a table cannot show in full. */
const wholes: Partial<Cells> = { richText: wholeRichText, markdown: wholeMarkdown, code: wholeCode }

interface CellProps {
  field: Field
  row: Readonly<Record<string, unknown>>
  name: string
  /** There is room for all of it. */
  whole?: boolean
  /** How many characters there is room for otherwise; 25 when not said. */
  length?: number
}

/** The value of one field of a record, as a table or a description shows it. */
export function Cell({ field: given, row, name, whole = false, length = LONG }: CellProps) {
  const value = row[name]
  const text = textOf(given, row, name)
  const field = standing(given, row)
  const inFull = whole ? wholes[field.kind] : undefined
  if (isEmptyValue(value) || (text === '' && !inFull)) return <span aria-label="空">—</span>
  const draw = (inFull ?? cells[field.kind]) as DrawCell<FacedKind>
  return draw({ field, name, value, text, row, whole, length })
}
