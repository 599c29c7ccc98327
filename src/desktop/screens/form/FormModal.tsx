import { Modal } from 'antd'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { formIsOpen } from '#headless/session/interruptedDecision.ts'
import { useTabWork } from '#headless/session/tabs.ts'
import { useForm, type Extras } from '#headless/forms/useForm.ts'
import { UNKNOWN } from '#headless/records/useRecord.ts'
import type { Values } from '#headless/forms/startValues.ts'
import type { Resource } from '#model/resource.ts'
import { useFocusBack } from '../../layout/focus.ts'
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

/** A table of lines takes what room the window has. */
const widthFor = ({ fields }: Resource) =>
  Object.values(fields).some(({ kind }) => kind === 'lines') ? 'min(1240px, calc(100vw - 64px))' : 860

export default function FormModal({ resource, id, start, extras, more, onClose }: Props) {
  const form = useForm(resource, { id, start, extras })
  const discard = useDiscard(form)
  useFocusBack()
  useTabWork(useLocation().pathname, () => form.dirty || form.unfinished.size > 0)
  const { dirty } = form
  useEffect(() => (dirty ? formIsOpen(resource.name, { id, start }) : undefined), [dirty, resource, id, start])

  async function save() {
    if (!(await form.submit())) return
    onClose()
  }

  return (
    <Modal
      open
      title={id ? '编辑' : '新增'}
      width={widthFor(resource)}
      className="tall-modal"
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={form.sending !== 'idle'}
      cancelButtonProps={{ disabled: form.sending !== 'idle' }}
      okButtonProps={{ disabled: form.loading || Boolean(form.loadError) }}
      onOk={() => void save()}
      onCancel={() => discard(onClose)}
      footer={(buttons) => (
        <>
          {form.sending === 'unknown' && <span role="status">{UNKNOWN}…</span>}
          {buttons}
        </>
      )}
    >
      <FormBody resource={resource} form={form} more={more} onSubmit={() => void save()} />
    </Modal>
  )
}
