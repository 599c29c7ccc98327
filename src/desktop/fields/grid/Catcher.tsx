import { useLayoutEffect, useState, type RefObject } from 'react'
import { asFigure } from '#headless/forms/asFigure.ts'
import { cellTypes, typedNumber } from '#headless/grid/cellTypes.ts'
import type { Column } from '#headless/grid/column.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { HEAD_HEIGHT, ROW_HEIGHT } from './measures.ts'
import { cellId, type View } from './types.ts'
import { useScrolled } from './useScrolled.ts'

interface Props {
  view: View
  input: RefObject<HTMLInputElement | null>
  id: string | undefined
  box: RefObject<HTMLElement | null>
  label: string
}

/**
 * The one input of the grid. It lies over the cell the person is on, unseen, and hears the keys; when a text is typed it
 * becomes the cell's editor. Chinese input methods need a real input under the first key, and lose what they compose when
 * another element takes over.
 */
export function Catcher({ view, input, id, box, label }: Props) {
  const { store, layout } = view
  useSignal(store, 'cursor')
  useSignal(store, 'draft')
  useSignal(store, 'rows')
  const { place } = store.cursor
  const { draft } = store
  const column = place && store.byField.get(place.field)
  const row = place && store.rows.get(place.id)
  const typed = column !== undefined && cellTypes[column.type].enters === 'typed'
  const prose = column !== undefined && cellTypes[column.type].prose === true
  const shown = draft !== undefined && typed
  const wrong = shown && row ? store.problems.of(row)[draft.field] : undefined
  useSignal(store, place ? `row:${place.id}` : 'cursor')
  const [spot, setSpot] = useState<{ left: number; width: number }>()
  const index = place ? store.visible.indexOf(place.id) : -1
  const scrolled = useScrolled(box)
  const stuck = column && layout.stuck[store.shown.indexOf(column)]
  const left = stuck === undefined ? (spot?.left ?? 0) : stuck + scrolled
  // Scrolled below what stays at the left.
  const covered = stuck === undefined ? Math.max(layout.stuckWidth + scrolled - left, 0) : 0

  useLayoutEffect(() => {
    const head = place && box.current?.querySelector<HTMLElement>(`[data-head="${CSS.escape(place.field)}"]`)
    if (head) setSpot({ left: head.offsetLeft, width: head.offsetWidth })
  }, [place, box, view])

  // Entered by a key or a double click, the caret stands behind what is there.
  const began = shown ? `${draft.id} ${draft.field}` : ''
  useLayoutEffect(() => {
    const element = input.current
    if (began && element && document.activeElement === element)
      element.setSelectionRange(element.value.length, element.value.length)
  }, [began, input])

  // An input method composes here before anything is edited.
  const [composed, setComposed] = useState('')
  const value = shown ? String(draft.value ?? '') : composed
  function take(entered: string) {
    const text = column?.type === 'inputNumber' ? asFigure(entered) : entered
    if (shown) return store.type(text)
    // The box of a long text is on its way; what is typed until it is there is for it.
    if (draft && prose) return store.type(`${String(draft.value ?? '')}${text}`)
    if (!place || !row || !column || draft) return
    // Nor a blank, which is no figure: it would take the one that is there away.
    if (column.type === 'inputNumber' && !typedNumber(text)) return
    // Only what is typed into a text goes into the cell; a list just opens.
    if (store.edit(place, typed || prose ? text : undefined)) setComposed('')
  }

  return (
    <input
      ref={input}
      id={id}
      className={`grid-catcher${shown ? ' grid-catcher-shown' : ''}${wrong ? ' grid-catcher-wrong' : ''}`}
      style={{
        left,
        width: spot?.width ?? 1,
        ...(covered > 0 && { clipPath: `inset(0 0 0 ${covered}px)` }),
        top: HEAD_HEIGHT + Math.max(index, 0) * ROW_HEIGHT,
        height: ROW_HEIGHT,
      }}
      aria-label={nameOf(label, store.visible.placeOf(index), column, row && column ? store.textOf(row, column) : '')}
      aria-invalid={Boolean(wrong)}
      {...(place && index >= 0 && !shown && { 'aria-activedescendant': cellId(view, place.id, place.field) })}
      aria-controls={`${view.id}-grid`}
      autoComplete="off"
      spellCheck={false}
      inputMode={column?.type === 'inputNumber' ? 'decimal' : 'text'}
      placeholder={shown ? (column?.placeholder ?? '') : ''}
      {...(typeof column?.props?.maxLength === 'number' && { maxLength: column.props.maxLength })}
      value={value}
      onChange={(event) => {
        // The box would take the focus in the middle of a word.
        if (prose && (event.nativeEvent as InputEvent).isComposing) setComposed(event.target.value)
        else take(event.target.value)
      }}
      onCompositionEnd={() => {
        if (!prose || !composed) return
        setComposed('')
        take(composed)
      }}
    />
  )
}

const nameOf = (label: string, index: number, column: Column | undefined, text: string) =>
  column && index >= 0 ? `${label} 第${index + 1}行 ${column.title}${text && `：${text}`}` : label
