import { Tag } from 'antd'
import { usePriority } from '#headless/messages/messages.ts'

export function PriorityTag({ priority }: { priority: string | null | undefined }) {
  const known = usePriority(priority)
  return known ? <Tag color={known.color}>{known.text}</Tag> : null
}
