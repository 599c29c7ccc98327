import type { App } from 'antd'
import type { GridStore } from '#headless/grid/store.ts'

type Modal = ReturnType<typeof App.useApp>['modal']

/** Asks first. The dialog stays open while the hook before thinks. */
export function removeAsked(modal: Modal, store: GridStore, ids: readonly string[]): void {
  modal.confirm({
    title: '确认删除',
    content: `确定要删除这 ${ids.length} 项吗?`,
    okText: '确定',
    cancelText: '取消',
    okButtonProps: { danger: true },
    onOk: async () => void (await store.remove(ids)),
  })
}
