import { useState } from 'react'
import { permissionOf, type Resource } from '#model/resource.ts'
import { useHeld } from '../session/access.ts'

/**
 * Whether the form of an address is for this person, and the permission that it takes. Once it was, it stays, with what was
 * typed, whatever right is taken away meanwhile; a right that comes later opens it.
 */
export function useOpenable(resource: Resource, verb: 'add' | 'edit'): { openable: boolean; permission: string } {
  const permission = permissionOf(resource, verb)
  const may = useHeld(permission)
  const [opened, open] = useState(may)
  if (may && !opened) open(true)
  return { openable: opened || may, permission }
}
