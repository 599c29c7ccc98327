import { useDefinition } from '../../session/useDefinition.ts'
import { useReads } from './reads.ts'
import { sourceFor, type Chosen, type PickerSource } from './source.ts'

/** What records of a resource are chosen from by this person (`sourceFor`). */
export function useSource(name: string | undefined, how: Chosen = {}): PickerSource | undefined {
  const reads = useReads()
  // Drawn again when it has come.
  useDefinition(name)
  return sourceFor(name, reads, how)
}
