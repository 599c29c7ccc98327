import { Cascader, Select } from 'antd'
import { areaPath, useAreas, type AreaNode } from '#headless/records/areas.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from './types.ts'
import './pickers/picker.css'

type Props = InputProps<FieldOf<'area'>> & {
  anyLevel?: boolean
  /** `cascader` when not said, or `select`: three selects, each below the one before. Anything else is said to be wrong. */
  type?: string
}

type Drawn = (props: Props) => React.ReactNode
// A Map: the word is somebody's setting, and an object knows `constructor` too.
const types: ReadonlyMap<string, Drawn> = new Map<string, Drawn>([
  ['cascader', AreaCascader],
  ['select', AreaSelects],
])

/** Province, city, district. A filter may stop at any level. */
export default function AreaInput(props: Props) {
  const Own = types.get(props.type ?? 'cascader')
  if (Own) return <Own {...props} />
  return (
    <p role="alert" className="picker-problem">
      Bad type value
    </p>
  )
}

const codesIn = (value: unknown) =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)

function AreaCascader({ field, id, value, disabled, invalid, onChange, onBlur, anyLevel = false }: Props) {
  const areas = useAreas()
  const common = {
    id,
    options: areas as AreaNode[],
    disabled: Boolean(disabled),
    ...(invalid && { status: 'error' as const }),
    placeholder: missing(field),
    showSearch: true,
    style: { width: '100%' },
    ...(onBlur && { onBlur }),
  }
  const codes = codesIn(value)
  // A whole province is its own code, not those of all its cities.
  if (field.multiple)
    return (
      <Cascader
        {...common}
        multiple
        showCheckedStrategy={Cascader.SHOW_PARENT}
        value={codes.map(areaPath)}
        onChange={(paths) => onChange(paths.map((path) => path.at(-1)).join(',') || null)}
      />
    )
  return (
    <Cascader
      {...common}
      value={areaPath(codes[0] ?? '')}
      changeOnSelect={anyLevel}
      onChange={(path) => onChange((path as string[] | undefined)?.at(-1) ?? null)}
    />
  )
}

const LEVELS = ['省', '市', '区县'] as const

function AreaSelects({ field, id, value, disabled, invalid, onChange, onBlur }: Props) {
  let level: readonly AreaNode[] = useAreas()
  const path = areaPath(codesIn(value)[0] ?? '')
  return (
    <div className="picker-field">
      {LEVELS.map((label, at) => {
        const options = level
        const code = path[at] ?? null
        level = options.find((one) => one.value === code)?.children ?? []
        return (
          <Select
            key={label}
            id={at ? `${id}-${at}` : id}
            {...(at && { 'aria-label': `${field.label} ${label}` })}
            placeholder={label}
            value={code}
            options={options.map((one) => ({ value: one.value, label: one.label }))}
            disabled={Boolean(disabled) || (at > 0 && !path[at - 1])}
            {...(invalid && { status: 'error' as const })}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
            {...(onBlur && { onBlur })}
            onChange={(next: string | null | undefined) => onChange(next ?? path[at - 1] ?? null)}
          />
        )
      })}
    </div>
  )
}
