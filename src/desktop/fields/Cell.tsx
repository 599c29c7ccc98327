import { Tag } from 'antd'
import { Fragment, lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { fileUrl } from '#headless/files.ts'
import { isOn, textOf } from '#headless/formats.ts'
import { useNamed } from '#headless/recordPath.ts'
import { within } from '#headless/within.ts'
import { isEmptyValue } from '#model/emptiness.ts'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { pathsIn } from '#model/storedFiles.ts'
import { tagsIn } from '#model/tags.ts'
import { standing, standsFor } from '#model/typed.ts'
import { DictTag } from './DictTag.tsx'
import { StoredFiles } from './StoredFiles.tsx'

const SafeHtml = lazy(() => within(import('#headless/SafeHtml.tsx')))

const Markdown = lazy(() => within(import('#headless/Markdown.tsx')))

interface Shown<K extends FieldKind> {
  field: FieldOf<K>
  name: string
  value: unknown
  text: string
  row: Readonly<Record<string, unknown>>
}
type Cells = { [K in FieldKind]: (shown: Shown<K>) => ReactNode }

const LONG = 25

/** Cut at 25 characters, whole on hover. */
export function Ellipsis({ text, length = LONG }: { text: string; length?: number }) {
  return text.length > length ? <span title={text}>{text.slice(0, length)}…</span> : text
}

const plain = ({ text }: { text: string }) => <Ellipsis text={text} />
const figure = ({ text }: { text: string }) => <span className="number">{text}</span>

/** Each record that is named leads to its page, for whoever has it. */
function Reference({ field, name, text, row }: Shown<'ref' | 'refs' | 'refByType' | 'text'>) {
  const named = useNamed(field, row, name, text)
  return named.map((one, index) => (
    <Fragment key={index}>
      {index > 0 && '、'}
      {one.path ? <Link to={one.path}>{one.text}</Link> : <Ellipsis text={one.text} />}
    </Fragment>
  ))
}

const pictures = ({ value, field }: Shown<'image' | 'images'>) => (
  <span className="thumbs">
    {pathsIn(value).map((path, index) => (
      <a key={path} href={fileUrl(path)} target="_blank" rel="noopener noreferrer">
        <img
          src={fileUrl(path)}
          alt={`${field.label}${index ? ` ${index + 1}` : ''}`}
          className="thumb"
          loading="lazy"
        />
      </a>
    ))}
  </span>
)

const files = ({ value }: Shown<'file' | 'files'>) => <StoredFiles value={value} />

const cells: Cells = {
  text: (shown) => (shown.field.names ? <Reference {...shown} /> : plain(shown)),
  longText: plain,
  richText: plain,
  markdown: plain,
  code: plain,
  tags: ({ value }) => (
    <span className="tag-words">
      {tagsIn(String(value)).map((tag, index) => (
        <Tag key={index}>{tag}</Tag>
      ))}
    </span>
  ),
  serial: ({ text }) => <span className="number">{text}</span>,
  integer: figure,
  decimal: figure,
  money: figure,
  percent: figure,
  date: figure,
  dateTime: figure,
  switch: ({ field, value, text }) => <Tag {...(isOn(field, value) && { color: 'green' })}>{text}</Tag>,
  dict: ({ field, value, text }) => <DictTag code={field.dict} value={String(value)} text={text} />,
  ref: (shown) => <Reference {...shown} />,
  refs: (shown) => <Reference {...shown} />,
  refByType: (shown) => <Reference {...shown} />,
  user: plain,
  department: plain,
  category: plain,
  area: plain,
  image: pictures,
  images: pictures,
  file: files,
  files,
  cron: ({ value, text }) => (
    <>
      <code>{String(value)}</code>
      {text !== value && <div style={{ color: 'var(--muted)' }}>{text}</div>}
    </>
  ),
  json: ({ field, text }) => (field.parts ? text : <Ellipsis text={text} />),
  typed: (shown) => drawn(standsFor(shown.field, shown.row), shown, false),
  lines: plain,
}

/** Kinds that a line of a table cannot show in full. */
const wholes: Partial<Cells> = {
  richText: ({ value, text }) => (
    <Suspense fallback={text}>
      <SafeHtml className="rich-text" html={String(value)} />
    </Suspense>
  ),
  markdown: ({ value, text }) => (
    <Suspense fallback={text}>
      <Markdown className="rich-text" text={String(value)} />
    </Suspense>
  ),
  code: ({ value }) => <pre className="rich-text">{String(value)}</pre>,
  typed: (shown) => drawn(standsFor(shown.field, shown.row), shown, true),
}

function drawn(field: Field, shown: Omit<Shown<'text'>, 'field'>, whole: boolean): ReactNode {
  const draw = ((whole && wholes[field.kind]) || cells[field.kind]) as Cells['text']
  return draw({ ...shown, field: field as never })
}

interface CellProps {
  field: Field
  row: Readonly<Record<string, unknown>>
  name: string
  /** There is room for all of it. */
  whole?: boolean
}

/** The value of one field of a record, as a table or a description shows it. */
export function Cell({ field, row, name, whole = false }: CellProps) {
  const value = row[name]
  const text = textOf(field, row, name)
  if (isEmptyValue(value) || (text === '' && !(whole && wholes[standing(field, row).kind])))
    return <span aria-label="空">—</span>
  return drawn(field, { name, value, text, row }, whole)
}
