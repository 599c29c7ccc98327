import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { InputProps } from '../types.ts'

const MarkdownInput = lazy(() => importWithTimeout(import('../MarkdownInput.tsx')))

export const Input = (props: InputProps<'markdown'>) => (
  <Suspense fallback={<span className="vd-weak">正在载入编辑器…</span>}>
    <MarkdownInput {...props} />
  </Suspense>
)
