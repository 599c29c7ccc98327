import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Column } from '#headless/grid/column.ts'
import { Pasting } from '#headless/grid/paste.ts'
import type { EditorSources } from '#headless/grid/sources.ts'
import type { GridStore } from '#headless/grid/store.ts'
import { useOf, useSignal } from '#headless/grid/useGrid.ts'
import { Widths } from '#headless/grid/widths.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { Body } from './Body.tsx'
import { FilterNote } from './FilterNote.tsx'
import { FindBar } from './FindBar.tsx'
import { layoutOf, MAX_HEIGHT } from './measures.ts'
import { Toolbar } from './Toolbar.tsx'
import type { SlotCell, SubTable, View } from './types.ts'
import { useRowDrag } from './useRowDrag.ts'
import './grid.css'

const RowMenu = lazy(() => importWithTimeout(import('./RowMenu.tsx')))
const ColumnPanel = lazy(() => importWithTimeout(import('./ColumnPanel.tsx')))
const SubTablePopover = lazy(() => importWithTimeout(import('./SubTablePopover.tsx')))

interface Props {
  store: GridStore
  /** What the rows are, for people who hear the page. */
  label: string
  sources?: EditorSources
  /** Draws cells of type slot, by field. */
  slots?: Readonly<Record<string, (cell: SlotCell) => ReactNode>>
  subTable?: SubTable
  /** px; 400 when not said. */
  maxHeight?: number
  /** False: no buttons above. */
  toolbar?: boolean
  /** More buttons beside them. */
  extra?: ReactNode
  /** Ties a label to the input that hears the keys. */
  inputId?: string
}

const NOTHING = {}
interface Opened {
  row: string
  at: HTMLElement
}

/** Rows edited in place. What it holds and may do is in the store; this only draws it. */
export function Grid({
  store,
  label,
  sources = NOTHING,
  slots = NOTHING,
  subTable,
  maxHeight = MAX_HEIGHT,
  toolbar = true,
  extra,
  inputId,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [menu, openMenu] = useState<Opened>()
  const [sub, openSub] = useState<Opened>()
  const [panel, openPanel] = useState<{ column: Column; at: HTMLElement }>()
  const [pasting] = useState(() => new Pasting(store))
  const focus = useCallback(() => input.current?.focus({ preventScroll: true }), [])
  const { startDrag, line } = useRowDrag(store, box)
  const [finding, find] = useState(false)
  const [widths, setWidths] = useState(() => ({ own: new Widths(store.options.name) }))
  const arranged = useSignal(store, 'columns')
  const frozen = useOf(store, 'columns', ({ frozen: count }) => count)
  const room = useRoom(box, frozen > 0)
  const layout = useMemo(
    () => layoutOf(store.shown, store.selection.kind !== 'none', widths.own, { frozen, room }),
    // The store itself stays the same when its columns are arranged anew.
    // oxlint-disable-next-line react/exhaustive-deps
    [store, widths, frozen, room, arranged],
  )
  const view = useMemo<View>(
    () => ({
      store,
      sources,
      slots,
      layout,
      subTable,
      id,
      focus,
      setWidth(column, px) {
        widths.own.set(column, px)
        setWidths({ ...widths })
      },
      openColumn: (column, at) => openPanel({ column, at }),
      find: () => find(true),
      openMenu: (row, at) => openMenu({ row, at }),
      openSubTable: (row, at) => openSub({ row, at }),
      startDrag,
    }),
    [store, sources, slots, layout, widths, subTable, id, focus, startDrag],
  )

  return (
    <div className={finding ? 'grid grid-finding' : 'grid'}>
      {toolbar && <Toolbar view={view} pasting={pasting} box={box} extra={extra} />}
      <FilterNote store={store} />
      {finding && <FindBar view={view} onClose={() => find(false)} />}
      <Body
        view={view}
        label={label}
        input={input}
        inputId={inputId}
        box={box}
        maxHeight={maxHeight}
        pasting={pasting}
        dropLine={line}
      />
      <Suspense fallback={null}>
        {menu && <RowMenu view={view} rowId={menu.row} at={menu.at} onClose={() => openMenu(undefined)} />}
        {panel && <ColumnPanel key={panel.column.field} view={view} {...panel} onClose={() => openPanel(undefined)} />}
        {sub && <SubTablePopover view={view} rowId={sub.row} at={sub.at} onClose={() => openSub(undefined)} />}
      </Suspense>
    </div>
  )
}

/** px that can be seen of the box; asked for only when columns stay at its left. */
function useRoom(box: RefObject<HTMLElement | null>, asked: boolean): number {
  const [room, setRoom] = useState(Infinity)
  useEffect(() => {
    const element = box.current
    if (!element || !asked) return undefined
    const look = () => setRoom(element.clientWidth || Infinity)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, asked])
  return room
}
