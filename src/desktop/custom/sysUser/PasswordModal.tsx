import { App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { setPasswordOf } from '#headless/forms/membership.ts'
import { passwordProblem } from '#model/password.ts'
import type { ToolProps } from '../tools.tsx'

interface Passwords {
  password: string
  confirmpassword: string
}

/** A new password for somebody else; whoever is signed in with the old one is out. */
export default function PasswordModal({ row: person, onClose }: ToolProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Passwords>()
  const [busy, setBusy] = useState(false)
  const username = String(person.username)

  async function save({ password, confirmpassword }: Passwords) {
    setBusy(true)
    try {
      void message.success(await setPasswordOf(username, password, confirmpassword))
      onClose()
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={`修改密码：${String(person.realname ?? '')}（${username}）`}
      onCancel={onClose}
      onOk={() => form.submit()}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={busy}
    >
      <Form form={form} layout="vertical" onFinish={save} requiredMark>
        <Form.Item
          name="password"
          label="新密码"
          required
          extra="修改后该用户须重新登录，并在登录后改成自己的密码。"
          rules={[
            {
              validator: (_, value?: string) => {
                const problem = passwordProblem(value ?? '')
                return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" placeholder="至少8位，含字母、数字和特殊字符" />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label="确认新密码"
          dependencies={['password']}
          rules={[
            { required: true, message: '请确认新密码!' },
            ({ getFieldValue }) => ({
              validator: (_, value?: string) =>
                !value || value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error('两次输入的密码不一样！')),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" placeholder="请再次输入新密码" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
