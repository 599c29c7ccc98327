import { Fragment, lazy, Suspense, useContext, type ReactNode } from 'react'
import { useDict } from '#headless/session/dictionary.ts'
import { fileUrl } from '#headless/records/files.ts'
import { textOf } from '#headless/records/formats.ts'
import { useNamed } from '#headless/records/recordPath.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FieldKind, FieldOf } from '#model/fields.ts'
import { isOn } from '#model/kinds/switch/values.ts'
import { pathsIn } from '#model/storedFiles.ts'
import { tagsIn } from '#model/tags.ts'
import { standsFor } from '#model/typed.ts'
import { GoContext } from '../frame/go.ts'
import { Pictures } from './Pictures.tsx'
import { Steps } from './Steps.tsx'
import { StoredFiles } from './StoredFiles.tsx'
import { Tone } from './Tone.tsx'

const Markdown = lazy(() => importWithTimeout(import('./MarkdownText.tsx')))
const FormattedText = lazy(() => importWithTimeout(import('./RichText.tsx')))

export type Values = Readonly<Record<string, unknown>>
interface CellProps<K extends FieldKind = FieldKind> {
  field: FieldOf<K>
  name: string
  row: Values
  /** There is one line for it, within a button. */
  brief?: boolean
}
type Cells = { [K in FieldKind]: (props: CellProps<K>) => ReactNode }

const plain = ({ field, name, row }: CellProps) => textOf(field, row, name)
const amount = ({ field, name, row }: CellProps) => <span className="vd-number">{textOf(field, row, name)}</span>
const multiline = (props: CellProps) => <span className="vd-multiline">{plain(props)}</span>

const RichText = (props: CellProps<'richText'>) => (
  <Suspense fallback={plain(props)}>
    <FormattedText html={String(props.row[props.name])} />
  </Suspense>
)

const MarkdownText = (props: CellProps<'markdown'>) => (
  <Suspense fallback={plain(props)}>
    <Markdown text={String(props.row[props.name])} />
  </Suspense>
)

/** Each record that is named leads to its page, for whoever has it. */
function Reference({ field, name, row }: CellProps<'ref' | 'refs' | 'refByType' | 'text'>) {
  const go = useContext(GoContext)
  const named = useNamed(field, row, name, textOf(field, row, name))
  return named.map(({ path, text }, index) => (
    <Fragment key={index}>
      {index > 0 && '、'}
      {path && go ? (
        <a
          href={path}
          onClick={(event) => {
            event.preventDefault()
            go.to(path)
          }}
        >
          {text}
        </a>
      ) : (
        text
      )}
    </Fragment>
  ))
}

function DictCell({ field, name, row }: CellProps<'dict'>) {
  const items = useDict(field.dict)
  const values = field.multiple ? String(row[name]).split(',').filter(Boolean) : [String(row[name])]
  const chosen = values.map((value) => items.find((item) => item.value === value))
  // The server's own words when the dictionary is not here (yet).
  if (chosen.some((item) => !item)) return plain({ field, name, row })
  return chosen.some((item) => item!.color) ? (
    <span className="vd-tones">
      {chosen.map((item) => (
        <Tone key={item!.value} color={item!.color}>
          {item!.text}
        </Tone>
      ))}
    </span>
  ) : (
    chosen.map((item) => item!.text).join('、')
  )
}

const pictures = ({ field, name, row }: CellProps<'image' | 'images'>) => (
  <Pictures paths={pathsIn(row[name])} label={field.label} />
)

const thumbnails = ({ field, name, row }: CellProps<'image' | 'images'>) =>
  pathsIn(row[name]).map((path) => (
    <img key={path} className="vd-thumbnail" src={fileUrl(path)} alt={field.label} loading="lazy" />
  ))

function JsonCell({ field, name, row }: CellProps<'json'>) {
  const value = row[name]
  if (field.parts) return plain({ field, name, row })
  if (!Array.isArray(value)) return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)
  if (!value.length) return '无'
  return (
    <span className="vd-tones">
      {value.map((item, index) => (
        <Tone key={index} color="orange">
          {typeof item === 'object' ? JSON.stringify(item) : String(item)}
        </Tone>
      ))}
    </span>
  )
}

const files = ({ name, row }: CellProps<'file' | 'files'>) => <StoredFiles value={row[name]} />

const cells: Cells = {
  text: (props) => (props.field.names ? <Reference {...props} /> : plain(props)),
  longText: multiline,
  richText: RichText,
  markdown: MarkdownText,
  code: ({ name, row }) => <pre className="vd-code">{String(row[name])}</pre>,
  tags: ({ name, row }) => (
    <span className="vd-tones">
      {tagsIn(String(row[name])).map((tag, index) => (
        <Tone key={index} color={undefined}>
          {tag}
        </Tone>
      ))}
    </span>
  ),
  serial: (props) => <span className="vd-serial">{plain(props)}</span>,
  integer: amount,
  decimal: amount,
  money: (props) => <span className="vd-number">{plain(props).replace(/^[+-]?/, '$&¥')}</span>,
  percent: amount,
  date: plain,
  dateTime: ({ field, name, row }) => textOf(field, row, name).slice(0, 16),
  switch: (props) => <Tone color={isOn(props.field, props.row[props.name]) ? 'green' : undefined}>{plain(props)}</Tone>,
  dict: DictCell,
  ref: Reference,
  refs: Reference,
  refByType: Reference,
  user: plain,
  department: plain,
  category: plain,
  area: plain,
  image: pictures,
  images: pictures,
  file: files,
  files,
  cron: (props) => (
    <>
      <code>{String(props.row[props.name])}</code>
      {plain(props) !== props.row[props.name] && <small className="vd-weak"> {plain(props)}</small>}
    </>
  ),
  json: JsonCell,
  typed: ({ field, ...rest }) => <Drawn field={standsFor(field, rest.row)} {...rest} />,
  lines: ({ field, name, row }) => <Steps field={field} lines={(row[name] ?? []) as Values[]} />,
}

/** On a card there is one line, and the whole of it is a button already. */
const briefs: Cells = {
  ...cells,
  richText: plain,
  markdown: plain,
  code: plain,
  image: thumbnails,
  images: thumbnails,
  file: plain,
  files: plain,
  text: plain,
  ref: plain,
  refs: plain,
  refByType: plain,
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function Drawn(props: CellProps) {
  const Draw = (props.brief ? briefs : cells)[props.field.kind] as (props: CellProps) => ReactNode
  return <Draw {...props} />
}

/** One value of a record, as it is read; `empty` stands for nothing. */
export function Cell({ empty = '—', ...props }: CellProps & { empty?: ReactNode }) {
  return isEmpty(props.row[props.name]) ? empty : <Drawn {...props} />
}
