import { TODO } from '#model/addresses.ts'
import { Alert, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useCan } from '#headless/session/capabilities.ts'
import { greeting } from '#headless/session/greeting.ts'
import { useSession } from '#headless/session/session.ts'
import { useTodo } from '#headless/todos/useTodo.ts'
import { grouped } from '#model/money.ts'
import { NamedRecord } from '../../layout/NamedRecord.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { ShortcutCard } from '../workplace/ShortcutCard.tsx'

/** The greeting and what waits need none of its code. */
const Dashboard = lazy(() => importWithTimeout(import('../dashboard/Dashboard.tsx')))

/** The figures of today, what waits for this person, and the way to everything else. */
export default function Home() {
  const realname = useSession((state) => state.realname)
  const department = useSession((state) => state.info?.orgCodeTxt)
  const counts = useCan('figures')
  const hasTodos = useCan('todo')
  const waiting = (
    <div className="home-grid">
      {hasTodos && <Waiting />}
      <ShortcutCard />
    </div>
  )
  return (
    <>
      <section className="card" style={{ marginBottom: 12 }}>
        <h2>
          {greeting()}，{realname}
        </h2>
        <p style={{ margin: 0 }}>{department ? `当前部门：${department}` : '欢迎使用'}</p>
      </section>
      {counts ? (
        <Suspense fallback={waiting}>
          <Dashboard name="analysis" between={waiting} />
        </Suspense>
      ) : (
        waiting
      )}
    </>
  )
}

function Waiting() {
  const todo = useTodo()
  return (
    <section className="card" aria-label="我的待办">
      <h2>
        <Link to={TODO}>我的待办</Link>
      </h2>
      {todo.isPending ? (
        <Skeleton active />
      ) : !todo.data ? (
        <Alert type="warning" showIcon title={todo.error.message} />
      ) : todo.data.total === 0 ? (
        <Nothing drawing="done">没有等待您处理的事项。</Nothing>
      ) : (
        <>
          <div className="big-number">{todo.data.total}</div>
          <ul className="todo-list">
            {todo.data.records.slice(0, 6).map((item) => (
              <li key={`${item.resource}:${item.id}`}>
                <NamedRecord record={item}>
                  {item.label} {item.title}
                </NamedRecord>
                <span>{item.summary}</span>
                {item.overdue && <span className="wrong">已超时</span>}
                {item.amount && <span className="number">¥ {grouped(item.amount)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
