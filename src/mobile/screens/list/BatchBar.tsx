import { Button, Checkbox } from 'antd-mobile'
import { say } from '#headless/connection/notices.ts'
import '../todo/todo.css'

interface Props {
  /** 项, or 条 of what is decided on. */
  unit: string
  count: number
  everything: boolean
  /** False until it is known what can be done with them. */
  ready?: boolean
  working: boolean
  onEverything(on: boolean): void
  onWork(): void
}

/** Below a list in which several are being chosen: all of them, and what to do with those that are. */
export function BatchBar({ unit, count, everything, ready = true, working, onEverything, onWork }: Props) {
  return (
    <div className="vd-buttons">
      <Checkbox
        className="vd-all"
        checked={everything}
        indeterminate={count > 0 && !everything}
        onChange={onEverything}
      >
        全选
      </Checkbox>
      <Button
        size="large"
        color="primary"
        disabled={count > 0 && !ready}
        loading={working}
        loadingText="处理中"
        onClick={() => (count ? onWork() : say('warning', '请选择一条记录！'))}
      >
        处理 {count} {unit}
      </Button>
    </div>
  )
}
