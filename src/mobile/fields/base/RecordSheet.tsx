import { lazy, Suspense, useState } from 'react'
import type { Among } from '#headless/records/target.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useSource } from '#headless/forms/pickers/useSource.ts'
import { ReferenceSheet } from '../ReferenceSheet.tsx'

const PickerSheet = lazy(() => importWithTimeout(import('../pickers/PickerSheet.tsx')))

const NONE: Among = {}

interface Props {
  title: string
  /** The resource to choose from. */
  of: string | undefined
  byDepartment?: boolean | undefined
  among?: Among
  ids: readonly string[]
  visible: boolean
  multiple?: boolean | undefined
  max?: number | undefined
  onClose(): void
  onChoose(ids: string[]): void
}

/** Records to choose from, with what tells two of one name apart; who may not read the list finds names by searching. */
export function RecordSheet({ of, byDepartment, among = NONE, ids, ...sheet }: Props) {
  const source = useSource(of, { byDepartment, among })
  // The sheet that lies open stays, whatever comes meanwhile.
  const [opened, setOpened] = useState<{ visible: boolean; as?: 'picker' | 'search' }>({ visible: false })
  const { visible } = sheet
  if (visible !== opened.visible)
    setOpened(visible ? { visible, as: source ? 'picker' : 'search' } : { ...opened, visible })
  return (
    <>
      {opened.as === 'picker' && source && (
        <Suspense>
          <PickerSheet {...sheet} source={source} values={ids} />
        </Suspense>
      )}
      {opened.as === 'search' && of && <ReferenceSheet {...sheet} of={of} ids={ids} among={among} />}
    </>
  )
}
