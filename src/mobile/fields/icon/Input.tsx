import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { textIn } from '../base/textIn.ts'
import type { InputProps } from '../types.ts'

const IconInput = lazy(() => importWithTimeout(import('./IconInput.tsx')))

export const Input = (props: InputProps<'icon'>) => (
  <Suspense fallback={<span className="vd-weak">{textIn(props.value)}</span>}>
    <IconInput {...props} />
  </Suspense>
)
