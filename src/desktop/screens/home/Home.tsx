import { Alert, Skeleton } from 'antd'
import { Link } from 'react-router-dom'
import { useAccess } from '#headless/session/access.ts'
import { greeting } from '#headless/session/greeting.ts'
import { HOME } from '#headless/session/guard.ts'
import type { MenuNode } from '#headless/session/menu.ts'
import { useSession } from '#headless/session/session.ts'
import { TODO_PAGE, useTodo } from '#headless/todos/useTodo.ts'
import { grouped } from '#model/money.ts'
import { resourceNamed } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { MenuIcon } from '../../layout/icons.tsx'

const ENTRIES = 12

const leaves = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children ? leaves(node.children) : node.path && !node.external ? [node] : []))

/** What waits for this person, and the way to everything else. */
export default function Home() {
  const realname = useSession((state) => state.realname)
  const department = useSession((state) => state.info?.orgCodeTxt)
  const visible = useAccess((state) => state.visible)
  const entries = leaves(visible)
    .filter(({ path }) => path !== HOME)
    .slice(0, ENTRIES)
  return (
    <>
      <section className="card" style={{ marginBottom: 12 }}>
        <h2>
          {greeting()}，{realname}
        </h2>
        <p style={{ margin: 0 }}>{department ? `当前部门：${department}` : '欢迎使用'}</p>
      </section>
      <div className="home-grid">
        <Waiting />
        <section className="card" aria-label="快捷入口">
          <h2>快捷入口</h2>
          {entries.length ? (
            <ul className="entries">
              {entries.map(({ key, path, title, icon }) => (
                <li key={key}>
                  <Link to={path!}>
                    <MenuIcon name={icon} /> {title}
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <p>还没有可用的菜单，请联系管理员授权。</p>
          )}
        </section>
      </div>
    </>
  )
}

function Waiting() {
  const todo = useTodo()
  return (
    <section className="card" aria-label="我的待办">
      <h2>
        <Link to={TODO_PAGE}>我的待办</Link>
      </h2>
      {todo.isPending ? (
        <Skeleton active />
      ) : todo.error ? (
        <Alert type="warning" showIcon title={todo.error.message} />
      ) : todo.data.total === 0 ? (
        <p>没有等待您处理的事项。</p>
      ) : (
        <>
          <div className="big-number">{todo.data.total}</div>
          <ul className="todo-list">
            {todo.data.records.slice(0, 6).map((item) => {
              const resource = resourceNamed(item.resource)
              return (
                <li key={`${item.resource}:${item.id}`}>
                  {resource ? (
                    <Link to={`${menuUrl(resource)}/${encodeURIComponent(item.id)}`}>
                      {item.label} {item.title}
                    </Link>
                  ) : (
                    <span>
                      {item.label} {item.title}
                    </span>
                  )}
                  <span>{item.summary}</span>
                  {item.overdue && <span className="wrong">已超时</span>}
                  {item.amount && <span className="number">¥ {grouped(item.amount)}</span>}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}
