import { ProgressBar } from 'antd-mobile'
import { useSearchParams } from 'react-router-dom'
import { say } from '#headless/connection/notices.ts'
import { NO_TASKS, taskWorks, useTasks } from '#headless/tasks/tasks.ts'
import { countsText, isUnderWay, percentOf, TASK_STATES, TASK_VERBS, type Task, type TaskVerb } from '#model/tasks.ts'
import { Tone } from '../../fields/Tone.tsx'
import { choose, confirm } from '../../layout/ask.ts'
import { useHost } from '../../HostContext.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../list/list.css'
import './tasks.css'

/** 任务中心: the person's own exports and imports, what came of them, and what may still be done with them. */
export default function TaskCentre() {
  const { tasks, isPending, error, refetch } = useTasks({ always: true })
  const [params] = useSearchParams()
  return (
    <Page title="任务中心">
      <Refresh again={() => refetch({ throwOnError: true })}>
        <div className="vd-list">
          {isPending ? (
            <Blocks count={3} />
          ) : error && !tasks.length ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : tasks.length ? (
            tasks.map((task) => <TaskCard key={task.id} task={task} named={task.id === params.get('id')} />)
          ) : (
            <Nothing>{NO_TASKS}</Nothing>
          )}
        </div>
      </Refresh>
    </Page>
  )
}

function TaskCard({ task, named }: { task: Task; named: boolean }) {
  const host = useHost()
  const { label, color } = TASK_STATES[task.state]
  const percent = percentOf(task)
  const open = async () => {
    const choices = task.may.map((verb) => {
      const { label, danger } = TASK_VERBS[verb]
      return { key: verb, text: label, danger: Boolean(danger) }
    })
    const verb = (await choose({ title: task.title, choices })) as TaskVerb | null
    if (!verb) return
    const { label, sure } = TASK_VERBS[verb]
    if (sure && !(await confirm({ title: `${label}？`, content: sure, yes: '撤销', no: '保留', danger: true }))) return
    try {
      const said = await taskWorks[verb](task, host)
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
