import { Alert, App, Button, Table } from 'antd'
import { fileOfImport } from '#headless/lists/exchange.ts'
import { taskFile } from '#headless/tasks/tasks.ts'
import { checkedAdvice, faultsSaid } from '#headless/lists/useImport.ts'
import { importRemarks, type Task } from '#model/tasks.ts'
import { useHost } from '../../HostContext.ts'

interface Props {
  tasks: readonly Task[]
  validate: boolean
}

/** What each checked file would do; nothing is written yet. */
export function CheckedFiles({ tasks, validate }: Props) {
  const { message } = App.useApp()
  const host = useHost()
  const advice = checkedAdvice(tasks, validate)
  async function save(task: Task) {
    try {
      await host.saveFile(await taskFile(task.id, 'faults'))
    } catch (error) {
      void message.error((error as Error).message)
    }
  }
  const count = (title: string, of: (counts: NonNullable<Task['counts']>) => number | undefined) => ({
    title,
    align: 'right' as const,
    render: (_: unknown, { counts }: Task) => of(counts ?? {}) ?? 0,
  })
  return (
    <>
      <Table<Task>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={[...tasks]}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: '文件', render: (_, task) => fileOfImport(task) },
          count('新增', ({ added }) => added),
          count('修改', ({ changed }) => changed),
          count('无变化', ({ same }) => same),
          count('错误', ({ wrong: faults }) => faults),
          {
            title: '错误清单',
            render: (_, task) =>
              task.faultName && (
                <Button type="link" size="small" onClick={() => void save(task)}>
                  下载
                </Button>
              ),
          },
        ]}
      />
      {tasks.map((task) => {
        const said = faultsSaid(task)
        return (
          said.length > 0 && (
            <Alert
              key={task.id}
              type="error"
              style={{ overflowWrap: 'anywhere' }}
              title={tasks.length > 1 ? `${fileOfImport(task)} 的错误` : '错误'}
              description={said.map((text) => (
                <div key={text}>{text}</div>
              ))}
            />
          )
        )
      })}
      {tasks.flatMap(({ id, counts }) =>
        importRemarks(counts ?? {}).map((text) => <Alert key={id + text} type="warning" showIcon title={text} />),
      )}
      <Alert type={advice.wrong ? 'warning' : 'info'} showIcon title={advice.text} />
    </>
  )
}
