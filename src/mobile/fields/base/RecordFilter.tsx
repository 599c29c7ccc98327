import { useState } from 'react'
import { targetOf } from '#headless/records/target.ts'
import { useReferences } from '#headless/records/useReferences.ts'
import { Tap } from '../Tap.tsx'
import type { FilterProps } from '../types.ts'
import { RecordSheet } from './RecordSheet.tsx'
import { several } from './several.ts'

/** Any of some records. */
export function RecordFilter({ field, name, filters, set }: FilterProps) {
  const [open, setOpen] = useState(false)
  const of = targetOf(field)
  const ids = several(filters[name])
  const { chosen } = useReferences(of, { ids, open: false })
  return (
    <div className="vd-box">
      <Tap
        label={field.label}
        text={chosen.map(({ text }) => text).join('、')}
        placeholder={`选择${field.label}`}
        onTap={() => setOpen(true)}
        onClear={() => set({ [name]: '' })}
      />
      <RecordSheet
        title={field.label}
        of={of}
        ids={ids}
        visible={open}
        multiple
        onClose={() => setOpen(false)}
        onChoose={(values) => {
          setOpen(false)
          set({ [name]: values.join(',') })
        }}
      />
    </div>
  )
}
