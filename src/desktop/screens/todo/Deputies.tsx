import { Alert, Button, Form, Modal, Select, Table, Tag } from 'antd'
import { useId, useState } from 'react'
import { ACTIVE, deputyVerbs, periodOf, removalOfDeputy, useDeputies, type Deputy } from '#headless/todos/deputies.ts'
import { useDeputyForm } from '#headless/todos/useDeputyForm.ts'
import { Input } from '../../fields/Input.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { useRemoval } from '../../layout/removal.ts'

/** 请假代理: who decides for me while I am away, and for whom I decide. */
export default function Deputies() {
  const askRemoval = useRemoval()
  const deputies = useDeputies()
  const [editing, setEditing] = useState<Deputy | 'new'>()
  return (
    <>
      <div className="todo-batch">
        <Button type="primary" onClick={() => setEditing('new')}>
          {deputyVerbs.add}
        </Button>
        <span>代理期间，对方能看到并处理您的待办，记录上写明由谁代谁。</span>
      </div>
      <Table<Deputy>
        rowKey="id"
        loading={deputies.isPending}
        dataSource={deputies.data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: deputies.error ? deputies.error.message : <Nothing>还没有代理，请假前点“设置代理人”</Nothing>,
        }}
        columns={[
          { title: '被代理人', dataIndex: 'userId_dictText' },
          { title: '代理人', dataIndex: 'deputyId_dictText' },
          { title: '时间', render: (_, entry) => <span className="number">{periodOf(entry)}</span> },
          { title: '说明', dataIndex: 'reason' },
          { title: '状态', render: (_, { active }) => (active ? <Tag color="green">{ACTIVE}</Tag> : null) },
          {
            title: '操作',
            render: (_, entry) =>
              entry.may.length > 0 && (
                <span className="row-buttons">
                  <Button type="link" onClick={() => setEditing(entry)}>
                    {deputyVerbs.edit}
                  </Button>
                  <Button type="link" danger onClick={() => void askRemoval(removalOfDeputy(entry))}>
                    {deputyVerbs.remove}
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
  const id = useId()
  const { title, deputy, values, fields, problem, sending, save } = useDeputyForm(entry, onClose)
  const options = deputy.people.map(({ value, text }) => ({ value, label: text }))
  // Named by the record, so long as the search has not found them.
  if (entry && !options.some(({ value }) => value === entry.deputyId))
    options.unshift({ value: entry.deputyId, label: entry.deputyId_dictText })
  return (
    <Modal
      open
      title={title}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={sending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label={deputy.label} htmlFor={`${id}-deputy`} required>
          <Select
            id={`${id}-deputy`}
            showSearch={{ filterOption: false, onSearch: deputy.search }}
            value={deputy.value ?? null}
            options={options}
            placeholder={deputy.placeholder}
            onChange={(value) => value !== null && deputy.choose(value)}
          />
        </Form.Item>
        {fields.map(({ name, field, required, value, set }) => (
          <Form.Item key={name} label={field.label} htmlFor={`${id}-${name}`} required={required}>
            <Input field={field} name={name} id={`${id}-${name}`} value={value} values={values} onChange={set} />
          </Form.Item>
        ))}
      </Form>
      {problem && <Alert type="warning" showIcon title={problem} />}
    </Modal>
  )
}
