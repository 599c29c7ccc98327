import { useEffect, useRef } from 'react'
import { useSignal } from '#headless/grid/useGrid.ts'
import type { View } from './types.ts'

export function Header({ view: { store, layout } }: { view: View }) {
  const { kind } = store.selection
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="grid-head-row">
        <div role="columnheader" className="grid-lead" aria-colindex={1}>
          #
        </div>
        {kind !== 'none' && (
          <div role="columnheader" className="grid-lead grid-lead-2" aria-colindex={2} aria-label="选择">
            {kind === 'checkbox' && <SelectAll store={store} />}
          </div>
        )}
        {store.shown.map(({ field, title, required }, place) => (
          <div
            key={field}
            role="columnheader"
            aria-colindex={place + layout.lead + 1}
            data-head={field}
            className="grid-title"
            title={title}
          >
            <span className={required ? 'needed' : ''}>{title}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

function SelectAll({ store }: Pick<View, 'store'>) {
  useSignal(store, 'selection')
  const box = useRef<HTMLInputElement>(null)
  const { state } = store.selection
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      className="grid-box"
      aria-label="全选"
      checked={state === 'all'}
      onChange={() => (state === 'all' ? store.selection.clear() : store.selection.all())}
    />
  )
}
