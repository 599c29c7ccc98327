import { App } from 'antd'
import { useCallback } from 'react'

/** Asks before what was filled in is thrown away. Whoever presses Esc and Enter keeps it. */
export function useDiscardQuestion(): (throwAway: () => void, words?: { title?: string; keep?: string }) => void {
  const { modal } = App.useApp()
  return useCallback(
    (throwAway, { title = '放弃已填写的内容吗?', keep = '继续填写' } = {}) =>
      void modal.confirm({
        title,
        okText: '放弃',
        okButtonProps: { danger: true },
        cancelText: keep,
        focusable: { autoFocusButton: 'cancel' },
        onOk: throwAway,
      }),
    [modal],
  )
}
