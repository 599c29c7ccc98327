import { use, useState } from 'react'
import { say } from '#headless/connection/notices.ts'
import { amongOf, nowhere, targetOf } from '#headless/records/target.ts'
import { useReferences } from '#headless/records/useReferences.ts'
import { missing } from '#model/emptiness.ts'
import { isMultiple } from '#model/query.ts'
import { HostContext } from '../../HostContext.ts'
import { Tap } from '../Tap.tsx'
import type { InputProps } from '../types.ts'
import { RecordSheet } from './RecordSheet.tsx'
import { orNothing, textIn } from './textIn.ts'

/** One record, or several where the field holds several; people are chosen in the chat where it can. */
export function RecordInput({
  field,
  value,
  values,
  onChange,
  disabled,
}: InputProps<'ref' | 'refs' | 'refByType' | 'user'>) {
  const multiple = isMultiple(field)
  const max = 'max' in field ? field.max : undefined
  const [open, setOpen] = useState(false)
  const of = targetOf(field, values)
  const ids = textIn(value).split(',').filter(Boolean)
  const { chosen } = useReferences(of, { ids, open: false })
  const host = use(HostContext)
  const show = () => setOpen(true)
  async function pick() {
    if (of !== 'sysUser' || !host?.pickPeople) return show()
    try {
      const { pickInHost } = await import('#headless/forms/pickers/hostPeople.ts')
      const people = await pickInHost(host.pickPeople, { values: ids, multiple })
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
  return (
    <>
      <Tap
        label={field.label}
        text={chosen.map(({ text }) => text).join('、')}
        placeholder={of || field.kind !== 'refByType' ? missing(field) : nowhere(field, values)}
        disabled={disabled || !of}
        onTap={() => void pick()}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      <RecordSheet
        title={field.label}
        of={of}
        byDepartment={'byDepartment' in field && field.byDepartment}
        among={amongOf(field, values)}
        ids={ids}
        visible={open}
        multiple={multiple}
        max={max}
        onClose={() => setOpen(false)}
        onChoose={choose}
      />
    </>
  )
}
