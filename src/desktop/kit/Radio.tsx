import type { RadioProps } from 'antd'
import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

const Kits = lazy(() => importWithTimeout(import('antd/es/radio')))

/** In a table of whose rows one is chosen. */
export default function Radio(props: RadioProps) {
  return (
    <Suspense>
      <Kits {...props} />
    </Suspense>
  )
}
