import { Alert, App, Button, Form, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  avatarField,
  ownFields,
  ownNames,
  saveOwnData,
  useOwnAccount,
  useOwnDataForm,
  type OwnAccount,
} from '#headless/session/ownData.ts'
import { useTabWork } from '#headless/session/tabs.ts'
import { isRequired } from '#model/checks.ts'
import { Input } from '../../fields/Input.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'

/** 基本设置: what people change of themselves. */
export function BaseSetting() {
  const { data, error, refetch } = useOwnAccount()
  if (data) return <Fields account={data} />
  if (error)
    return (
      <Alert
        type="warning"
        showIcon
        title={error.message}
        action={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  return <Skeleton active />
}

function Fields({ account }: { account: OwnAccount }) {
  const { message } = App.useApp()
  const { pathname } = useLocation()
  const id = useId()
  const form = useOwnDataForm(account)
  const [changingPhone, setChangingPhone] = useState(false)
  useTabWork(pathname, () => form.dirty)

  async function save() {
    const said = await form.save()
    if (said) void message.success(said)
  }
  // It changes at once: whoever chose a picture has decided.
  async function picture(path: unknown) {
    try {
      void message.success(await saveOwnData({ avatar: (path as string | null) || null }))
    } catch (refusal) {
      void message.warning((refusal as Error).message)
    }
  }

  return (
    <Form layout="vertical" className="account-base" onFinish={() => void save()}>
      {form.problem && <Alert role="alert" type="warning" showIcon title={form.problem} />}
      <Form.Item label={avatarField.label} htmlFor={`${id}-avatar`} extra="选择图片后裁剪为方形，立即生效">
        <Input
          field={avatarField}
          name="avatar"
          id={`${id}-avatar`}
          value={account.avatar}
          values={{}}
          onChange={(path) => void picture(path)}
        />
      </Form.Item>
      {ownNames.map((name) => (
        <Form.Item
          key={name}
          label={ownFields[name].label}
          htmlFor={`${id}-${name}`}
          required={isRequired(ownFields[name], form.values)}
          {...(form.errors[name] && { validateStatus: 'error' as const, help: form.errors[name] })}
        >
          <Input
            field={ownFields[name]}
            name={name}
            id={`${id}-${name}`}
            value={form.values[name]}
            values={form.values}
            invalid={Boolean(form.errors[name])}
            onChange={(value) => form.set(name, value)}
            onBlur={() => form.check(name)}
          />
        </Form.Item>
      ))}
      <Form.Item label="手机号">
        <span className="row-buttons">
          {account.phone || '未绑定'}
          <Button type="link" onClick={() => setChangingPhone(true)}>
            {account.phone ? '更换手机号' : '绑定手机号'}
          </Button>
        </span>
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={form.sending}>
        保存
      </Button>
      {changingPhone && (
        <PhoneDialog
          phone={account.phone}
          onDone={(said) => {
            void message.success(said)
            setChangingPhone(false)
          }}
          onClose={() => setChangingPhone(false)}
        />
      )}
    </Form>
  )
}
