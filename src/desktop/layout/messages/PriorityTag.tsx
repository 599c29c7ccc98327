import { Tag } from 'antd'
import { PRIORITIES } from '#headless/messages/messages.ts'

export function PriorityTag({ priority }: { priority: string | null | undefined }) {
  const known = PRIORITIES[priority ?? '']
  return known ? <Tag color={known.color}>{known.text}</Tag> : null
}
