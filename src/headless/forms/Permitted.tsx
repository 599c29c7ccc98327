import type { ReactNode } from 'react'
import type { Resource } from '#model/resource.ts'
import { useOpenable } from './openable.ts'

interface Props {
  resource: Resource
  verb: 'add' | 'edit'
  /** What stands there for whoever lacks this permission. */
  refused(permission: string): ReactNode
  children: ReactNode
}

/** A form by its address: nobody fills in what the server would refuse. */
export function Permitted({ resource, verb, refused, children }: Props) {
  const { openable, permission } = useOpenable(resource, verb)
  return openable ? children : refused(permission)
}
