import { App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { changePassword } from '#headless/account.ts'

interface Passwords {
  oldpassword: string
  password: string
  confirmpassword: string
}

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Passwords>()
  const [busy, setBusy] = useState(false)

  async function save(values: Passwords) {
    setBusy(true)
    try {
      void message.success(await changePassword(values))
      onClose()
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal open title="修改密码" width={800} onCancel={onClose} onOk={() => form.submit()} confirmLoading={busy}>
      <Form form={form} onFinish={save} labelCol={{ span: 5 }} wrapperCol={{ span: 16 }}>
        <Form.Item name="oldpassword" label="旧密码" rules={[{ required: true, message: '请输入旧密码!' }]}>
          <Input.Password autoComplete="current-password" placeholder="请输入旧密码" />
        </Form.Item>
        <Form.Item name="password" label="新密码" rules={[{ required: true, message: '请输入新密码!' }]}>
          <Input.Password autoComplete="new-password" placeholder="新密码至少8位，含字母、数字和特殊字符" />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label="确认新密码"
          dependencies={['password']}
          rules={[
            { required: true, message: '请确认新密码!' },
            ({ getFieldValue }) => ({
              validator: (_, value: string) =>
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
