import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { InputProps } from '../types.ts'

const CategoryInput = lazy(() => importWithTimeout(import('../pickers/CategoryInput.tsx')))

export const Input = (props: InputProps<'category'>) => (
  <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
    <CategoryInput {...props} />
  </Suspense>
)
