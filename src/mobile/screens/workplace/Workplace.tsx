import type { ReactNode } from 'react'
import { TODO } from '#model/addresses.ts'
import { decidedKey, todoKey } from '#headless/todos/todoPages.ts'
import { useDecided, useTodo, type DecidedItem, type TodoItem } from '#headless/todos/useTodo.ts'
import { changedText, useFollowedRecords, type FollowedRecord } from '#headless/workplace/followed.ts'
import { grouped } from '#model/money.ts'
import { addressNamed } from '#headless/session/addressNamed.ts'
import { Tone } from '../../fields/Tone.tsx'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { ShortcutCard } from './ShortcutCard.tsx'
import './workplace.css'

const MOST = 5

/** A person's own desk: what waits for them and until when, what they follow, what they decided, and the ways they choose. */
export default function Workplace() {
  const go = useGo()
  const todo = useTodo()
  const followed = useFollowedRecords()
  const decided = useDecided(MOST)
  const again = () => Promise.all([todo, followed, decided].map((one) => one.refetch({ throwOnError: true })))
  return (
    <Page title="工作台">
      <Refresh again={again}>
        <div className="vd-workplace">
          <Part
            title={`我的待办${todo.data?.total ? ` ${todo.data.total}` : ''}`}
            answer={todo}
            more={
              <button type="button" className="vd-text-button" onClick={() => go.to(TODO)}>
                全部
              </button>
            }
          >
            {({ records }) =>
              records.length ? (
                records.slice(0, MOST).map((item) => (
                  <Line
                    key={todoKey(item)}
                    item={item}
                    tone={
                      <>
                        {item.overdue && <Tone color="red">已超时</Tone>}
                        {item.principal && <Tone color="blue">{`代 ${item.principal}`}</Tone>}
                      </>
                    }
                  >
                    {item.dueTime ? `期限 ${item.dueTime.slice(5, 16)}` : `提交 ${(item.applyTime ?? '').slice(5, 16)}`}
                  </Line>
                ))
              ) : (
                <Nothing drawing="done">没有等您处理的事，辛苦了</Nothing>
              )
            }
          </Part>
          <Part title="我关注的" answer={followed}>
            {(records) =>
              records.length ? (
                records.map((item) => (
                  <Line key={todoKey(item)} item={item} tone={item.changed && <Tone color="orange">有更改</Tone>}>
                    {changedText(item)}
                  </Line>
                ))
              ) : (
                <Nothing>还没有关注的记录。打开一条记录，点下面的“关注”，别人更改后这里会告诉您</Nothing>
              )
            }
          </Part>
          <Part title="最近的处理" answer={decided}>
            {({ records }) =>
              records.length ? (
                records.map((item) => (
                  <Line key={decidedKey(item)} item={item}>
                    {item.time.slice(5, 16)} {item.step} {item.result}
                    {item.reason && `：${item.reason}`}
                  </Line>
                ))
              ) : (
                <Nothing>您还没有处理过审批事项</Nothing>
              )
            }
          </Part>
          <ShortcutCard />
        </div>
      </Refresh>
    </Page>
  )
}

interface PartProps<T> {
  title: string
  more?: ReactNode
  answer: { data: T | undefined; error: Error | null; refetch(): Promise<unknown> }
  children(data: T): ReactNode
}

function Part<T>({ title, more, answer: { data, error, refetch }, children }: PartProps<T>) {
  return (
    <section aria-label={title.split(' ')[0]}>
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Blocks count={2} />
      )}
    </section>
  )
}

interface LineProps {
  item: TodoItem | DecidedItem | FollowedRecord
  tone?: ReactNode
  children: ReactNode
}

function Line({ item: { resource, id, label, title, summary, amount }, tone, children }: LineProps) {
  const go = useGo()
  const to = addressNamed({ resource, id })
  return (
    <button
      type="button"
      className="vd-workplace-line"
      disabled={to === undefined}
      onClick={() => to !== undefined && go.to(to)}
    >
      <span>
        <b>
          {label} · {summary || title}
        </b>
        {amount && <span className="vd-number">¥{grouped(amount)}</span>}
      </span>
      <small>
        {tone} {children}
      </small>
    </button>
  )
}
