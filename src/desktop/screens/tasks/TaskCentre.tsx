import { Alert, App, Button, Empty, Progress, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { actOnTask, confirmTask, removeTask, taskFile, useTasks } from '#headless/tasks.ts'
import { countsText, isUnderWay, percentOf, TASK_STATES, type Task, type TaskVerb } from '#model/tasks.ts'
import { useHost } from '../../HostContext.ts'

/** 任务中心: the person's own exports and imports, what came of them, and what may still be done with them. */
export default function TaskCentre() {
  const { tasks, isPending, error, refetch } = useTasks({ always: true })
  const [params] = useSearchParams()
  const named = params.get('id')
  return (
    <section className="card" aria-label="任务中心">
      {error && (
        <Alert
          type="warning"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      )}
      <Table<Task>
        rowKey="id"
        size="middle"
        loading={isPending}
        dataSource={tasks}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        rowClassName={({ id }) => (id === named ? 'ant-table-row-selected' : '')}
        locale={{ emptyText: <Empty description="还没有任务。数据较多的导出和导入会在后台进行，进度和结果都在这里" /> }}
        columns={[
          { title: '任务', dataIndex: 'title' },
          { title: '状态', render: (_, task) => <State task={task} /> },
          {
            title: '结果',
            className: 'task-result',
            render: (_, { counts, message, state }) => (state === 'checked' && counts ? countsText(counts) : message),
          },
          { title: '提交时间', dataIndex: 'createTime' },
          { title: '结束时间', render: (_, { endTime }) => endTime ?? '—' },
          { title: '操作', fixed: 'right', render: (_, task) => <Buttons task={task} /> },
        ]}
      />
    </section>
  )
}

function State({ task }: { task: Task }) {
  const { label, color } = TASK_STATES[task.state]
  const percent = percentOf(task)
  if (isUnderWay(task))
    return (
      <Progress
        style={{ width: 160 }}
        percent={percent ?? 0}
        status="active"
        format={() => (percent === undefined ? label : `${percent}%`)}
        aria-label={`${task.title}进度`}
      />
    )
  return <Tag color={color}>{task.undone ? '已撤销' : label}</Tag>
}

const BUTTONS: readonly { verb: TaskVerb; label: string; danger?: true; sure?: string }[] = [
  { verb: 'confirm', label: '确认导入' },
  { verb: 'confirmPart', label: '只导入正确的行' },
  { verb: 'download', label: '下载' },
  { verb: 'faults', label: '错误清单' },
  { verb: 'cancel', label: '取消' },
  { verb: 'undo', label: '撤销本次导入', danger: true, sure: '将删除本次导入新增的行，并恢复被修改的行' },
  { verb: 'remove', label: '删除', danger: true },
]

function Buttons({ task }: { task: Task }) {
  const { message, modal } = App.useApp()
  const host = useHost()
  const [busy, setBusy] = useState<TaskVerb>()
  const works: Readonly<Record<TaskVerb, () => Promise<string | void>>> = {
    confirm: () => confirmTask(task.id, false).then(() => undefined),
    confirmPart: () => confirmTask(task.id, true).then(() => undefined),
    download: async () => host.saveFile(await taskFile(task.id, 'result')),
    faults: async () => host.saveFile(await taskFile(task.id, 'faults')),
    cancel: () => actOnTask('cancel', task.id),
    undo: () => actOnTask('undo', task.id),
    remove: () => removeTask(task.id),
  }
  async function press(verb: TaskVerb) {
    setBusy(verb)
    try {
      const said = await works[verb]()
      if (said) void message.success(said)
    } catch (failure) {
      void message.warning((failure as Error).message)
    } finally {
      setBusy(undefined)
    }
  }
  const ask = (verb: TaskVerb, label: string, content: string) =>
    modal.confirm({ title: label, content, okText: '确定', cancelText: '取消', onOk: () => press(verb) })
  return (
    <Space size={0}>
      {BUTTONS.filter(({ verb }) => task.may.includes(verb)).map(({ verb, label, danger, sure }) => (
        <Button
          key={verb}
          type="link"
          size="small"
          danger={Boolean(danger)}
          loading={busy === verb}
          onClick={() => (sure ? ask(verb, label, sure) : void press(verb))}
        >
          {label}
        </Button>
      ))}
    </Space>
  )
}
