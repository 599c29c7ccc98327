import type { ReactNode } from 'react'
import { isEmptyValue } from '#model/emptiness.ts'
import { standing } from '#model/typed.ts'
import { Cell as text } from './text/Cell.tsx'
import { Cell as longText } from './longText/Cell.tsx'
import { Cell as richText } from './richText/Cell.tsx'
import { Cell as markdown } from './markdown/Cell.tsx'
import { Cell as code } from './code/Cell.tsx'
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
import { Thumbnails as thumbnails } from './base/PictureCell.tsx'
import { TextCell as plain } from './base/TextCell.tsx'
import type { CellProps, DrawCell, FacedKind } from './types.ts'

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

/** On a card there is one line, and the whole of it is a button already. */
const briefs: Partial<Cells> = {
  ...{ text: plain, ref: plain, refs: plain, refByType: plain },
  ...{ richText: plain, markdown: plain, code: plain, file: plain, files: plain },
  ...{ image: thumbnails, images: thumbnails },
}

interface Props extends CellProps {
  /** There is one line for it, within a button. */
  brief?: boolean
  /** Stands for nothing. */
  empty?: ReactNode
}

/** One value of a record, as it is read. */
export function Cell({ field: given, name, row, brief = false, empty = '—' }: Props) {
  if (isEmptyValue(row[name])) return empty
  const field = standing(given, row)
  const Draw = ((brief && briefs[field.kind]) || cells[field.kind]) as DrawCell<FacedKind>
  return <Draw field={field} name={name} row={row} />
}
