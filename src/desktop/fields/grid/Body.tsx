import { useLayoutEffect, useRef, type RefObject } from 'react'
import { cellTypes } from '#headless/grid/cellTypes.ts'
import type { Column } from '#headless/grid/column.ts'
import { fillsBy } from '#headless/grid/filling.ts'
import { pressed } from '#headless/grid/keys.ts'
import type { Pasting } from '#headless/grid/paste.ts'
import { useOf, useSignal } from '#headless/grid/useGrid.ts'
import { useWindow } from '#headless/grid/useWindow.ts'
import { Catcher } from './Catcher.tsx'
import { composes } from './composing.ts'
import { FillHandle } from './FillHandle.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { heightOf, HEAD_HEIGHT, ROW_HEIGHT, STATISTIC_HEIGHT } from './measures.ts'
import { ProblemTip } from './ProblemTip.tsx'
import { Row } from './Row.tsx'
import type { View } from './types.ts'
import { usePointer } from './usePointer.ts'

interface Props {
  view: View
  label: string
  input: RefObject<HTMLInputElement | null>
  inputId: string | undefined
  box: RefObject<HTMLDivElement | null>
  maxHeight: number
  pasting: Pasting
  /** Where a dragged row would come, as the number of the row below. */
  dropLine: number | undefined
}

/** The rows one can see, their head and foot, and the input that hears the keys. */
export function Body({ view, label, input, inputId, box, maxHeight, pasting, dropLine }: Props) {
  const { store, layout } = view
  useSignal(store, 'rows')
  const { count } = store.visible
  const height = heightOf(store, layout, maxHeight)
  const { from, to } = useWindow(box, count, ROW_HEIGHT, height.lines)
  const pointer = usePointer(view)
  useFollowing(view, box, input, layout.statistics.length * STATISTIC_HEIGHT)

  const rows: number[] = []
  for (let index = from; index < Math.min(to, count); index++) rows.push(index)
  // What is being edited stays, also when it is scrolled out of sight: it holds the focus.
  const edited = store.draft ? store.visible.indexOf(store.draft.id) : -1
  if (edited >= 0 && (edited < from || edited >= to)) rows.push(edited)

  return (
    <div
      ref={box}
      className="grid-scroll"
      style={{ height: height.box }}
      onKeyDownCapture={(event) => {
        // Before a list takes Tab for a choice or Escape only for itself.
        const fills = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isProse(view)
        const leaves = event.key === 'Tab' || event.key === 'Escape' || fills
        if (leaves && store.draft && event.target !== input.current) take(event)
      }}
      onKeyDown={(event) => {
        const { key, target, currentTarget } = event
        if (target === input.current) take(event)
        // An editor has taken it already; the form around the grid is not sent by it.
        else if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target))
          event.preventDefault()
      }}
      onCopy={(event) => takeCopy(event, false)}
      onCut={(event) => takeCopy(event, true)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (store.draft ? !isMeantForCells(view, text) : event.target !== input.current) return
        event.preventDefault()
        if (store.draft) store.cancel()
        view.focus()
        void pasting.paste(text, event.clipboardData.getData('text/html'))
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Left for something outside: what was typed is taken and judged.
        if (store.draft && isTyped(view) && !currentTarget.contains(relatedTarget)) store.commit()
      }}
    >
      <div
        id={`${view.id}-grid`}
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={store.shown.length + layout.lead}
        aria-multiselectable
        className="grid-table"
        style={{ minWidth: layout.width, '--grid-columns': layout.template } as React.CSSProperties}
      >
        <Header view={view} />
        <div role="rowgroup" className="grid-body" style={{ height: Math.max(count, 1) * ROW_HEIGHT }} {...pointer}>
          {rows.map((index) => {
            const { id } = store.visible.at(index)!
            return <Row key={id} view={view} id={id} index={index} top={index * ROW_HEIGHT} />
          })}
          {!count && (
            <div role="row" className="grid-row grid-none">
              <div role="gridcell">{store.rows.count ? '没有符合筛选条件的行' : '暂无数据'}</div>
            </div>
          )}
        </div>
        <Footer view={view} />
      </div>
      {dropLine !== undefined && <div className="grid-drop" style={{ top: HEAD_HEIGHT + dropLine * ROW_HEIGHT }} />}
      <Catcher view={view} input={input} id={inputId} box={box} label={label} />
      <FillHandle view={view} pasting={pasting} box={box} />
      <ProblemTip view={view} box={box} />
    </div>
  )

  function take(event: React.KeyboardEvent) {
    if (composes(event.nativeEvent)) {
      // Meant for the input method, not for a dialog around the grid.
      if (event.key === 'Escape') event.stopPropagation()
      return
    }
    if (!onKey(view, pasting, event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    if (!store.draft) view.focus()
  }
  function takeCopy(event: React.ClipboardEvent, cuts: boolean) {
    // Inside an editor the browser copies what is marked there.
    // Nor is there anything to take where nothing is marked: what was copied before stays.
    if (store.draft || event.target !== input.current || !store.cursor.range) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', pasting.copied())
    const html = pasting.copiedHtml()
    if (html) event.clipboardData.setData('text/html', html)
    if (cuts) store.clearMarked()
  }
}

const isProse = ({ store }: View): boolean => {
  const column = store.draft && store.byField.get(store.draft.field)
  return column !== undefined && cellTypes[column.type].prose === true
}
/** A list or a calendar opens with the first click: several cells pasted then are not what one looks for in it. */
const isMeantForCells = (view: View, text: string): boolean =>
  !isTyped(view) && !isProse(view) && /[\t\n]/.test(text.trimEnd())

const isTyped = ({ store }: View): boolean => {
  const column = store.draft && store.byField.get(store.draft.field)
  return column !== undefined && cellTypes[column.type].enters === 'typed'
}

function onKey(view: View, pasting: Pasting, event: KeyboardEvent): boolean {
  const { store } = view
  const { place } = store.cursor
  if (!store.draft && (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f') {
    view.find()
    return true
  }
  if (isCtrlShift(event, 'l') && !store.draft) return openColumn(view)
  if (event.altKey && event.shiftKey && /^Arrow(Left|Right)$/.test(event.key)) return widen(view, event.key)
  if (event.key === 'ContextMenu' && place && !store.draft) return press(view, 'menu')
  const column = place && store.byField.get(place.field)
  const files = column && cellTypes[column.type].enters === 'files'
  if (files && (event.key === 'Enter' || event.key === 'F2')) return press(view, 'file')
  return fillsBy(store, pasting, event) || pressed(store, event)
}

const isCtrlShift = ({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent, wanted: string): boolean =>
  (ctrlKey || metaKey) && shiftKey && key.toLowerCase() === wanted

const headOf = ({ id }: View, { field }: Column) =>
  document.getElementById(`${id}-grid`)?.querySelector<HTMLElement>(`[data-head="${CSS.escape(field)}"]`)

function openColumn(view: View): boolean {
  const { place } = view.store.cursor
  const column = place && view.store.byField.get(place.field)
  const at = column && headOf(view, column)?.querySelector<HTMLElement>('[data-does="column"]')
  if (at) view.openColumn(column, at)
  return true
}

/** px a column becomes wider or narrower by a key. */
const WIDER = 20

function widen(view: View, key: string): boolean {
  const { place } = view.store.cursor
  const column = place && view.store.byField.get(place.field)
  const head = column && headOf(view, column)
  if (!column || !head) return false
  view.setWidth(column, head.offsetWidth + (key === 'ArrowRight' ? WIDER : -WIDER))
  return true
}

/** As if the button of the cell or the row had been clicked. */
function press({ store, id }: View, does: string): boolean {
  const { place } = store.cursor
  const cell = place && document.getElementById(`${id}-${place.id}-${place.field}`)
  const button = (does === 'menu' ? cell?.parentElement : cell)?.querySelector<HTMLElement>(`[data-does="${does}"]`)
  button?.click()
  return button !== null && button !== undefined
}

/** Scrolls along when the person moves, or begins to type where they are. After the rows were drawn: the box may have grown. */
function useFollowing(
  { store, layout }: View,
  box: RefObject<HTMLDivElement | null>,
  input: RefObject<HTMLInputElement | null>,
  foot: number,
): void {
  const moved = useSignal(store, 'cursor')
  const typesIn = useOf(store, 'draft', ({ draft }) => draft && `${draft.id} ${draft.field}`)
  const followed = useRef({ moved, typesIn })
  useLayoutEffect(() => {
    const element = box.current
    const { place } = store.cursor
    const { current: before } = followed
    followed.current = { moved, typesIn }
    const follows = moved !== before.moved || (typesIn !== undefined && typesIn !== before.typesIn)
    if (!follows || !element || !place) return
    const top = store.visible.indexOf(place.id) * ROW_HEIGHT
    const room = element.clientHeight - HEAD_HEIGHT - foot
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + ROW_HEIGHT > element.scrollTop + room) element.scrollTop = top + ROW_HEIGHT - room
    const head = element.querySelector<HTMLElement>(`[data-head="${CSS.escape(place.field)}"]`)
    if (!head) return
    const lead = layout.stuckWidth
    // What stays at the left is always in sight.
    const isStuck = head.classList.contains('grid-stuck')
    if (!isStuck && head.offsetLeft < element.scrollLeft + lead) element.scrollLeft = head.offsetLeft - lead
    else if (!isStuck && head.offsetLeft + head.offsetWidth > element.scrollLeft + element.clientWidth)
      element.scrollLeft = head.offsetLeft + head.offsetWidth - element.clientWidth
    // Not under a pressed pointer: it would be over another cell then.
    if (document.activeElement === input.current && !element.matches(':active')) showOnPage(element, input.current)
  }, [store, layout, box, input, foot, moved, typesIn])
}

/** The page around the box scrolls to what lies in it; the box itself stays as it is. */
function showOnPage(box: HTMLElement, inside: HTMLElement | null): void {
  const { scrollLeft, scrollTop } = box
  inside?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  box.scrollLeft = scrollLeft
  box.scrollTop = scrollTop
}
