import { Alert, App, Form, Input, Modal } from 'antd'
import { useId } from 'react'
import { passwordFields, usePasswordChange } from '#headless/session/usePasswordChange.ts'

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const id = useId()
  const form = usePasswordChange((said) => {
    void message.success(said)
    onClose()
  })
  return (
    <Modal
      open
      title="修改密码"
      width={800}
      onCancel={onClose}
      onOk={() => void form.save()}
      mask={{ closable: false }}
      confirmLoading={form.sending}
    >
      {form.problem && <Alert role="alert" type="warning" showIcon title={form.problem} />}
      <Form labelCol={{ span: 5 }} wrapperCol={{ span: 16 }} onFinish={() => void form.save()}>
        {passwordFields.map(({ name, label, missing, autoComplete }) => (
          <Form.Item
            key={name}
            label={label}
            htmlFor={`${id}-${name}`}
            required
            {...(form.faults[name] && { validateStatus: 'error' as const, help: form.faults[name] })}
          >
            <Input.Password
              id={`${id}-${name}`}
              value={form.values[name]}
              autoComplete={autoComplete}
              placeholder={missing.replace('!', '')}
              onChange={({ target }) => form.set(name, target.value)}
            />
          </Form.Item>
        ))}
        {/* Enter in a field saves only when a form has a submit button. */}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" />
      </Form>
    </Modal>
  )
}
