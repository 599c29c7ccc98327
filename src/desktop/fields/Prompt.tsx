import { Form, Modal } from 'antd'
import { useId, useState } from 'react'
import { checkOf } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import { Input } from './Input.tsx'

interface Props {
  title: string
  field: Field
  value?: unknown
  onClose: () => void
  /** The dialog waits for it, closes when it is done, and shows why it was not. */
  onSubmit: (value: unknown) => Promise<void> | void
}

/** Asks for one value. */
export function Prompt({ title, field, value: given, onClose, onSubmit }: Props) {
  const id = useId()
  const [value, setValue] = useState<unknown>(given ?? null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  async function submit() {
    // Enter is heard while it is still busy.
    if (busy) return
    const checked = checkOf(field).safeParse(value)
    if (!checked.success) return setProblem(checked.error.issues[0]!.message)
    setProblem('')
    setBusy(true)
    try {
      await onSubmit(checked.data)
      onClose()
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={title}
      okText="确定"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={() => void submit()}>
        <Form.Item
          label={field.label}
          htmlFor={id}
          required={Boolean(field.required)}
          {...(problem && { validateStatus: 'error' as const, help: problem })}
        >
          <Input
            field={field}
            name="value"
            id={id}
            value={value}
            values={{}}
            invalid={Boolean(problem)}
            onChange={setValue}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
