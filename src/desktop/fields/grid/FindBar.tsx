import { Button, Input } from 'antd'
import { useState } from 'react'
import { goToNext, placesOf } from '#headless/grid/finding.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { composes } from './composing.ts'
import type { View } from './types.ts'

/** Looks for a text in all cells. Enter goes on, Shift+Enter back, Escape returns to where one is. */
export function FindBar({ view, onClose }: { view: View; onClose: () => void }) {
  const { store } = view
  const [text, setText] = useState('')
  const [number, setNumber] = useState(0)
  useSignal(store, 'state')
  useSignal(store, 'rows')
  const { length } = placesOf(store, text)
  const close = () => {
    onClose()
    view.focus()
  }
  const go = (by: 1 | -1) => setNumber(goToNext(store, text, by))
  return (
    <div className="grid-find" role="search">
      <Input
        autoFocus
        size="small"
        aria-label="在表格中查找"
        placeholder="查找"
        style={{ width: 200 }}
        onChange={({ target }) => {
          setText(target.value)
          setNumber(0)
        }}
        onKeyDown={(event) => {
          if (composes(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
          // A form around the grid hears neither.
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') close()
          else go(event.shiftKey ? -1 : 1)
        }}
      />
      <span className="grid-told" role="status">
        {text.trim() && (length ? `${number} / ${length}` : '没有找到')}
      </span>
      <Button size="small" disabled={!length} onClick={() => go(-1)}>
        上一个
      </Button>
      <Button size="small" disabled={!length} onClick={() => go(1)}>
        下一个
      </Button>
      <Button size="small" type="text" aria-label="关闭查找" onClick={close}>
        ×
      </Button>
    </div>
  )
}
