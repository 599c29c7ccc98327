import { lazy, Suspense, use, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { say } from '#headless/connection/notices.ts'
import { useSource } from '#headless/forms/pickers/useSource.ts'
import { targetOf } from '#headless/records/target.ts'
import { useReferences } from '#headless/records/useReferences.ts'
import { missing } from '#model/emptiness.ts'
import { isMultiple } from '#model/query.ts'
import { HostContext } from '../../HostContext.ts'
import { ReferenceSheet } from '../ReferenceSheet.tsx'
import { Tap } from '../Tap.tsx'
import type { InputProps } from '../types.ts'
import { orNothing, textIn } from './textIn.ts'

const PickerSheet = lazy(() => importWithTimeout(import('../pickers/PickerSheet.tsx')))

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
  // Who may not read the list still finds names by searching.
  const source = useSource(of, 'byDepartment' in field && field.byDepartment)
  // The sheet that lies open stays, whatever comes meanwhile.
  const [sheetOpened, setSheetOpened] = useState<'picker' | 'search'>()
  const first = !of && field.kind === 'refByType'
  const show = () => {
    setSheetOpened(source ? 'picker' : 'search')
    setOpen(true)
  }
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
      {sheetOpened === 'picker' && source && (
        <Suspense>
          <PickerSheet {...sheet} source={source} values={ids} />
        </Suspense>
      )}
      {sheetOpened === 'search' && of && <ReferenceSheet {...sheet} of={of} ids={ids} />}
    </>
  )
}
