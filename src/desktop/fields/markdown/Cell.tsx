import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Shown } from '../types.ts'

const Markdown = lazy(() => importWithTimeout(import('#headless/records/Markdown.tsx')))

export { TextCell as Cell } from '../base/TextCell.tsx'
export const Whole = ({ value, text }: Shown<'markdown'>) => (
  <Suspense fallback={text}>
    <Markdown className="rich-text" text={String(value)} />
  </Suspense>
)
