import { StarFill, StarOutline } from 'antd-mobile-icons'
import type { Row } from '#headless/records/rows.ts'
import { useFollow } from '#headless/workplace/followed.ts'
import type { Resource } from '#model/resource.ts'

/** Keeps the record in sight of this person. */
export default function FollowButton({ resource, row }: { resource: Resource; row: Row }) {
  const { followed, label, turn, busy } = useFollow(resource, row)
  if (followed === undefined) return null
  return (
    <p className="vd-why">
      <button type="button" className="vd-text-button" aria-busy={busy} disabled={busy} onClick={turn}>
        {followed ? <StarFill /> : <StarOutline />} {label}
      </button>
    </p>
  )
}
