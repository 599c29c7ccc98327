import { memo, Suspense, type ReactNode } from 'react'
import { cellTypes, isChecked } from '#headless/grid/cellTypes.ts'
import type { CellType, Column, GridRow } from '#headless/grid/column.ts'
import { useOf, useSignal } from '#headless/grid/useGrid.ts'
import { FileCell } from './FileCell.tsx'
import { editors } from './editors.ts'
import { stuckAt } from './measures.ts'
import { cellId, type EditorProps, type View } from './types.ts'

const nothing = () => undefined

/** Called, not mounted: a component for each of some hundred cells would cost more than the cells. */
type Draw = (view: View, row: GridRow, column: Column) => ReactNode

const text: Draw = ({ store }, row, column) => store.textOf(row, column)
const box: Draw = ({ store }, row, column) => (
  <input
    type="checkbox"
    className="grid-box"
    tabIndex={-1}
    aria-label={column.title}
    checked={isChecked(row[column.field], column)}
    disabled={!store.editable(row, column)}
    onChange={nothing}
  />
)
const files: Draw = (view, row, column) => <FileCell view={view} row={row} column={column} />
const slot: Draw = ({ store, slots }, row, column) =>
  slots[column.field]?.({ store, row, column, value: row[column.field] }) ?? store.textOf(row, column)

const drawings: { readonly [T in CellType]: Draw } = {
  normal: text,
  input: text,
  inputNumber: text,
  checkbox: box,
  checkbox_meta: box,
  select: text,
  list_multi: text,
  sel_search: text,
  sel_search_async: text,
  sel_depart: text,
  sel_user: text,
  date: text,
  datetime: text,
  time: text,
  input_pop: text,
  textarea: text,
  upload: files,
  file: files,
  image: files,
  popup: text,
  radio: text,
  slot,
  hidden: text,
}

interface Props {
  view: View
  id: string
  index: number
  top: number
}

/** One row. Drawn again only when something in it changes. */
export const Row = memo(function Row({ view, id, index, top }: Props) {
  const { store, layout, subTable } = view
  useSignal(store, `row:${id}`)
  useSignal(store, 'looks')
  const marked = useOf(store, 'range', ({ cursor }) => cursor.markedIn(index))
  const row = store.visible.at(index)
  if (row?.id !== id) return null
  // As it is called in what is said of it, also when others between are filtered out.
  const number = store.visible.placeOf(index) + 1
  const problems = store.problems.of(row)
  const here = store.cursor.isOn(id)
  const editing = store.draft?.id === id ? store.draft.field : undefined
  const [first, last] = marked ? marked.split(':').map(Number) : [1, 0]
  const chosen = store.selection.has(id)
  const selects = store.selection.kind !== 'none'
  const names = ['grid-row', chosen && 'grid-row-chosen', store.isFlashing(id) && 'grid-row-flash']

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      {...(selects && { 'aria-selected': chosen })}
      className={names.filter(Boolean).join(' ')}
      data-row={id}
      style={{ top }}
    >
      <div role="rowheader" className="grid-lead" aria-colindex={1}>
        {subTable && (
          <button
            type="button"
            className="grid-open"
            tabIndex={-1}
            aria-label={`第${number}行详细信息`}
            data-does="sub"
          >
            ›
          </button>
        )}
        {store.buttons.size ? (
          <button type="button" className="grid-number" tabIndex={-1} aria-label={`第${number}行操作`} data-does="menu">
            {number}
          </button>
        ) : (
          number
        )}
      </div>
      {selects && (
        <div role="gridcell" className="grid-lead grid-lead-2" aria-colindex={2}>
          <input
            type={store.selection.kind === 'radio' ? 'radio' : 'checkbox'}
            className="grid-box"
            tabIndex={-1}
            data-does="select"
            aria-label={`选择第${number}行`}
            checked={chosen}
            disabled={store.selection.disabled(row)}
            onChange={nothing}
          />
        </div>
      )}
      {store.shown.map((column, place) => {
        const { field } = column
        const problem = problems[field]
        const edited = editing === field && cellTypes[column.type].enters === 'opened'
        const isMarked = place >= first! && place <= last!
        const { className, style } = stuckAt(layout, place)
        return (
          <div
            key={field}
            role="gridcell"
            aria-colindex={place + layout.lead + 1}
            data-place={place}
            className={classOf(view, row, column, { here: here === field, problem, isMarked, edited }) + className}
            style={style}
            {...(here === field && { id: cellId(view, id, field) })}
            {...(problem !== undefined && { 'aria-invalid': true })}
            {...(isMarked && { 'aria-selected': true })}
            {...(store.options.readOnly && { title: store.textOf(row, column) })}
          >
            {edited ? <Editor view={view} row={row} column={column} /> : drawings[column.type](view, row, column)}
          </div>
        )
      })}
    </div>
  )
})

function classOf(
  { store }: View,
  row: GridRow,
  column: Column,
  now: { here: boolean; problem: string | undefined; isMarked: boolean; edited: boolean },
): string {
  const { align } = cellTypes[column.type]
  let names = 'grid-cell'
  if (align) names += ` grid-cell-${align}`
  if (!store.editable(row, column)) names += ' grid-cell-fixed'
  if (now.here) names += ' grid-cell-here'
  if (now.problem !== undefined) names += ' grid-cell-wrong'
  if (now.isMarked) names += ' grid-cell-marked'
  if (now.edited) names += ' grid-cell-edited'
  return names
}

function Editor({ view, row, column }: Omit<EditorProps, 'close'>) {
  const Own = editors[column.type]
  if (!Own) return null
  const close = () => {
    view.store.commit()
    view.focus()
  }
  return (
    <div className="grid-editor">
      <Suspense fallback={view.store.textOf(row, column)}>
        <Own view={view} row={row} column={column} close={close} />
      </Suspense>
    </div>
  )
}
