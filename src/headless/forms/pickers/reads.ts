import type { ResourceName } from '#resources/index.ts'
import { useAccess } from '../../session/access.ts'

/** May this person read the list of a resource? Who may has it in the menu, be it hidden. */
export function useReads(): (name: string) => boolean {
  const routes = useAccess((state) => state.routes)
  return (name) => routes.some(({ screen }) => screen.kind === 'resource' && screen.name === (name as ResourceName))
}
