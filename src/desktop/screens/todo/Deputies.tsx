import { Alert, App, Button, Form, Modal, Select, Table, Tag } from 'antd'
import { useId, useState } from 'react'
import {
  periodFields,
  periodOf,
  problemOf,
  removeDeputy,
  saveDeputy,
  useCandidates,
  useDeputies,
  type Deputy,
  type DeputyDraft,
} from '#headless/todos/deputies.ts'
import { Input } from '../../fields/Input.tsx'

/** 请假代理: who decides for me while I am away, and for whom I decide. */
export default function Deputies() {
  const { message, modal } = App.useApp()
  const deputies = useDeputies()
  const [editing, setEditing] = useState<Deputy | 'new'>()
  const remove = (entry: Deputy) =>
    modal.confirm({
      title: '取消代理',
      content: `确定取消 ${entry.deputyId_dictText} 的代理吗?`,
      okText: '确定',
      okButtonProps: { danger: true },
      cancelText: '保留',
      onOk: async () => {
        try {
          await removeDeputy(entry.id)
          void message.success('删除成功')
        } catch (error) {
          void message.warning((error as Error).message)
        }
      },
    })
  return (
    <>
      <div className="todo-batch">
        <Button type="primary" onClick={() => setEditing('new')}>
          设置代理人
        </Button>
        <span>代理期间，对方能看到并处理您的待办，记录上写明由谁代谁。</span>
      </div>
      <Table<Deputy>
        rowKey="id"
        loading={deputies.isPending}
        dataSource={deputies.data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: deputies.error ? deputies.error.message : '没有代理设置' }}
        columns={[
          { title: '被代理人', dataIndex: 'userId_dictText' },
          { title: '代理人', dataIndex: 'deputyId_dictText' },
          { title: '时间', render: (_, entry) => <span className="number">{periodOf(entry)}</span> },
          { title: '说明', dataIndex: 'reason' },
          { title: '状态', render: (_, { active }) => (active ? <Tag color="green">代理中</Tag> : null) },
          {
            title: '操作',
            render: (_, entry) =>
              entry.may.length > 0 && (
                <span className="row-buttons">
                  <Button type="link" onClick={() => setEditing(entry)}>
                    修改
                  </Button>
                  <Button type="link" danger onClick={() => remove(entry)}>
                    取消代理
                  </Button>
                </span>
              ),
          },
        ]}
      />
      {editing && <DeputyModal entry={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

function DeputyModal({ entry, onClose }: { entry: Deputy | undefined; onClose: () => void }) {
  const { message } = App.useApp()
  const id = useId()
  const [draft, setDraft] = useState<Partial<DeputyDraft>>(entry ?? {})
  const [keyword, setKeyword] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const candidates = useCandidates(keyword)
  const options = (candidates.data ?? []).map((one) => ({ value: one.id, label: `${one.realname}（${one.username}）` }))
  if (entry && !options.some(({ value }) => value === entry.deputyId))
    options.unshift({ value: entry.deputyId, label: entry.deputyId_dictText })
  const set = (name: string, value: unknown) => setDraft((before) => ({ ...before, [name]: value }))
  async function save() {
    const wrong = problemOf(draft)
    setProblem(wrong ?? '')
    if (wrong) return
    setSending(true)
    try {
      const { deputyId, beginTime, endTime, reason = null } = draft as DeputyDraft
      await saveDeputy({ deputyId, beginTime, endTime, reason }, entry?.id)
      void message.success('代理已设置')
      onClose()
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal
      open
      title={entry ? '修改代理' : '设置代理人'}
      okText="保存"
      cancelText="取消"
      confirmLoading={sending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label="代理人" htmlFor={`${id}-deputy`} required>
          <Select
            id={`${id}-deputy`}
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            value={draft.deputyId ?? null}
            options={options}
            placeholder="请选择代理人"
            onChange={(value) => set('deputyId', value)}
          />
        </Form.Item>
        {Object.entries(periodFields).map(([name, field]) => (
          <Form.Item
            key={name}
            label={field.label}
            htmlFor={`${id}-${name}`}
            required={'required' in field && Boolean(field.required)}
          >
            <Input
              field={field}
              name={name}
              id={`${id}-${name}`}
              value={draft[name as keyof typeof periodFields]}
              values={draft as Record<string, unknown>}
              onChange={(value) => set(name, value)}
            />
          </Form.Item>
        ))}
      </Form>
      {problem && <Alert type="warning" showIcon title={problem} />}
    </Modal>
  )
}
