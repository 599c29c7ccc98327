import { Tag } from 'antd'
import { Fragment, lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { fileUrl } from '#headless/records/files.ts'
import { textOf } from '#headless/records/formats.ts'
import { useNamed } from '#headless/records/recordPath.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { isEmptyValue } from '#model/emptiness.ts'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { isOn } from '#model/kinds/switch/values.ts'
import { nameOfFile, pathsIn } from '#model/storedFiles.ts'
import { tagsIn } from '#model/tags.ts'
import { standing, standsFor } from '#model/typed.ts'
import { DictTag } from './DictTag.tsx'
import { StoredFile, StoredFiles } from './StoredFiles.tsx'

const SafeHtml = lazy(() => importWithTimeout(import('#headless/records/SafeHtml.tsx')))

const Markdown = lazy(() => importWithTimeout(import('#headless/records/Markdown.tsx')))

interface Shown<K extends FieldKind> {
  field: FieldOf<K>
  name: string
  value: unknown
  text: string
  row: Readonly<Record<string, unknown>>
  /** There is room for all of it. */
  whole: boolean
}
type Cells = { [K in FieldKind]: (shown: Shown<K>) => ReactNode }

const LONG = 25

/** What is written of a text and, where that is not all of it, what hovering shows. */
export function cut(text: string, length = LONG): { title?: string; children: string } {
  return text.length > length ? { title: text, children: `${text.slice(0, length)}…` } : { children: text }
}

/** Cut at 25 characters, whole on hover. */
export function Ellipsis({ text, length = LONG }: { text: string; length?: number }) {
  const { title, children } = cut(text, length)
  return title ? <span title={title}>{children}</span> : children
}

interface SeveralProps {
  texts: readonly string[]
  /** Everything is drawn, however much that is. */
  whole: boolean
  between?: string
  draw: (index: number) => ReactNode
}

/** As many as 25 characters hold and one at least; the rest on hover. */
function Several({ texts, whole, between, draw }: SeveralProps) {
  let length = 0
  const fitting = texts.filter((text) => (length += text.length) <= LONG).length
  const shown = whole ? texts.length : Math.max(1, fitting)
  const drawn = texts.slice(0, shown).map((_, index) => (
    <Fragment key={index}>
      {index > 0 && between}
      {draw(index)}
    </Fragment>
  ))
  return shown < texts.length ? (
    <span title={texts.join('、')}>
      {drawn}
      {between}…
    </span>
  ) : (
    drawn
  )
}

const plain = ({ text }: { text: string }) => <Ellipsis text={text} />
const figure = ({ text }: { text: string }) => <span className="number">{text}</span>

/** Each record that is named leads to its page, for whoever has it. */
function Reference({ field, name, text, row, whole }: Shown<'ref' | 'refs' | 'refByType' | 'text'>) {
  const named = useNamed(field, row, name, text)
  return (
    <Several
      texts={named.map((one) => one.text)}
      whole={whole}
      between="、"
      draw={(index) => {
        const one = named[index]!
        if (!one.path) return <Ellipsis text={one.text} />
        return <Link to={one.path} {...(whole ? { children: one.text } : cut(one.text))} />
      }}
    />
  )
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

const files = ({ value, whole }: Shown<'file' | 'files'>) => {
  if (whole) return <StoredFiles value={value} />
  const paths = pathsIn(value)
  return (
    <Several
      texts={paths.map(nameOfFile)}
      whole={false}
      draw={(index) => <StoredFile path={paths[index]!} length={LONG} />}
    />
  )
}

const cells: Cells = {
  text: (shown) => (shown.field.names ? <Reference {...shown} /> : plain(shown)),
  longText: plain,
  richText: plain,
  markdown: plain,
  code: plain,
  tags: ({ value, whole }) => {
    const tags = tagsIn(String(value))
    return (
      <span className="tag-words">
        <Several
          texts={tags}
          whole={whole}
          draw={(index) => <Tag {...(whole ? { children: tags[index] } : cut(tags[index]!))} />}
        />
      </span>
    )
  },
  serial: ({ text }) => <span className="number">{text}</span>,
  integer: figure,
  decimal: figure,
  money: figure,
  percent: figure,
  date: figure,
  dateTime: figure,
  switch: ({ field, value, text }) => <Tag {...(isOn(field, value) && { color: 'green' })}>{text}</Tag>,
  dict: ({ field, value, text, whole }) =>
    whole || text.length <= LONG ? (
      <DictTag code={field.dict} value={String(value)} text={text} />
    ) : (
      <Ellipsis text={text.replaceAll(',', '、')} />
    ),
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
  cron: ({ value, text, whole }) => (
    <>
      <code {...(whole ? { children: String(value) } : cut(String(value)))} />
      {text !== value && <div style={{ color: 'var(--muted)' }}>{whole ? text : <Ellipsis text={text} />}</div>}
    </>
  ),
  json: ({ field, text, whole }) => (field.parts && whole ? text : <Ellipsis text={text} />),
  typed: (shown) => drawn(standsFor(shown.field, shown.row), shown),
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
  typed: (shown) => drawn(standsFor(shown.field, shown.row), shown),
}

function drawn(field: Field, shown: Omit<Shown<'text'>, 'field'>): ReactNode {
  const draw = ((shown.whole && wholes[field.kind]) || cells[field.kind]) as Cells['text']
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
  return drawn(field, { name, value, text, row, whole })
}
