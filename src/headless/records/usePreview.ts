import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { useCan } from '../session/capabilities.ts'
import { previewBatch, type ByQuery, type Chosen } from './batch.ts'

/** Asked before a batch is decided; a server that does not know the question leaves `data` empty. */
export function usePreview(resource: Resource, action: string, whom: Chosen | ByQuery | null) {
  const known = useCan('byQuery')
  const preview = useQuery({
    queryKey: [resource.name, 'preview', action, whom],
    queryFn: () => previewBatch(resource, action, whom!),
    enabled: known && whom !== null,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return { ...preview, isPending: known && preview.isPending }
}
