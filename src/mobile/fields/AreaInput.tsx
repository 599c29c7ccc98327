import { Cascader } from 'antd-mobile'
import { useMemo, useRef, useState } from 'react'
import { say } from '#headless/connection/notices.ts'
import { areaPath, useAreas, type AreaNode } from '#headless/records/areas.ts'
import { missing } from '#model/emptiness.ts'
import { AREA_WANTED } from '#model/kinds/area/entry.ts'
import { useBackToClose } from '../layout/back.ts'
import type { InputProps } from './types.ts'
import { Tap } from './Tap.tsx'

/** How a setting may want an area to be chosen; on a phone both are one sheet. */
const TYPES = ['cascader', 'select']

const namesOf = (areas: readonly AreaNode[], codes: readonly string[]): string => {
  const [code, ...rest] = codes
  const here = areas.find((area) => area.value === code)
  return here ? [here.label, namesOf(here.children ?? [], rest)].filter(Boolean).join(' / ') : ''
}

/** Province, city, district. */
export function AreaInput({ type = 'cascader', ...props }: InputProps<'area'> & { type?: string }) {
  if (TYPES.includes(type)) return <Areas {...props} />
  return (
    <p role="alert" className="vd-error">
      Bad type value
    </p>
  )
}

function Areas({ field, value, onChange, disabled }: InputProps<'area'>) {
  const areas = useAreas()
  const [open, setOpen] = useState(false)
  useBackToClose(open, () => setOpen(false))
  const chosenCodes = String(value ?? '')
    .split(',')
    .filter(Boolean)
  const last = chosenCodes.at(-1) ?? ''
  // The same list while nothing was chosen: the sheet begins again with another one.
  const codes = useMemo(() => areaPath(last), [last])
  const refused = useRef(false)
  return (
    <>
      <Tap
        label={field.label}
        text={chosenCodes.map((code) => namesOf(areas, areaPath(code)) || code).join('、')}
        placeholder={missing(field)}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      <Cascader
        visible={open}
        title={field.label}
        options={areas as never}
        loading={!areas.length}
        value={codes}
        onClose={() => {
          if (!refused.current) setOpen(false)
          refused.current = false
        }}
        onConfirm={(chosen, { isLeaf }) => {
          const code = chosen.at(-1)
          // The kit confirms a province too, and closes after it was refused.
          refused.current = !field.multiple && code !== undefined && !isLeaf
          if (refused.current) return say('warning', AREA_WANTED)
          // Where several may be chosen each confirmation adds one.
          onChange((field.multiple ? [...new Set([...chosenCodes, code])].join(',') : code) || null)
        }}
      />
    </>
  )
}
