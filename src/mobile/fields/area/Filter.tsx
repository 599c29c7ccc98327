import { Cascader } from 'antd-mobile'
import { useState } from 'react'
import { areaPath, useAreas } from '#headless/records/areas.ts'
import { useBackToClose } from '../../layout/back.ts'
import { Tap } from '../Tap.tsx'
import type { FilterProps } from '../types.ts'

export function Filter({ field, name, filters, set }: FilterProps<'area'>) {
  const areas = useAreas()
  const [open, setOpen] = useState(false)
  useBackToClose(open, () => setOpen(false))
  const codes = areaPath(filters[name] ?? '')
  const words: string[] = []
  let level = areas
  for (const code of codes) {
    const here = level.find((area) => area.value === code)
    if (!here) break
    words.push(here.label)
    level = here.children ?? []
  }
  return (
    <div className="vd-box">
      <Tap
        label={field.label}
        text={words.join(' / ')}
        placeholder={`选择${field.label}`}
        onTap={() => setOpen(true)}
        onClear={() => set({ [name]: '' })}
      />
      <Cascader
        visible={open}
        title={field.label}
        options={areas as never}
        loading={!areas.length}
        value={codes}
        onClose={() => setOpen(false)}
        onConfirm={(chosen) => set({ [name]: String(chosen.at(-1) ?? '') })}
      />
    </div>
  )
}
