import { App, Modal } from 'antd'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { formIsOpen } from '#headless/session/interruptedDecision.ts'
import { useTabWork } from '#headless/session/tabs.ts'
import { useForm, type Extras } from '#headless/forms/useForm.ts'
import type { Values } from '#headless/forms/startValues.ts'
import type { Resource } from '#model/resource.ts'
import { FormBody, type More } from './FormBody.tsx'
import { useDiscard } from './useDiscard.ts'

export interface FormModalProps {
  resource: Resource
  id?: string | undefined
  start?: Values | undefined
  onClose: () => void
}

interface Props extends FormModalProps {
  extras?: Extras
  more?: More
}

export default function FormModal({ resource, id, start, extras, more, onClose }: Props) {
  const { message } = App.useApp()
  const form = useForm(resource, { id, start, extras })
  const discard = useDiscard(form)
  useTabWork(useLocation().pathname, () => form.dirty || form.unfinished.size > 0)
  const { dirty } = form
  useEffect(() => (dirty ? formIsOpen(resource.name, { id, start }) : undefined), [dirty, resource, id, start])

  async function save() {
    if (!(await form.submit())) return
    void message.success(id ? '修改成功!' : '添加成功！')
    onClose()
  }

  return (
    <Modal
      open
      title={id ? '编辑' : '新增'}
      width={860}
      className="tall-modal"
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={form.sending !== 'idle'}
      cancelButtonProps={{ disabled: form.sending !== 'idle' }}
      okButtonProps={{ disabled: form.loading || Boolean(form.loadError) }}
      onOk={() => void save()}
      onCancel={() => discard(onClose)}
    >
      <FormBody resource={resource} form={form} more={more} onSubmit={() => void save()} />
      {form.sending === 'unknown' && <p role="status">结果未知，正在核实…</p>}
    </Modal>
  )
}
