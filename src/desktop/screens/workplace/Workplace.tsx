import { Alert, Skeleton, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TODO } from '#model/addresses.ts'
import { greeting } from '#headless/session/greeting.ts'
import { useSession } from '#headless/session/session.ts'
import { decidedKey, todoKey } from '#headless/todos/todoPages.ts'
import { useDecided, useTodo, type TodoItem } from '#headless/todos/useTodo.ts'
import { changedText, useFollowedRecords } from '#headless/workplace/followed.ts'
import { grouped } from '#model/money.ts'
import { NamedRecord } from '../../layout/NamedRecord.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { ShortcutCard } from './ShortcutCard.tsx'
import './workplace.css'

const MOST = 8

/** A person's own desk: what waits for them and until when, what they follow, what they decided, and the ways they choose. */
export default function Workplace() {
  const realname = useSession((state) => state.realname)
  return (
    <div className="workplace">
      <h1>
        {greeting()}，{realname}
      </h1>
      <Todos />
      <Followed />
      <Decided />
      <ShortcutCard />
    </div>
  )
}

interface PartProps<T> {
  name: string
  title: ReactNode
  answer: { data: T | undefined; error: Error | null }
  children(data: T): ReactNode
}

function Part<T>({ name, title, answer: { data, error }, children }: PartProps<T>) {
  return (
    <section className="card" aria-label={name}>
      <h2>{title}</h2>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Alert type="warning" showIcon title={error.message} />
      ) : (
        <Skeleton active />
      )}
    </section>
  )
}

const ToRecord = (item: Pick<TodoItem, 'resource' | 'id' | 'label' | 'title'>) => (
  <NamedRecord record={item}>
    {item.label} {item.title}
  </NamedRecord>
)

const amountOf = (amount: string | null) => amount && <span className="number">¥ {grouped(amount)}</span>

function Todos() {
  const todo = useTodo()
  return (
    <Part
      name="我的待办"
      title={<Link to={TODO}>我的待办{todo.data?.total ? `（${todo.data.total}）` : ''}</Link>}
      answer={todo}
    >
      {({ records }) =>
        records.length ? (
          <ul>
            {records.slice(0, MOST).map((item) => (
              <li key={todoKey(item)}>
                <div>
                  <ToRecord {...item} />
                  {item.overdue && <Tag color="red">已超时</Tag>}
                  {item.principal && <Tag color="blue">代 {item.principal}</Tag>}
                  {amountOf(item.amount)}
                </div>
                <div className={item.overdue ? 'wrong' : 'soft'}>
                  {item.summary}
                  <span className="number">
                    {item.dueTime ? `期限 ${item.dueTime.slice(5, 16)}` : `提交 ${(item.applyTime ?? '').slice(5, 16)}`}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <Nothing drawing="done">没有等待您处理的事项，有新的会出现在这里。</Nothing>
        )
      }
    </Part>
  )
}

function Followed() {
  return (
    <Part name="我关注的" title="我关注的" answer={useFollowedRecords()}>
      {(records) =>
        records.length ? (
          <ul className="long">
            {records.map((item) => (
              <li key={todoKey(item)}>
                <div>
                  <ToRecord {...item} />
                  {item.status && <Tag>{item.status}</Tag>}
                  {amountOf(item.amount)}
                </div>
                <div className="soft">
                  {item.changed && <Tag color="orange">有更改</Tag>}
                  <span className="wraps">{changedText(item)}</span>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <Nothing>还没有关注的记录。打开任何一条记录，点“关注”，别人更改后这里会告诉您。</Nothing>
        )
      }
    </Part>
  )
}

function Decided() {
  return (
    <Part name="最近的处理" title="最近的处理" answer={useDecided(MOST)}>
      {({ records }) =>
        records.length ? (
          <ul>
            {records.map((item) => (
              <li key={decidedKey(item)}>
                <div>
                  <ToRecord {...item} />
                  {amountOf(item.amount)}
                </div>
                <div className="soft">
                  {item.step} {item.result}
                  {item.reason && `：${item.reason}`}
                  <span className="number">{item.time.slice(5, 16)}</span>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <Nothing>您还没有处理过审批事项。</Nothing>
        )
      }
    </Part>
  )
}
