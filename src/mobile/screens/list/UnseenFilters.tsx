import { CloseOutline } from 'antd-mobile-icons'
import type { Filters } from '#headless/lists/listQuery.ts'
import { unknownWords, useFilterWords, type UnseenFilter } from '#headless/lists/unseenFilters.ts'

interface Props {
  of: readonly UnseenFilter[]
  onChange(filters: Filters): void
  /** What the address asks for and nothing is narrowed by. */
  unknown: readonly string[]
  onForget(): void
}

/** What the list is narrowed by besides what can be asked for in it; each can be taken away. */
export default function UnseenFilters({ of, onChange, unknown, onForget }: Props) {
  return (
    <div className="vd-unseen-filters" role="group" aria-label="其他查询条件">
      {of.map((one) => (
        <One key={one.name} filter={one} onClose={() => onChange(one.others)} />
      ))}
      {unknown.length > 0 && <Closable words={unknownWords(unknown)} close="知道了" onClose={onForget} />}
    </div>
  )
}

function One({ filter, onClose }: { filter: UnseenFilter; onClose(): void }) {
  return <Closable words={useFilterWords(filter)} close="取消条件" onClose={onClose} />
}

function Closable({ words, close, onClose }: { words: string; close: string; onClose(): void }) {
  return (
    <button type="button" aria-label={`${close} ${words}`} onClick={onClose}>
      <span>{words}</span>
      <CloseOutline aria-hidden="true" />
    </button>
  )
}
