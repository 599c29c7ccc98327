import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Shown } from '../types.ts'

const SafeHtml = lazy(() => importWithTimeout(import('#headless/records/SafeHtml.tsx')))

export { TextCell as Cell } from '../base/TextCell.tsx'
export const Whole = ({ value, text }: Shown<'richText'>) => (
  <Suspense fallback={text}>
    <SafeHtml className="rich-text" html={String(value)} />
  </Suspense>
)
