import { App } from 'antd'
import { createElement, useCallback } from 'react'
import { carryOut, type Removal } from '#headless/records/removal.ts'
import { QuestionAbout } from './QuestionAbout.tsx'

/**
 * Asks before something goes, and takes it away. The dialog stays while that lasts. True when it is gone, false when the
 * person backed out or it was refused.
 */
export function useRemoval(): (removal: Removal) => Promise<boolean> {
  const { modal } = App.useApp()
  return useCallback(
    (removal) =>
      new Promise((resolve) => {
        const { title, question, named, subject, verb, keep } = removal
        modal.confirm({
          ...(title === undefined
            ? { title: question, content: subject, okText: verb }
            : { title, content: named ?? createElement(QuestionAbout, { question, subject }), okText: '确定' }),
          okButtonProps: { danger: true },
          cancelText: keep,
          onOk: async () => resolve(await carryOut(removal, { removed: '删除成功', refused: 'warning' })),
          onCancel: () => resolve(false),
        })
      }),
    [modal],
  )
}
