import { HolderOutlined } from '@ant-design/icons'
import type { KeyboardEvent } from 'react'
import { dragRow } from '#headless/lists/dragRow.ts'
import { textOf } from '#headless/records/formats.ts'
import type { Arranging } from '#headless/lists/ordering.ts'
import type { Row } from '#headless/records/rows.ts'
import { fieldOf, type Resource } from '#model/resource.ts'

interface Props {
  resource: Resource
  row: Row
  arranging: Arranging
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** What a row is taken by: dragged, moved with Alt and the arrows, or taken and put down with the space bar. */
export default function OrderHandle({ resource, row, arranging }: Props) {
  const { rows, held, saving } = arranging
  const place = rows.findIndex(({ id }) => id === row.id)
  const isHeld = held === row.id
  const title = textOf(fieldOf(resource, resource.title)!, row, resource.title)

  const keys: Readonly<Record<string, () => void>> = {
    ' ': () => void (isHeld ? arranging.letGo() : arranging.take(row.id)),
    Enter: () => void (isHeld && arranging.letGo()),
    Escape: () => void (isHeld && arranging.putBack()),
  }
  function press(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step && (event.altKey || isHeld)) {
      event.preventDefault()
      if (arranging.take(row.id)) arranging.moveTo(place + step)
    } else if (keys[event.key]) {
      event.preventDefault()
      keys[event.key]!()
    }
  }

  return (
    <button
      type="button"
      className="order-handle"
      aria-label={`调整“${title}”的顺序，第 ${place + 1} 项，共 ${rows.length} 项`}
      aria-pressed={isHeld}
      aria-disabled={saving}
      title="拖动排序；或按住 Alt 用 ↑ ↓ 移动；或按空格拿起，用 ↑ ↓ 移动，再按空格放下"
      // The text around is not marked while it is dragged.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={({ button, currentTarget }) => {
        const line = currentTarget.closest('tr')
        if (button !== 0 || !line || !arranging.take(row.id)) return
        dragRow(line, {
          over: arranging.moveTo,
          drop: () => void arranging.letGo(),
          cancel: arranging.putBack,
        })
      }}
      onKeyDown={press}
      onKeyUp={({ key }) => {
        if (key === 'Alt') void arranging.letGo()
      }}
      onBlur={() => void arranging.letGo()}
    >
      <HolderOutlined />
    </button>
  )
}
