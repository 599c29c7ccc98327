import { useEffect, useSyncExternalStore } from 'react'
import { importSometime } from '../connection/importWithTimeout.ts'
import type { Resource } from '#model/resource.ts'
import { bringDefinition, definitionOf, entryNamed, followDefinitions } from '#resources/catalogue.ts'

/** The definition of that name as soon as it has come; undefined also when there is none. */
export function useDefinition(name: string | undefined): Resource | undefined {
  const known = useSyncExternalStore(followDefinitions, () => (name === undefined ? undefined : definitionOf(name)))
  useEffect(() => {
    if (name !== undefined && !known && entryNamed(name)) void importSometime(() => bringDefinition(name))
  }, [name, known])
  return known
}
