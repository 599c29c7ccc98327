import type { Resource } from '#model/resource.ts'
import { useGo } from '../../layout/go.ts'
import { WHY } from '../../layout/paths.ts'

/** Below a record that people are told of. */
export function WhyLink({ resource, id }: { resource: Resource; id: string }) {
  const go = useGo()
  if (!resource.approval) return null
  return (
    <p className="vd-why">
      <button
        type="button"
        className="vd-text-button"
        onClick={() => go.to(`${WHY}?${new URLSearchParams({ resource: resource.name, recordId: id }).toString()}`)}
      >
        为什么我没收到
      </button>
    </p>
  )
}
