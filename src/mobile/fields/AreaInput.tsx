import { Cascader } from 'antd-mobile'
import { useState } from 'react'
import { areaPath, useAreas, type AreaNode } from '#headless/records/areas.ts'
import { missing } from '#model/emptiness.ts'
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
  const codes = areaPath(chosenCodes.at(-1) ?? '')
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
        onClose={() => setOpen(false)}
        // Where several may be chosen each confirmation adds one.
        onConfirm={(chosen) =>
          onChange((field.multiple ? [...new Set([...chosenCodes, chosen.at(-1)])].join(',') : chosen.at(-1)) || null)
        }
      />
    </>
  )
}
