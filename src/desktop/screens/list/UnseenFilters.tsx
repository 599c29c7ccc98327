import { CloseOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import type { Filters } from '#headless/lists/listQuery.ts'
import { unknownWords, useFilterWords, type UnseenFilter } from '#headless/lists/unseenFilters.ts'

interface Props {
  of: readonly UnseenFilter[]
  onChange: (filters: Filters) => void
  /** What the address asks for and nothing is narrowed by. */
  unknown: readonly string[]
  onForget: () => void
}

/** What the list is narrowed by besides what its search area shows; each can be taken away. */
export default function UnseenFilters({ of, onChange, unknown, onForget }: Props) {
  return (
    <div className="unseen-filters" role="group" aria-label="其他查询条件">
      {of.map((one) => (
        <One key={one.name} filter={one} onClose={() => onChange(one.others)} />
      ))}
      {unknown.length > 0 && (
        <Closable words={unknownWords(unknown)} color="orange" close="知道了" onClose={onForget} />
      )}
    </div>
  )
}

function One({ filter, onClose }: { filter: UnseenFilter; onClose: () => void }) {
  return <Closable words={useFilterWords(filter)} color="blue" close="取消条件" onClose={onClose} />
}

interface ClosableProps {
  words: string
  color: string
  close: string
  onClose: () => void
}

function Closable({ words, color, close, onClose }: ClosableProps) {
  return (
    <Tag
      color={color}
      closable={{ closeIcon: <CloseOutlined />, 'aria-label': `${close} ${words}` }}
      onClose={(event) => {
        // The address says whether it is there.
        event.preventDefault()
        onClose()
      }}
    >
      {words}
    </Tag>
  )
}
