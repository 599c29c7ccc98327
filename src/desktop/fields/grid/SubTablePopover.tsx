import { Button, Modal, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { openSubTable } from '#headless/grid/subTable.ts'
import { spotBeside } from './measures.ts'
import { isOpenedOver } from './openedOver.ts'
import type { View } from './types.ts'

const WIDTH = 720
const MODAL_WIDTH = 1200

interface Props {
  view: View
  rowId: string
  at: HTMLElement
  onClose: () => void
}

/** The rows below a row: beside it first, in a dialog when one wants more room. */
export default function SubTablePopover({ view, rowId, at, onClose }: Props) {
  const { store } = view
  const subTable = view.subTable!
  const [row] = useState(() => store.rows.get(rowId))
  const [loaded, setLoaded] = useState<{ value: unknown }>()
  const [shown, show] = useState<'beside' | 'dialog' | 'full'>('beside')
  const [spot] = useState(() => {
    // Beside the whole row, so that one sees whose rows these are.
    const { top, bottom } = (at.closest('[data-row]') ?? at).getBoundingClientRect()
    return spotBeside({ left: at.getBoundingClientRect().left, top, bottom }, WIDTH)
  })
  const [high] = useState(() => at.closest('.ant-modal-wrap') !== null)
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!row) return undefined
    let gone = false
    openSubTable(() => subTable.load(row)).then(
      (value) => {
        if (!gone) setLoaded({ value })
      },
      (error: unknown) => {
        if (gone) return
        store.say('error', error instanceof Error ? error.message : String(error))
        onClose()
      },
    )
    return () => {
      gone = true
    }
  }, [row, subTable, store, onClose])

  useEffect(() => {
    if (shown !== 'beside') return undefined
    panel.current?.focus()
    const away = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      // What the sub-table itself opened elsewhere belongs to it.
      if (!panel.current?.contains(target) && !at.contains(target) && !isOpenedOver(at, target)) onClose()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      onClose()
      view.focus()
    }
    document.addEventListener('mousedown', away)
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('mousedown', away)
      document.removeEventListener('keydown', key)
    }
  }, [shown, at, onClose, view])

  if (!row) return null
  const content = loaded ? subTable.draw(row, loaded.value) : <Spin />
  if (shown !== 'beside')
    return (
      <Modal
        open
        className={shown === 'full' ? 'grid-sub-full' : ''}
        width={shown === 'full' ? '100%' : MODAL_WIDTH}
        title={
          <span className="grid-sub-head">
            详细信息
            <Button size="small" onClick={() => show(shown === 'full' ? 'dialog' : 'full')}>
              {shown === 'full' ? '退出全屏' : '全屏'}
            </Button>
          </span>
        }
        footer={null}
        onCancel={() => {
          onClose()
          view.focus()
        }}
      >
        {content}
      </Modal>
    )
  return createPortal(
    <div
      ref={panel}
      className={`grid-pop grid-sub${high ? ' grid-sub-high' : ''}`}
      role="dialog"
      aria-label="详细信息"
      tabIndex={-1}
      style={{ ...spot, width: WIDTH }}
    >
      <div className="grid-sub-head">
        <strong>详细信息</strong>
        <Button size="small" onClick={() => show('dialog')}>
          放大
        </Button>
        <Button size="small" type="text" aria-label="关闭" onClick={onClose}>
          ×
        </Button>
      </div>
      {content}
    </div>,
    document.body,
  )
}
