import { ProgressBar, PullToRefresh } from 'antd-mobile'
import { useSearchParams } from 'react-router-dom'
import { say } from '#headless/notices.ts'
import { actOnTask, confirmTask, removeTask, taskFile, useTasks } from '#headless/tasks.ts'
import { countsText, isUnderWay, percentOf, TASK_STATES, type Task, type TaskVerb } from '#model/tasks.ts'
import { Tone } from '../fields/Tone.tsx'
import { choose, confirm } from '../frame/ask.ts'
import { useHost } from '../frame/host.ts'
import { Failed, Nothing } from '../frame/Nothing.tsx'
import { Page } from '../frame/Page.tsx'
import { wordsOf } from '../frame/useRun.ts'
import { Blocks } from '../frame/Waiting.tsx'
import './list.css'
import './tasks.css'

/** 任务中心: the person's own exports and imports, what came of them, and what may still be done with them. */
export default function Tasks() {
  const { tasks, isPending, error, refetch } = useTasks({ always: true })
  const [params] = useSearchParams()
  return (
    <Page title="任务中心">
      <PullToRefresh onRefresh={() => refetch()}>
        <div className="vd-list">
          {isPending ? (
            <Blocks count={3} />
          ) : error && !tasks.length ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : tasks.length ? (
            tasks.map((task) => <TaskCard key={task.id} task={task} named={task.id === params.get('id')} />)
          ) : (
            <Nothing>还没有任务。数据较多的导出和导入会在后台进行，进度和结果都在这里</Nothing>
          )}
        </div>
      </PullToRefresh>
    </Page>
  )
}

const LABELS: Readonly<Record<TaskVerb, string>> = {
  confirm: '确认导入',
  confirmPart: '只导入正确的行',
  download: '下载文件',
  faults: '下载错误清单',
  cancel: '取消任务',
  undo: '撤销本次导入',
  remove: '删除',
}
const DANGER: readonly TaskVerb[] = ['cancel', 'undo', 'remove']

function TaskCard({ task, named }: { task: Task; named: boolean }) {
  const host = useHost()
  const { label, color } = TASK_STATES[task.state]
  const percent = percentOf(task)
  const works: Readonly<Record<TaskVerb, () => Promise<string | void>>> = {
    confirm: () => confirmTask(task.id, false).then(() => undefined),
    confirmPart: () => confirmTask(task.id, true).then(() => undefined),
    download: async () => host.saveFile(await taskFile(task.id, 'result')),
    faults: async () => host.saveFile(await taskFile(task.id, 'faults')),
    cancel: () => actOnTask('cancel', task.id),
    undo: async () =>
      (await confirm({
        title: '撤销本次导入？',
        content: '将删除本次导入新增的行，并恢复被修改的行',
        yes: '撤销',
        no: '保留',
        danger: true,
      }))
        ? actOnTask('undo', task.id)
        : undefined,
    remove: () => removeTask(task.id),
  }
  const open = async () => {
    const choices = task.may.map((verb) => ({ key: verb, text: LABELS[verb], danger: DANGER.includes(verb) }))
    const verb = (await choose({ title: task.title, choices })) as TaskVerb | null
    if (!verb) return
    try {
      const said = await works[verb]()
      if (said) say('success', said)
    } catch (error) {
      say('error', wordsOf(error))
    }
  }
  return (
    <button
      type="button"
      className={named ? 'vd-card vd-task vd-task-named' : 'vd-card vd-task'}
      disabled={!task.may.length}
      onClick={() => void open()}
    >
      <span className="vd-card-head">
        <b>{task.title}</b>
        <span className="vd-badge">
          <Tone color={color}>{task.undone ? '已撤销' : label}</Tone>
        </span>
      </span>
      {isUnderWay(task) && percent !== undefined && (
        <span role="progressbar" aria-label={`${task.title}进度`} aria-valuenow={percent}>
          <ProgressBar percent={percent} text />
        </span>
      )}
      <span className="vd-task-text">
        {task.state === 'checked' && task.counts ? countsText(task.counts) : task.message}
      </span>
      <span className="vd-task-text">{task.createTime}</span>
    </button>
  )
}
