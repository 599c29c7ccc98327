import { DatePicker, Input as TextInput, Selector, Switch, TextArea } from 'antd-mobile'
import { lazy, Suspense, use, useId, useState, type ReactNode } from 'react'
import { offeredOf, useDict } from '#headless/session/dictionary.ts'
import { say } from '#headless/connection/notices.ts'
import { useReads } from '#headless/forms/pickers/reads.ts'
import { sourceFor } from '#headless/forms/pickers/source.ts'
import { targetOf, useReferences } from '#headless/records/useReferences.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { isRequired } from '#model/checks.ts'
import { missing } from '#model/emptiness.ts'
import type { Field, FieldKind, FieldOf, TextFormat } from '#model/fields.ts'
import { kinds } from '#model/kinds/index.ts'
import { isOn, offValue, onValue } from '#model/kinds/switch/values.ts'
import { tagged } from '#model/tags.ts'
import { keptText, standing, standsFor } from '#model/typed.ts'
import { useBackToClose } from '../frame/back.ts'
import { HostContext } from '../frame/host.ts'
import { AreaInput } from './AreaInput.tsx'
import { Cell, type Values } from './Cell.tsx'
import { dateIn, dayOf, earliest, latest, momentOf } from './dates.ts'
import { FieldBox } from './FieldBox.tsx'
import { OptionSheet } from './OptionSheet.tsx'
import { ReferenceSheet } from './ReferenceSheet.tsx'
import { Tap } from './Tap.tsx'
import '../frame/imperative.ts'
import './form.css'

const CategoryInput = lazy(() => importWithTimeout(import('./pickers/CategoryInput.tsx')))
const DepartmentInput = lazy(() => importWithTimeout(import('./pickers/DepartmentInput.tsx')))
const PickerSheet = lazy(() => importWithTimeout(import('./pickers/PickerSheet.tsx')))
const CronInput = lazy(() => importWithTimeout(import('./cron/CronInput.tsx')))
const LinesInput = lazy(() => importWithTimeout(import('./LinesInput.tsx')))
const UploadInput = lazy(() => importWithTimeout(import('./UploadInput.tsx')))
const RichTextInput = lazy(() => importWithTimeout(import('./RichTextInput.tsx')))
const MarkdownInput = lazy(() => importWithTimeout(import('./MarkdownInput.tsx')))

export interface InputProps<K extends FieldKind = FieldKind> {
  field: FieldOf<K>
  name: string
  /** Ties the label to an input that the kit gives no name of its own. */
  id?: string | undefined
  value: unknown
  /** The other values: a reference may follow one of them. */
  values: Values
  onChange(value: unknown): void
  /** Sentences by path, for inputs that hold several: `prizes.0.stock`. */
  errors?: Readonly<Record<string, string>>
  /** Left the field: time to check it. */
  onLeave(): void
  disabled?: boolean | undefined
}
type Inputs = { [K in FieldKind]: (props: InputProps<K>) => ReactNode }

/** Which keyboard a text of that format wants. */
const keyboards: Partial<Record<TextFormat, 'tel' | 'email' | 'numeric' | 'url'>> = {
  mobile: 'tel',
  phone: 'tel',
  email: 'email',
  bankCard: 'numeric',
  natural: 'numeric',
  qq: 'numeric',
  url: 'url',
}

const textIn = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const orNothing = (text: string) => (text === '' ? null : text)

function Line({
  field,
  value,
  onChange,
  onLeave,
  disabled,
  keyboard,
  before,
  after,
}: InputProps & { keyboard?: 'tel' | 'email' | 'numeric' | 'decimal' | 'url'; before?: string; after?: string }) {
  return (
    <span className="vd-affixed">
      {before && <span className="vd-weak">{before}</span>}
      <TextInput
        value={textIn(value)}
        onChange={(text) => onChange(orNothing(text))}
        onBlur={onLeave}
        placeholder={missing(field)}
        disabled={disabled ?? false}
        aria-label={field.label}
        clearable
        {...(keyboard && { inputMode: keyboard })}
      />
      {after && <span className="vd-weak vd-unit">{after}</span>}
    </span>
  )
}

/** A number goes into the record as one; what is no number yet stays as typed, and the check says so. */
const numberIn = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value) && !/\.\d*0$/.test(value) ? Number(value) : value

const Numbers = ({ onChange, ...props }: InputProps & { keyboard: 'numeric' | 'decimal'; after?: string }) => (
  <Line {...props} onChange={(value) => onChange(numberIn(value))} />
)

function LongText({ field, id, value, onChange, onLeave, disabled }: InputProps<'longText' | 'code'>) {
  return (
    <TextArea
      {...(id && { id })}
      value={textIn(value)}
      onChange={(text) => onChange(orNothing(text))}
      onBlur={onLeave}
      placeholder={missing(field)}
      disabled={disabled ?? false}
      autoSize={{ minRows: 2, maxRows: 8 }}
      {...(field.max && { maxLength: field.max, showCount: true })}
    />
  )
}

/** Few and short: shown at once. */
const FEW = 4
const SHORT = 14

function DictInput({ field, value, onChange, disabled }: InputProps<'dict'>) {
  const items = offeredOf(field, useDict(field.dict))
  const [open, setOpen] = useState(false)
  const chosen = textIn(value).split(',').filter(Boolean)
  const give = (values: string[]) => {
    const text = values.join(',')
    onChange(text === '' ? null : field.numeric ? Number(text) : text)
  }
  const words = items.filter((item) => chosen.includes(item.value)).map(({ text }) => text)
  if (items.length <= FEW && items.map(({ text }) => text).join('').length <= SHORT && items.length > 0)
    return (
      <Selector
        className="vd-selector"
        aria-label={field.label}
        options={items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled ?? false }))}
        value={chosen}
        multiple={field.multiple ?? false}
        disabled={disabled ?? false}
        showCheckMark={false}
        onChange={give}
      />
    )
  return (
    <>
      <Tap
        label={field.label}
        text={words.length ? words.join('、') : textIn(value)}
        placeholder={missing(field)}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      <OptionSheet
        title={field.label}
        visible={open}
        options={items}
        chosen={chosen}
        multiple={field.multiple}
        onClose={() => setOpen(false)}
        onChoose={(values) => {
          setOpen(false)
          give(values)
        }}
      />
    </>
  )
}

function Reference({
  field,
  value,
  values,
  onChange,
  disabled,
  multiple,
  max,
}: InputProps & { multiple?: boolean | undefined; max?: number | undefined }) {
  const [open, setOpen] = useState(false)
  const of = targetOf(field, values)
  const ids = textIn(value).split(',').filter(Boolean)
  const { chosen } = useReferences(of, { ids, open: false })
  const reads = useReads()
  const host = use(HostContext)
  // Who may not read the list still finds names by searching.
  const source = sourceFor(of, reads, 'byDepartment' in field && field.byDepartment)
  const [asked, setAsked] = useState(false)
  const first = !of && field.kind === 'refByType'
  const show = () => {
    setAsked(true)
    setOpen(true)
  }
  async function pick() {
    if (of !== 'sysUser' || !host?.pickPeople) return show()
    try {
      const { pickInHost } = await import('#headless/forms/pickers/hostPeople.ts')
      const people = await pickInHost(host.pickPeople, { values: ids, multiple: multiple ?? false })
      if (people) onChange(orNothing(people.join(',')))
    } catch (problem) {
      // What the chat will not do is still done here.
      say('warning', (problem as Error).message)
      show()
    }
  }
  const choose = (chosenIds: string[]) => {
    setOpen(false)
    onChange(orNothing(chosenIds.join(',')))
  }
  const sheet = { title: field.label, visible: open, multiple, max, onClose: () => setOpen(false), onChoose: choose }
  return (
    <>
      <Tap
        label={field.label}
        text={chosen.map(({ text }) => text).join('、')}
        placeholder={first ? '请先选择类型' : missing(field)}
        disabled={disabled || !of}
        onTap={() => void pick()}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      {source
        ? asked && (
            <Suspense>
              <PickerSheet {...sheet} source={source} values={ids} />
            </Suspense>
          )
        : of && <ReferenceSheet {...sheet} of={of} ids={ids} />}
    </>
  )
}

function Moment({ field, value, onChange, disabled, precise }: InputProps & { precise: boolean }) {
  const [open, setOpen] = useState(false)
  useBackToClose(open, () => setOpen(false))
  const text = textIn(value)
  return (
    <>
      <Tap
        label={field.label}
        text={precise ? text.slice(0, 16) : text.slice(0, 10)}
        placeholder={missing(field)}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      <DatePicker
        visible={open}
        title={field.label}
        precision={precise ? 'minute' : 'day'}
        min={earliest}
        max={latest}
        value={dateIn(value) ?? new Date()}
        onClose={() => setOpen(false)}
        onConfirm={(date) => onChange(precise ? `${momentOf(date).slice(0, 16)}:00` : dayOf(date))}
      />
    </>
  )
}

function SwitchInput({ field, value, onChange, disabled }: InputProps<'switch'>) {
  return (
    <Switch
      aria-label={field.label}
      checked={isOn(field, value)}
      disabled={disabled ?? false}
      onChange={(on) => onChange(on ? onValue(field) : offValue(field))}
    />
  )
}

const Uploading = (props: InputProps<'image' | 'images' | 'file' | 'files'>) => (
  <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
    <UploadInput {...props} />
  </Suspense>
)

function JsonInput({ field, id, value, onChange, onLeave, disabled }: InputProps<'json'>) {
  const written = value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
  const [text, setText] = useState(written)
  const [wrong, setWrong] = useState(false)
  return (
    <>
      <TextArea
        {...(id && { id })}
        value={text}
        placeholder={missing(field)}
        disabled={disabled ?? false}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={setText}
        onBlur={() => {
          try {
            onChange(text.trim() ? JSON.parse(text) : null)
            setWrong(false)
            onLeave()
          } catch {
            setWrong(true)
          }
        }}
      />
      {wrong && (
        <p role="alert" className="vd-error">
          请输入 JSON
        </p>
      )}
    </>
  )
}

/** What the server writes is shown, not typed. */
const Shown = ({ field, name, values }: InputProps) => <Cell field={field} name={name} row={values} empty="自动生成" />

const inputs: Inputs = {
  text: (props) => {
    const keyboard = props.field.format && keyboards[props.field.format]
    return <Line {...props} {...(keyboard && { keyboard })} />
  },
  longText: LongText,
  richText: (props) => (
    <Suspense fallback={<span className="vd-weak">正在载入编辑器…</span>}>
      <RichTextInput {...props} />
    </Suspense>
  ),
  markdown: (props) => (
    <Suspense fallback={<span className="vd-weak">正在载入编辑器…</span>}>
      <MarkdownInput {...props} />
    </Suspense>
  ),
  code: LongText,
  tags: (props) => (
    <Line {...props} onChange={(value) => props.onChange(value === null ? null : tagged(String(value)))} />
  ),
  integer: (props) => <Numbers {...props} keyboard="numeric" {...(props.field.unit && { after: props.field.unit })} />,
  decimal: (props) => <Numbers {...props} keyboard="decimal" {...(props.field.unit && { after: props.field.unit })} />,
  money: (props) => <Line {...props} keyboard="decimal" before="¥" />,
  percent: (props) => <Line {...props} keyboard="decimal" after="%" />,
  date: (props) => <Moment {...props} precise={false} />,
  dateTime: (props) => <Moment {...props} precise />,
  switch: SwitchInput,
  dict: DictInput,
  ref: (props) => <Reference {...props} />,
  refs: (props) => <Reference {...props} multiple max={props.field.max} />,
  refByType: (props) => <Reference {...props} />,
  user: (props) => <Reference {...props} multiple={props.field.multiple} />,
  department: (props) => (
    <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
      <DepartmentInput {...props} />
    </Suspense>
  ),
  category: (props) => (
    <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
      <CategoryInput {...props} />
    </Suspense>
  ),
  area: AreaInput,
  image: Uploading,
  images: Uploading,
  file: Uploading,
  files: Uploading,
  cron: (props) => (
    <Suspense fallback={<span className="vd-weak">{textIn(props.value)}</span>}>
      <CronInput {...props} />
    </Suspense>
  ),
  json: JsonInput,
  typed: ({ field, ...props }) => (
    <Drawn {...props} field={standsFor(field, props.values)} onChange={(next) => props.onChange(keptText(next))} />
  ),
  serial: Shown,
  lines: (props) => (
    <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
      <LinesInput {...props} Line={FieldLine} />
    </Suspense>
  ),
}

function Drawn(props: InputProps) {
  const Draw = inputs[props.field.kind] as (props: InputProps) => ReactNode
  return <Draw {...props} />
}

/** Files are chosen below their label though they are read beside it. */
const chosenBelow: readonly FieldKind[] = ['image', 'images', 'file', 'files']
/** The kit puts what names them on a box around them. */
const byLabel: readonly FieldKind[] = ['longText', 'code', 'json', 'markdown']
const isWide = (kind: FieldKind) => kinds[kind].wide || chosenBelow.includes(kind)

export interface FieldLineProps extends Omit<InputProps, 'field'> {
  field: Field
  error: string | undefined
}

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
