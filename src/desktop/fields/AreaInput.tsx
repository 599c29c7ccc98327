import { Cascader } from 'antd'
import { areaPath, useAreas, type AreaNode } from '#headless/areas.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from './types.ts'

type Props = InputProps<FieldOf<'area'>> & { anyLevel?: boolean }

/** Province, city, district. A filter may stop at any level. */
export default function AreaInput({ field, id, value, disabled, invalid, onChange, onBlur, anyLevel = false }: Props) {
  const areas = useAreas()
  return (
    <Cascader
      id={id}
      value={areaPath(String(value ?? ''))}
      options={areas as AreaNode[]}
      changeOnSelect={anyLevel}
      disabled={Boolean(disabled)}
      {...(invalid && { status: 'error' as const })}
      placeholder={missing(field)}
      showSearch
      style={{ width: '100%' }}
      onChange={(path) => onChange((path as string[] | undefined)?.at(-1) ?? null)}
      {...(onBlur && { onBlur })}
    />
  )
}
