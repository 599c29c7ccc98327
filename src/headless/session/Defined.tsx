import { use, type ReactNode } from 'react'
import { importWithTimeout } from '../connection/importWithTimeout.ts'
import { resourceHere } from './resourceHere.ts'
import type { Resource } from '#model/resource.ts'
import { bringDefinition } from '#resources/catalogue.ts'

interface Props {
  name: string
  draw(resource: Resource): ReactNode
}

const AGAIN_MS = 3_000
const coming = new Map<string, Promise<Resource>>()

function bring(name: string): Promise<Resource> {
  const known = coming.get(name)
  if (known) return known
  const brought = importWithTimeout(bringDefinition(name))
  coming.set(name, brought)
  // Not at once: until its failure is shown, this page asks for the same one again and again.
  brought.catch(() => setTimeout(() => coming.delete(name), AGAIN_MS))
  return brought
}

/** A page of a resource, once its definition has come. One that does not come is caught where other parts of the program are. */
export function Defined({ name, draw }: Props) {
  if (!resourceHere(name)) use(bring(name))
  return draw(resourceHere(name)!)
}
