import { Alert, App, Button, Empty, Progress, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { NO_TASKS, taskWorks, useTasks } from '#headless/tasks/tasks.ts'
import { countsText, isUnderWay, percentOf, TASK_STATES, TASK_VERBS, type Task, type TaskVerb } from '#model/tasks.ts'
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
        locale={{ emptyText: <Empty description={NO_TASKS} /> }}
        columns={[
          { title: '任务', dataIndex: 'title' },
          { title: '状态', render: (_, task) => <State task={task} /> },
          {
            title: '结果',
            render: (_, { counts, message, state }) => (
              // A long failure takes more lines, not the room of the times beside it.
              <div className="task-result">{state === 'checked' && counts ? countsText(counts) : message}</div>
            ),
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

const VERBS = Object.keys(TASK_VERBS) as TaskVerb[]

function Buttons({ task }: { task: Task }) {
  const { message, modal } = App.useApp()
  const host = useHost()
  const [busy, setBusy] = useState<TaskVerb>()
  async function press(verb: TaskVerb) {
    setBusy(verb)
    try {
      const said = await taskWorks[verb](task, host)
      if (said) void message.success(said)
    } catch (failure) {
      void message.warning((failure as Error).message)
    } finally {
      setBusy(undefined)
    }
  }
  function ask(verb: TaskVerb) {
    const { label, sure } = TASK_VERBS[verb]
    if (!sure) return press(verb)
    modal.confirm({ title: label, content: sure, okText: '确定', cancelText: '取消', onOk: () => press(verb) })
  }
  return (
    <Space size={0}>
      {VERBS.filter((verb) => task.may.includes(verb)).map((verb) => (
        <Button
          key={verb}
          type="link"
          size="small"
          danger={Boolean(TASK_VERBS[verb].danger)}
          loading={busy === verb}
          onClick={() => void ask(verb)}
        >
          {TASK_VERBS[verb].label}
        </Button>
      ))}
    </Space>
  )
}
