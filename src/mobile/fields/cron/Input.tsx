import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { textIn } from '../base/textIn.ts'
import type { InputProps } from '../types.ts'

const CronInput = lazy(() => importWithTimeout(import('./CronInput.tsx')))

export const Input = (props: InputProps<'cron'>) => (
  <Suspense fallback={<span className="vd-weak">{textIn(props.value)}</span>}>
    <CronInput {...props} />
  </Suspense>
)
