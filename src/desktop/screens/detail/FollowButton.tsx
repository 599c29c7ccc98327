import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Row } from '#headless/records/rows.ts'
import { useFollow } from '#headless/workplace/followed.ts'
import type { Resource } from '#model/resource.ts'

/** Keeps the record in sight of this person. */
export default function FollowButton({ resource, row }: { resource: Resource; row: Row }) {
  const { followed, label, turn, busy } = useFollow(resource, row)
  if (followed === undefined) return null
  return (
    <Button loading={busy} icon={followed ? <StarFilled /> : <StarOutlined />} onClick={turn}>
      {label}
    </Button>
  )
}
