import type { ReactNode } from 'react'
import { later } from '#headless/connection/later.ts'
import { useOpenable } from '#headless/forms/openable.ts'
import type { Resource } from '#model/resource.ts'

const ErrorPage = later(() => import('../errors/ErrorPage.tsx'))

interface Props {
  resource: Resource
  verb: 'add' | 'edit'
  children: ReactNode
}

/** A form by its address: nobody fills in what the server would refuse. */
export function Permitted({ resource, verb, children }: Props) {
  const { openable, permission } = useOpenable(resource, verb)
  return openable ? children : <ErrorPage code="403" about={{ permission }} />
}
