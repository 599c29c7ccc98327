import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'

interface Order {
  down: string
  up: string
}

/** A moment is not high or low, and neither is a name. */
export function orderOf(field: Field): Order {
  if (kindOf(field).search !== 'range') return { down: '倒序', up: '正序' }
  const isTime = field.kind === 'date' || field.kind === 'dateTime'
  return isTime ? { down: '从新到旧', up: '从旧到新' } : { down: '从高到低', up: '从低到高' }
}
