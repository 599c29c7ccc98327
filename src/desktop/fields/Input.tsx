import { Input as AntInput, InputNumber, Select, Switch } from 'antd'
import { lazy, Suspense, type ComponentType } from 'react'
import { offeredOf, useDict } from '#headless/session/dictionary.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { missing } from '#model/emptiness.ts'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { isOn, offValue, onValue } from '#model/kinds/switch/values.ts'
import { LONGEST } from '#model/lengths.ts'
import { tagged } from '#model/tags.ts'
import { keptText, standsFor } from '#model/typed.ts'
import { References } from './References.tsx'
import type { InputProps } from './types.ts'

const DateInput = lazy(() => importWithTimeout(import('./DateInput.tsx')))
const AreaInput = lazy(() => importWithTimeout(import('./AreaInput.tsx')))
const ImageInput = lazy(() => importWithTimeout(import('./ImageInput.tsx')))
const FileInput = lazy(() => importWithTimeout(import('./FileInput.tsx')))
const CategoryInput = lazy(() => importWithTimeout(import('./pickers/CategoryInput.tsx')))
const DepartmentInput = lazy(() => importWithTimeout(import('./pickers/DepartmentInput.tsx')))
const CronInput = lazy(() => importWithTimeout(import('./cron/CronInput.tsx')))
const JsonInput = lazy(() => importWithTimeout(import('./JsonInput.tsx')))
const RichTextInput = lazy(() => importWithTimeout(import('./RichTextInput.tsx')))
const MarkdownInput = lazy(() => importWithTimeout(import('./MarkdownInput.tsx')))
const CodeInput = lazy(() => importWithTimeout(import('./CodeInput.tsx')))
const LinesGrid = lazy(() => importWithTimeout(import('./grid/LinesGrid.tsx')))

type Inputs = { [K in FieldKind]: ComponentType<InputProps<FieldOf<K>>> }

const shared = ({ id, disabled, invalid, onBlur }: InputProps<never>) => ({
  id,
  disabled: Boolean(disabled),
  ...(invalid && { status: 'error' as const }),
  ...(onBlur && { onBlur }),
})
const textValue = (value: unknown) => (value === null || value === undefined ? '' : String(value))

function Text(props: InputProps<FieldOf<'text'>>) {
  const { field, value, onChange } = props
  return (
    <AntInput
      {...shared(props as InputProps<never>)}
      value={textValue(value)}
      placeholder={missing(field)}
      maxLength={field.max ?? LONGEST.text}
      allowClear
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Tags(props: InputProps<FieldOf<'tags'>>) {
  const { field, value, onChange } = props
  return (
    <AntInput
      {...shared(props as InputProps<never>)}
      value={textValue(value)}
      placeholder={missing(field)}
      maxLength={field.max ?? LONGEST.text}
      allowClear
      onChange={({ target, nativeEvent }) =>
        // While a word is being composed its letters are not its characters.
        onChange((nativeEvent as InputEvent).isComposing ? target.value : tagged(target.value))
      }
      onCompositionEnd={({ currentTarget }) => onChange(tagged(currentTarget.value))}
    />
  )
}

function LongText(props: InputProps<FieldOf<'longText'>>) {
  const { field, value, onChange } = props
  return (
    <AntInput.TextArea
      {...shared(props as InputProps<never>)}
      value={textValue(value)}
      placeholder={missing(field)}
      maxLength={field.max ?? LONGEST.longText}
      autoSize={{ minRows: 2, maxRows: 8 }}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Whole(props: InputProps<FieldOf<'integer'>>) {
  const { field, value, onChange } = props
  return (
    <InputNumber
      {...shared(props as InputProps<never>)}
      value={value as number | null}
      placeholder={missing(field)}
      precision={0}
      style={{ width: '100%' }}
      {...(field.unit && { suffix: field.unit })}
      onChange={(next) => onChange(next)}
    />
  )
}

function Decimal(props: InputProps<FieldOf<'decimal'>>) {
  const { field, value, onChange } = props
  return (
    <InputNumber
      {...shared(props as InputProps<never>)}
      value={value as number | null}
      placeholder={missing(field)}
      style={{ width: '100%' }}
      {...(field.unit && { suffix: field.unit })}
      onChange={(next) => onChange(next)}
    />
  )
}

/** Text, not a number: the check must see what was typed, and 0.1 must stay 0.1. */
const hundredths = (unit: string, before: boolean) =>
  function Hundredths(props: InputProps<FieldOf<'money' | 'percent'>>) {
    const { field, value, onChange } = props
    return (
      <AntInput
        {...shared(props as InputProps<never>)}
        value={textValue(value)}
        placeholder={missing(field)}
        inputMode="decimal"
        maxLength={16}
        {...(before ? { prefix: unit } : { suffix: unit })}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }

function Toggle({ id, field, value, disabled, onChange, onBlur }: InputProps<FieldOf<'switch'>>) {
  return (
    <Switch
      id={id}
      checked={isOn(field, value)}
      disabled={Boolean(disabled)}
      checkedChildren={field.onText ?? '是'}
      unCheckedChildren={field.offText ?? '否'}
      onChange={(checked) => {
        onChange(checked ? onValue(field) : offValue(field))
        onBlur?.()
      }}
    />
  )
}

function Dict(props: InputProps<FieldOf<'dict'>>) {
  const { field, value, onChange } = props
  const items = offeredOf(field, useDict(field.dict))
  const options = items.map(({ value: of, text, disabled }) => ({
    value: of,
    label: text,
    disabled: Boolean(disabled),
  }))
  const common = {
    ...shared(props as InputProps<never>),
    placeholder: missing(field),
    options,
    allowClear: true,
    showSearch: { optionFilterProp: 'label' },
    style: { width: '100%' },
  }
  const chosen = textValue(value).split(',').filter(Boolean)
  if (field.multiple)
    return (
      <Select
        {...common}
        mode="multiple"
        value={chosen}
        onChange={(next: string[]) => onChange(next.join(',') || null)}
      />
    )
  return (
    <Select
      {...common}
      value={chosen[0] ?? null}
      onChange={(next: string | null | undefined) =>
        onChange(next === null || next === undefined ? null : field.numeric ? Number(next) : next)
      }
    />
  )
}

const reference = ({ multiple }: { multiple?: boolean } = {}) =>
  function Reference(props: InputProps<Field>) {
    const { field } = props
    const many = multiple ?? ('multiple' in field && Boolean(field.multiple))
    return <References {...props} multiple={many} />
  }

/** The input of what it stands for; what that gives is kept as text. */
function Typed(props: InputProps<FieldOf<'typed'>>) {
  const { field, values, onChange } = props
  return <Input {...props} field={standsFor(field, values)} onChange={(next) => onChange(keptText(next))} />
}

const inputs: Inputs = {
  text: Text,
  longText: LongText,
  richText: RichTextInput,
  markdown: MarkdownInput,
  code: CodeInput,
  tags: Tags,
  integer: Whole,
  decimal: Decimal,
  money: hundredths('¥', true),
  percent: hundredths('%', false),
  date: DateInput,
  dateTime: DateInput,
  switch: Toggle,
  dict: Dict,
  ref: reference({ multiple: false }),
  refs: reference({ multiple: true }),
  refByType: reference({ multiple: false }),
  user: reference(),
  department: DepartmentInput,
  category: CategoryInput,
  area: AreaInput,
  image: ImageInput,
  images: ImageInput,
  file: FileInput,
  files: FileInput,
  cron: CronInput,
  json: JsonInput,
  typed: Typed,
  serial: () => null,
  lines: LinesGrid,
}

/** The input of one field. Some come when they are first needed. */
export function Input(props: InputProps) {
  const Own = inputs[props.field.kind] as ComponentType<InputProps>
  return (
    <Suspense fallback={<AntInput disabled aria-label={props.field.label} />}>
      <Own {...props} />
    </Suspense>
  )
}
