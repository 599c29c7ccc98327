import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { addressNamed } from '#headless/session/addressNamed.ts'

interface Props {
  record: { resource: string; id: string }
  children: ReactNode
}

/** Leads to the record, where this build has a page for it. */
export function NamedRecord({ record, children }: Props) {
  const to = addressNamed(record)
  return to === undefined ? <span>{children}</span> : <Link to={to}>{children}</Link>
}
