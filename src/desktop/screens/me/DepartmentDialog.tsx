import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Modal, Select, Spin } from 'antd'
import { useState } from 'react'
import { reloadAccess } from '#headless/session/access.ts'
import { chooseDepartment, myDepartments } from '#headless/session/account.ts'
import { queryClient } from '#headless/session/queries.ts'

/** Works in another department: menu and data follow. */
export default function DepartmentDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const mine = useQuery({ queryKey: ['my departments'], queryFn: myDepartments, gcTime: 0 })
  const [form] = Form.useForm<{ orgCode: string }>()

  async function choose({ orgCode }: { orgCode: string }) {
    setBusy(true)
    setProblem('')
    try {
      await chooseDepartment(orgCode)
      await reloadAccess()
      await queryClient.resetQueries()
      void message.success('切换成功')
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '切换失败')
    } finally {
      setBusy(false)
    }
  }

  const list = mine.data?.list ?? []
  return (
    <Modal
      open
      title="切换部门"
      width={480}
      onCancel={onClose}
      onOk={() => form.submit()}
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ disabled: !list.length }}
    >
      <Spin spinning={mine.isFetching}>
        {mine.isError && (
          <Alert
            type="error"
            showIcon
            title={mine.error.message}
            action={
              <Button size="small" onClick={() => void mine.refetch()}>
                重试
              </Button>
            }
          />
        )}
        {mine.isSuccess && !list.length ? (
          <p>您尚未设置部门信息!</p>
        ) : mine.isSuccess ? (
          <Form
            form={form}
            layout="vertical"
            onFinish={choose}
            initialValues={{ orgCode: mine.data.orgCode ?? undefined }}
          >
            <Form.Item name="orgCode" label="部门" rules={[{ required: true, message: '请选择登录部门' }]}>
              <Select
                placeholder="请选择登录部门"
                options={list.map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))}
              />
            </Form.Item>
            {problem && <Alert type="error" showIcon title={problem} />}
          </Form>
        ) : null}
      </Spin>
    </Modal>
  )
}
