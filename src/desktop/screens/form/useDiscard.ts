import { App } from 'antd'
import type { FormControls } from '#headless/forms/useForm.ts'

/** Leaves a form; asks first when that throws something away. */
export function useDiscard(form: FormControls): (leave: () => void) => void {
  const { modal } = App.useApp()
  return (leave) => {
    // Of what could not be loaded nothing is seen, and so nothing is thrown away.
    if (form.loadError || (!form.dirty && !form.unfinished.size)) return leave()
    modal.confirm({
      title: '放弃已填写的内容吗?',
      okText: '放弃',
      cancelText: '继续填写',
      onOk() {
        form.unfinished.throwAway()
        form.discard()
        leave()
      },
    })
  }
}
