import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { InputProps } from '../types.ts'

const RichTextInput = lazy(() => importWithTimeout(import('../RichTextInput.tsx')))

export const Input = (props: InputProps<'richText'>) => (
  <Suspense fallback={<span className="vd-weak">正在载入编辑器…</span>}>
    <RichTextInput {...props} />
  </Suspense>
)
