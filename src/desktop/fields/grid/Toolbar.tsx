import { DeleteOutlined, PlusOutlined, RedoOutlined, SettingOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react'
import type { Pasting } from '#headless/grid/paste.ts'
import { removalOfRows } from '#headless/grid/removal.ts'
import { CUT } from '#headless/grid/store.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useRemoval } from '../../layout/removal.ts'
import type { View } from './types.ts'

const AddSettingsModal = lazy(() => importWithTimeout(import('./AddSettingsModal.tsx')))

interface Props {
  view: View
  pasting: Pasting
  box: RefObject<HTMLDivElement | null>
  extra: ReactNode
}

/** What may be done with the rows; what is not permitted is not there. */
export function Toolbar({ view, pasting, box, extra }: Props) {
  const { store } = view
  const askRemoval = useRemoval()
  useSignal(store, 'selection')
  useSignal(store, 'history')
  useSignal(store, 'progress')
  useSignal(store, 'cut')
  const [setting, setSetting] = useState(false)
  const { buttons, selection } = store
  const { progress } = pasting

  function add() {
    const [first] = store.add()
    if (first) store.enter(first)
    if (store.settings.addScrollToBottom)
      requestAnimationFrame(() => box.current?.scrollTo({ top: box.current.scrollHeight }))
    view.focus()
  }

  return (
    <div className="grid-tools">
      {buttons.has('add') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={add}>
          新增
        </Button>
      )}
      {buttons.has('add') && buttons.has('settings') && (
        <Button icon={<SettingOutlined />} aria-label="新增设置" title="新增设置" onClick={() => setSetting(true)} />
      )}
      {buttons.has('batch_delete') && selection.size > 0 && (
        <Button
          danger
          icon={<DeleteOutlined />}
          onClick={() =>
            void askRemoval(
              removalOfRows(
                store,
                selection.rows().map(({ id }) => id),
              ),
            )
          }
        >
          删除
        </Button>
      )}
      {buttons.has('clear') && selection.size > 0 && <Button onClick={selection.clear}>清空选择</Button>}
      {buttons.has('undo') && (
        <Button
          icon={<UndoOutlined />}
          aria-label="撤销"
          title="撤销（Ctrl+Z）"
          disabled={!store.canUndo}
          onClick={() => store.undo()}
        />
      )}
      {buttons.has('redo') && (
        <Button
          icon={<RedoOutlined />}
          aria-label="重做"
          title="重做（Ctrl+Y）"
          disabled={!store.canRedo}
          onClick={() => store.redo()}
        />
      )}
      {extra}
      {selection.size > 0 && <span className="grid-told">已选择 {selection.size} 项</span>}
      {store.isCut && (
        <span className="grid-told grid-alone" role="status">
          {CUT}
        </span>
      )}
      {progress && (
        <span className="grid-told" role="status">
          正在{progress.verb} {progress.done} / {progress.total} 行
          <Button type="link" size="small" onClick={() => pasting.stop()}>
            取消
          </Button>
        </span>
      )}
      <Suspense fallback={null}>
        {setting && <AddSettingsModal store={store} onClose={() => setSetting(false)} />}
      </Suspense>
    </div>
  )
}
