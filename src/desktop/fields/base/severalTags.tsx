import type { ReactNode } from 'react'

interface Chosen {
  label?: ReactNode
  value?: string | number | null
}

/** Of several that are chosen the first is shown; how many more there are, with their names on hover. */
export const severalTags = {
  maxTagCount: 1,
  maxTagPlaceholder: (more: readonly Chosen[]) => (
    <span title={more.map(({ label, value }) => String(label ?? value)).join('、')}>+{more.length}</span>
  ),
}
