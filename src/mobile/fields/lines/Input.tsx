import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Holding, InputProps } from '../types.ts'

const LinesInput = lazy(() => importWithTimeout(import('../LinesInput.tsx')))

export const Input = (props: InputProps<'lines'> & Holding) => (
  <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
    <LinesInput {...props} />
  </Suspense>
)
