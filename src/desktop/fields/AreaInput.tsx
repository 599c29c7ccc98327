import { Cascader } from 'antd'
import { areaPath, useAreas, type AreaNode } from '#headless/areas.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from './types.ts'

type Props = InputProps<FieldOf<'area'>> & { anyLevel?: boolean }

/** Province, city, district. A filter may stop at any level. */
export default function AreaInput({ field, id, value, disabled, invalid, onChange, onBlur, anyLevel = false }: Props) {
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
  const codes = String(value ?? '')
    .split(',')
    .filter(Boolean)
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
