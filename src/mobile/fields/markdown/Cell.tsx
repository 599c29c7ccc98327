import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

const Markdown = lazy(() => importWithTimeout(import('../MarkdownText.tsx')))

export const Cell = (props: CellProps<'markdown'>) => (
  <Suspense fallback={TextCell(props)}>
    <Markdown text={String(props.row[props.name])} />
  </Suspense>
)
