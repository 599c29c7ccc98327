import { Input } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSignal } from '#headless/grid/useGrid.ts'
import { spotBeside, type Spot } from './measures.ts'
import type { EditorProps } from './types.ts'

const WIDTH = 300
const HEIGHT = 210

/** A long text in a box of 300 × 210 px beside its cell. */
export default function TextEditor({ view, row, column, close }: EditorProps) {
  const { store } = view
  useSignal(store, 'draft')
  const anchor = useRef<HTMLSpanElement>(null)
  const [spot, setSpot] = useState<Spot>()
  useLayoutEffect(() => {
    const cell = anchor.current?.closest('.grid-cell')
    if (cell) setSpot(spotBeside(cell.getBoundingClientRect(), WIDTH))
  }, [])
  return (
    <>
      <span ref={anchor} className="grid-cut">
        {store.textOf(row, column)}
      </span>
      {spot &&
        createPortal(
          <div
            className="grid-pop"
            role="dialog"
            aria-label={column.title}
            style={{ ...spot, width: WIDTH, height: HEIGHT }}
          >
            <Input.TextArea
              {...column.props}
              autoFocus
              aria-label={column.title}
              placeholder={column.placeholder ?? `请输入${column.title}`}
              style={{ height: '100%', resize: 'none' }}
              value={String(store.draft?.value ?? '')}
              onChange={(event) => store.type(event.target.value)}
              // Behind what is there, or was just typed.
              onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
              onBlur={close}
            />
          </div>,
          document.body,
        )}
    </>
  )
}
