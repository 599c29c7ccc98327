import { Button } from 'antd-mobile'
import { DownOutline, UpOutline } from 'antd-mobile-icons'
import { useState } from 'react'
import { dragRow } from '#headless/lists/dragRow.ts'
import { textOf } from '#headless/records/formats.ts'
import { say } from '#headless/connection/notices.ts'
import { saveOrder } from '#headless/lists/ordering.ts'
import type { Row } from '#headless/records/rows.ts'
import { useWhenShown } from '#headless/records/useShown.ts'
import type { EndlessList } from '#headless/lists/useList.ts'
import { MOST_ORDERED, moved } from '#model/ordering.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { FullSheet } from '../../fields/pickers/FullSheet.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import './arrange.css'

interface Props {
  resource: Resource
  list: EndlessList
  visible: boolean
  onClose(): void
}

/** The records loaded so far, moved with a thumb or by two buttons, and kept together. */
export default function ArrangeSheet(props: Props) {
  return (
    <FullSheet visible={props.visible} onClose={props.onClose}>
      <Arrange {...props} />
    </FullSheet>
  )
}

function Arrange({ resource, list, onClose }: Props) {
  const loaded = list.rows.slice(0, MOST_ORDERED)
  const [wanted, setWanted] = useState<readonly Row[]>()
  const [held, setHeld] = useState<string>()
  const [saving, setSaving] = useState(false)
  const whenShown = useWhenShown()
  const [said, setSaid] = useState('')
  const rows = wanted ?? loaded
  const title = (row: Row) => textOf(fieldOf(resource, resource.title)!, row, resource.title)

  const move = ({ id }: Row, to: number) =>
    setWanted((before = loaded) => {
      const from = before.findIndex((row) => row.id === id)
      return moved(before, from, to)
    })
  const step = (row: Row, to: number) => {
    move(row, to)
    setSaid(`${title(row)}移到第 ${to + 1} 项，共 ${rows.length} 项`)
  }
  const save = async () => {
    setSaving(true)
    try {
      say('success', await saveOrder(resource, list, rows))
      // Whoever closed it meanwhile may have opened it anew.
      whenShown(onClose)
    } catch (error) {
      say('error', wordsOf(error))
      // Back to what the server has.
      setWanted(undefined)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onClose}>
          取消
        </Button>
        <h2 className="vd-sheet-title">{resource.label}排序</h2>
        <Button
          fill="none"
          color="primary"
          disabled={!wanted}
          loading={saving}
          loadingText="保存"
          onClick={() => void save()}
        >
          保存
        </Button>
      </div>
      <p role="status" className="vd-arrange-said">
        {said || '拖动右侧手柄，或点箭头上移、下移'}
      </p>
      <ol className="vd-arrange">
        {rows.map((row, place) => (
          <li key={row.id} data-row-key={row.id} className={held === row.id ? 'vd-held' : undefined}>
            <span className="vd-arrange-place">{place + 1}</span>
            <b>{title(row)}</b>
            <button
              type="button"
              className="vd-icon-button"
              aria-label={`上移“${title(row)}”`}
              disabled={place === 0}
              onClick={() => step(row, place - 1)}
            >
              <UpOutline />
            </button>
            <button
              type="button"
              className="vd-icon-button"
              aria-label={`下移“${title(row)}”`}
              disabled={place === rows.length - 1}
              onClick={() => step(row, place + 1)}
            >
              <DownOutline />
            </button>
            {/* For the thumb alone: who hears the page has the buttons. */}
            <span
              className="vd-thumb"
              aria-hidden
              onPointerDown={({ currentTarget }) => {
                const before = wanted
                setHeld(row.id)
                dragRow(currentTarget.parentElement!, {
                  over: (to) => move(row, to),
                  drop: () => setHeld(undefined),
                  cancel: () => {
                    setHeld(undefined)
                    setWanted(before)
                  },
                })
              }}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
