import { Alert, Button, Form, Input, Modal, Space } from 'antd'
import { useId } from 'react'
import { phoneFields, useOwnPhone, type PhoneField } from '#headless/session/ownPhone.ts'

interface Props {
  phone: string | null
  onDone: (said: string) => void
  onClose: () => void
}

/** A new phone number, proven by codes. */
export function PhoneDialog({ phone, onDone, onClose }: Props) {
  const id = useId()
  const form = useOwnPhone(Boolean(phone), onDone)
  const input = (name: PhoneField, numeric = true) => (
    <Input
      id={`${id}-${name}`}
      value={form.values[name]}
      autoComplete="off"
      {...(numeric && { inputMode: 'numeric' as const })}
      onChange={({ target }) => form.set(name, target.value)}
    />
  )
  return (
    <Modal
      open
      title={phone ? '更换手机号' : '绑定手机号'}
      width={480}
      okText="确定"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={form.sending}
      onOk={() => void form.save()}
      onCancel={onClose}
    >
      {phone && <p>原手机号 {phone}。原手机号不能收短信时，请联系管理员修改。</p>}
      {form.said && (
        <Alert
          role={form.said.sent ? 'status' : 'alert'}
          type={form.said.sent ? 'success' : 'warning'}
          showIcon
          title={form.said.text}
        />
      )}
      <Form layout="vertical" component="div">
        {phoneFields(Boolean(phone)).map(({ name, label, code }) => (
          <Form.Item
            key={name}
            label={label}
            htmlFor={`${id}-${name}`}
            required
            {...(form.faults[name] && { validateStatus: 'error' as const, help: form.faults[name] })}
          >
            {code && name !== 'newPhone' ? (
              <Space.Compact block>
                {input(name)}
                <Button disabled={form.left[name] > 0} onClick={() => void form.sendCode(name)}>
                  {form.left[name] ? `${form.left[name]} 秒后重发` : '获取验证码'}
                </Button>
              </Space.Compact>
            ) : (
              input(name)
            )}
          </Form.Item>
        ))}
      </Form>
    </Modal>
  )
}
