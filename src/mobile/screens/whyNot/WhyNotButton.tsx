import { lazy, Suspense, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useCan } from '#headless/session/capabilities.ts'
import { WHY_NOT, type WhyNotAsked } from '#headless/session/whyNot.ts'

const WhyNot = lazy(() => importWithTimeout(import('./WhyNot.tsx')))

interface Props {
  about: WhyNotAsked
  filtered?: boolean
  children?: string
}

/** Quiet, wherever something may be missing. */
export function WhyNotButton({ about, filtered = false, children = WHY_NOT }: Props) {
  const [open, setOpen] = useState(false)
  if (!useCan('why')) return null
  return (
    <p className="vd-why">
      <button type="button" className="vd-text-button" onClick={() => setOpen(true)}>
        {children}
      </button>
      <Suspense fallback={null}>
        {open && <WhyNot about={about} filtered={filtered} onClose={() => setOpen(false)} />}
      </Suspense>
    </p>
  )
}
