import { TODO } from '#model/addresses.ts'
import { SafeArea, TabBar } from 'antd-mobile'
import { AppOutline, MessageOutline, UnorderedListOutline, UserOutline } from 'antd-mobile-icons'
import { useLocation, useNavigate } from 'react-router-dom'
import { useMessageCounts } from '#headless/messages/messages.ts'
import { useTodoPages } from '#headless/todos/todoPages.ts'
import { APPS, ME, MESSAGES, start } from './paths.ts'

const tabs = [
  { path: TODO, title: '待办', icon: <UnorderedListOutline /> },
  { path: APPS, title: '应用', icon: <AppOutline /> },
  { path: MESSAGES, title: '消息', icon: <MessageOutline /> },
  { path: ME, title: '我的', icon: <UserOutline /> },
]

const badgeOf = (count = 0) => (count > 99 ? '99+' : count > 0 ? String(count) : undefined)

/** The four doors at the bottom; 待办 and 消息 say how many wait. */
export default function Tabs() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { total } = useTodoPages()
  const { total: unread } = useMessageCounts()
  const tabsHere = tabs.filter(({ path }) => path !== TODO || start() === TODO)
  const counts: Readonly<Record<string, number>> = { [TODO]: total, [MESSAGES]: unread }
  return (
    <nav className="vd-tabs" aria-label="主导航">
      <TabBar activeKey={pathname} onChange={(path) => void navigate(path, { replace: true })} safeArea={false}>
        {tabsHere.map(({ path, title, icon }) => (
          <TabBar.Item key={path} title={title} icon={icon} badge={badgeOf(counts[path])} />
        ))}
      </TabBar>
      <SafeArea position="bottom" />
    </nav>
  )
}
