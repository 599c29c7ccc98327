import { useEffect, useRef } from 'react'
import { useSignal } from '#headless/grid/useGrid.ts'
import type { View } from './types.ts'

export function Header({ view: { store, layout } }: { view: View }) {
  const { kind } = store.selection
  useSignal(store, 'looks')
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
        {store.shown.map(({ field, title, required, sorter }, place) => (
          <div
            key={field}
            role="columnheader"
            aria-colindex={place + layout.lead + 1}
            data-head={field}
            className="grid-title"
            title={title}
            {...(sorter ? { 'aria-sort': sortOf(store, field) } : {})}
          >
            {sorter && !store.options.readOnly ? (
              <button type="button" className="grid-sort" onClick={() => store.sort(field)}>
                {title} <span aria-hidden>{SIGNS[sortOf(store, field)]}</span>
              </button>
            ) : (
              <span className={required ? 'needed' : ''}>{title}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

const SIGNS = { ascending: '↑', descending: '↓', none: '↕' } as const
const sortOf = ({ sorted }: View['store'], field: string): keyof typeof SIGNS =>
  sorted?.field !== field ? 'none' : sorted.down ? 'descending' : 'ascending'

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
