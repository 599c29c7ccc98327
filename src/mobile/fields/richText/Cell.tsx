import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

const FormattedText = lazy(() => importWithTimeout(import('../RichText.tsx')))

export const Cell = (props: CellProps<'richText'>) => (
  <Suspense fallback={TextCell(props)}>
    <FormattedText html={String(props.row[props.name])} />
  </Suspense>
)
