import { lazy, Suspense, use } from 'react'
import { decoration } from '#headless/connection/decoration.ts'
import type { Field } from '#model/fields.ts'
import { HostContext } from '../HostContext.ts'

const ScanButton = lazy(decoration(() => import('./ScanButton.tsx')))

interface Props {
  field: Field
  brief?: boolean
  onScanned(text: string): void
}

/** 扫一扫 beside what may be typed, where it stands printed on a thing and the client has a camera to read it with. */
export function Scan({ field, ...rest }: Props) {
  const host = use(HostContext)
  if (!host?.scan || field.kind !== 'text' || field.scanned === undefined) return null
  return (
    <Suspense fallback={null}>
      <ScanButton host={host} field={field} {...rest} />
    </Suspense>
  )
}
