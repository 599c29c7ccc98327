import { FilterFilled, FilterOutlined } from '@ant-design/icons'
import { useEffect, useRef, type PointerEvent } from 'react'
import type { Column } from '#headless/grid/column.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { stuckAt } from './measures.ts'
import type { View } from './types.ts'

export function Header({ view }: { view: View }) {
  const { store, layout } = view
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
        {store.shown.map((column, place) => {
          const { field, title, required, sorter } = column
          const { className, style } = stuckAt(layout, place)
          const isFiltered = store.conditionOf(field) !== undefined
          return (
            <div
              key={field}
              role="columnheader"
              aria-colindex={place + layout.lead + 1}
              data-head={field}
              className={`grid-title${className}`}
              style={style}
              aria-label={title}
              title={title}
              {...(sorter ? { 'aria-sort': sortOf(store, field) } : {})}
            >
              {sorter && !store.options.readOnly ? (
                <button
                  type="button"
                  className={`grid-sort${required ? ' needed' : ''}`}
                  onClick={() => store.sort(field)}
                >
                  {title}
                </button>
              ) : (
                <span className={required ? 'needed' : ''}>{title}</span>
              )}
              <button
                type="button"
                className={isFiltered ? 'grid-funnel grid-funnel-on' : 'grid-funnel'}
                // By keys from the cells: 50 columns are no 50 stops on the way through a form.
                tabIndex={-1}
                aria-label={isFiltered ? '筛选与固定，已筛选' : '筛选与固定'}
                title="筛选、固定（Ctrl+Shift+L）"
                data-does="column"
                onClick={({ currentTarget }) => view.openColumn(column, currentTarget)}
              >
                {isFiltered ? <FilterFilled /> : <FilterOutlined />}
              </button>
              <span
                className="grid-edge"
                title="拖动调整列宽，双击恢复（Alt+Shift+左右键）"
                onPointerDown={(event) => dragEdge(view, column, event)}
                onDoubleClick={() => view.setWidth(column)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function dragEdge(view: View, column: Column, event: PointerEvent<HTMLElement>): void {
  const head = event.currentTarget.parentElement
  if (event.button !== 0 || !head) return
  // The focus stays where keys are heard.
  event.preventDefault()
  const { clientX } = event
  const { offsetWidth } = head
  const move = (moved: globalThis.PointerEvent) => {
    // A double click trembles, too.
    if (Math.abs(moved.clientX - clientX) > TREMBLE) view.setWidth(column, offsetWidth + moved.clientX - clientX)
  }
  const stop = () => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', stop)
    removeEventListener('pointercancel', stop)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', stop)
  addEventListener('pointercancel', stop)
}

/** px */
const TREMBLE = 3

const sortOf = ({ sorted }: View['store'], field: string): 'ascending' | 'descending' | 'none' =>
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
