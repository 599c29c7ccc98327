import { Tag } from 'antd'
import { isOn } from '#model/kinds/switch/values.ts'
import type { Shown } from '../types.ts'

export const Cell = ({ field, value, text }: Shown<'switch'>) => (
  <Tag {...(isOn(field, value) && { color: 'green' })}>{text}</Tag>
)
