import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { InputProps } from '../types.ts'

const DepartmentInput = lazy(() => importWithTimeout(import('../pickers/DepartmentInput.tsx')))

export const Input = (props: InputProps<'department'>) => (
  <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
    <DepartmentInput {...props} />
  </Suspense>
)
