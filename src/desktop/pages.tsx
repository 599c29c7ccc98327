import { ACCOUNT, ACCOUNT_SETTINGS, BOARD, HOME, TODO } from '#model/addresses.ts'
import type { ComponentType, ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { accountTabAt, accountTabPath, isAccountPage } from '#headless/session/accountPages.ts'
import { firstTab, tabsOffered } from '#headless/session/accountTabs.ts'
import {
  isForbidden,
  leadsTo,
  onlineFormAt,
  routeAt,
  type MenuRoute,
  type OnlineFormPlace,
  type Screen,
} from '#headless/session/menu.ts'
import { can } from '#headless/session/capabilities.ts'
import { Defined } from '#headless/session/Defined.tsx'
import { MY_MESSAGES } from '#headless/messages/messages.ts'
import { TASKS } from '#headless/tasks/tasks.ts'
import { later } from '#headless/connection/later.ts'
import { Permitted } from '#headless/forms/Permitted.tsx'
import type { Resource } from '#model/resource.ts'
import { entries, type Entry } from '#resources/catalogue.ts'
import { custom, detailFor } from './custom/index.ts'

const Dashboard = later(() => import('./screens/dashboard/Dashboard.tsx'))
const Home = later(() => import('./screens/home/Home.tsx'))
const List = later(() => import('./screens/list/List.tsx'))
const Detail = later(() => import('./screens/detail/Detail.tsx'))
const FormPage = later(() => import('./screens/form/FormPage.tsx'))
const OnlineForm = later(() => import('./screens/onlineForm/OnlineForm.tsx'))
const ErrorPage = later(() => import('./screens/errors/ErrorPage.tsx'))
const NotInMenu = later(() => import('./screens/errors/NotInMenu.tsx'))
const Frame = later(() => import('./screens/frame/Frame.tsx'))
const MyTodos = later(() => import('./screens/todo/MyTodos.tsx'))
const ChatDoctor = later(() => import('./screens/chatDoctor/ChatDoctor.tsx'))
const OnlinePeople = later(() => import('./screens/online/OnlinePeople.tsx'))
const DataLog = later(() => import('./screens/dataLog/DataLog.tsx'))
const Problems = later(() => import('./screens/monitoring/Problems.tsx'))
const Metrics = later(() => import('./screens/monitoring/Metrics.tsx'))
const CacheFacts = later(() => import('./screens/monitoring/CacheFacts.tsx'))
const Trace = later(() => import('./screens/monitoring/Trace.tsx'))
const Disk = later(() => import('./screens/monitoring/Disk.tsx'))
const Report = later(() => import('./screens/report/Report.tsx'))
const DeviceMap = later(() => import('./screens/deviceMap/DeviceMap.tsx'))
const TaskCentre = later(() => import('./screens/tasks/TaskCentre.tsx'))
const Workplace = later(() => import('./screens/workplace/Workplace.tsx'))
const MyMessages = later(() => import('./screens/messages/MyMessages.tsx'))
const AddressBook = later(() => import('./screens/addressBook/AddressBook.tsx'))
const AccountCentre = later(() => import('./screens/account/AccountCentre.tsx'))
const AccountSettings = later(() => import('./screens/account/AccountSettings.tsx'))
const EditorsExample = later(() => import('./screens/examples/EditorsExample.tsx'))
const GridExample = later(() => import('./screens/examples/GridExample.tsx'))
const ChecksExample = later(() => import('./screens/examples/ChecksExample.tsx'))
const PickersExample = later(() => import('./screens/examples/PickersExample.tsx'))

/** Pages that are no resource, by the component name a menu gives them in small letters (`headless/menu.ts`). */
export const named: Readonly<Record<string, ComponentType>> = {
  'dashboard/analysis': Home,
  'dashboard/index': () => <Dashboard name="index" />,
  'dashboard/chart': () => <Dashboard name="chart" />,
  'dashboard/task': () => <Dashboard name="task" />,
  'dashboard/monitor': () => <Dashboard name="monitor" />,
  'dashboard/workplace': Workplace,
  'message/mine': MyMessages,
  'todo/mine': MyTodos,
  'system/addresslist': AddressBook,
  'system/chatdoctor': ChatDoctor,
  'rental/devicemap': DeviceMap,
  'modules/monitor/problems': Problems,
  'modules/monitor/redisinfo': CacheFacts,
  'modules/monitor/tomcatinfo': () => <Metrics page="tomcat" />,
  'modules/monitor/systeminfo': () => <Metrics page="system" />,
  'modules/monitor/jvminfo': () => <Metrics page="jvm" />,
  'modules/monitor/httptrace': Trace,
  'modules/monitor/diskmonitoring': Disk,
  'system/dataloglist': DataLog,
  'system/sysuseronlinelist': OnlinePeople,
  // In the menu of the demo's administrators; elsewhere in none until somebody puts them there.
  'examples/editors': EditorsExample,
  'examples/pickers': PickersExample,
  'examples/grid': GridExample,
  'examples/checks': ChecksExample,
}

/** Loads what an address shows, as far as that is known before the menu is. Never rejects: whoever draws it says so. */
export async function bringPage(pathname: string): Promise<void> {
  const page = pathname === HOME ? Home : entries.some(({ url }) => url === pathname) ? List : undefined
  await page?.bring().catch(() => undefined)
}

export interface Page {
  title: string
  keepAlive: boolean
  /** Above it in the menu, then itself; without 首页. */
  trail: readonly { title: string; path?: string }[]
  content: ReactNode
  /** Pages of one slot share a tab. */
  slot?: string
  /** Has no tab: an error, or what the menu says so of. */
  hideTab?: boolean
  /** It only leads on, to this page. */
  redirect?: string
}

type View = {
  [K in Screen['kind']]: (screen: Extract<Screen, { kind: K }>, route: MenuRoute, pathname: string) => ReactNode
}
const views: View = {
  resource: ({ name }) => {
    const Own = custom[name]?.list ?? List
    return <Defined name={name} draw={(resource) => <Own resource={resource} />} />
  },
  page: ({ page }, { title }) => {
    const Own = named[page]
    return Own ? <Own /> : <NotHere title={title} />
  },
  frame: ({ url }, { title }) => <Frame url={url} title={title} />,
  // Its address says which.
  onlineForm: (_, { title }) => <NotHere title={title} />,
  onlineReport: (_, __, pathname) => {
    const code = decodeURIComponent(pathname.split('/').at(-1) ?? '')
    return <Report key={code} code={code} />
  },
  layout: (_, { title }) => <NotHere title={title} />,
}

const NotHere = ({ title }: { title: string }) => (
  <div className="card">
    <h2>{title}</h2>
    <p>此页面尚未提供，请联系管理员。</p>
  </div>
)

const ERRORS = ['/403', '/404', '/500']

/** What an address shows; undefined when it is nobody's. */
export function pageAt(routes: readonly MenuRoute[], pathname: string): Page | undefined {
  if (ERRORS.includes(pathname)) {
    const code = pathname.slice(1)
    return {
      title: code,
      keepAlive: false,
      hideTab: true,
      trail: [{ title: code }],
      content: <ErrorPage code={code} />,
    }
  }
  if (isAccountPage(pathname)) return accountPage(pathname)
  if (pathname === HOME) return { title: '首页', keepAlive: true, trail: [], content: <Home /> }
  if (pathname === BOARD)
    return { title: '首页', keepAlive: false, hideTab: true, trail: [], content: null, redirect: HOME }
  const route = routeAt(routes, pathname)
  // Everybody has messages, also where no menu leads to them.
  if (!route && pathname === MY_MESSAGES)
    return { title: '我的消息', keepAlive: true, trail: [{ title: '我的消息' }], content: <MyMessages /> }
  if (!route && pathname === TODO && can('todo'))
    return { title: '我的待办', keepAlive: true, trail: [{ title: '我的待办' }], content: <MyTodos /> }
  if (!route && pathname === TASKS && can('tasks'))
    return { title: '任务中心', keepAlive: true, trail: [{ title: '任务中心' }], content: <TaskCentre /> }
  if (!route) return handedOver(pathname) ?? notInMenu(pathname)
  const own = [...route.trail, { title: route.title, path: route.path }]
  const rest = pathname.slice(route.path.length).split('/').filter(Boolean)
  if (route.screen.kind === 'resource' && rest.length && pathname.startsWith(route.path))
    return recordPage(route, route.screen.name, rest, own)
  if (route.screen.kind === 'onlineForm') return onlineFormPage(route, onlineFormAt(route, pathname), own)
  const view = views[route.screen.kind] as (screen: Screen, route: MenuRoute, pathname: string) => ReactNode
  const { title, keepAlive, hideTab } = route
  const redirect = leadsTo(routes, pathname)
  return {
    title,
    keepAlive,
    hideTab,
    ...(redirect && { redirect }),
    trail: own,
    content: view(route.screen, route, pathname),
  }
}

/** Everybody's own, whatever a menu says of it. */
function accountPage(pathname: string): Page {
  const centre = { title: '个人中心', path: ACCOUNT }
  if (pathname === ACCOUNT)
    return { title: centre.title, keepAlive: false, trail: [{ title: centre.title }], content: <AccountCentre /> }
  const tab = tabsOffered().find(({ key }) => key === accountTabAt(pathname))?.key
  return {
    title: '个人设置',
    keepAlive: true,
    slot: ACCOUNT_SETTINGS,
    trail: [centre, { title: '个人设置' }],
    ...(!tab && { redirect: accountTabPath(firstTab()) }),
    content: tab && <AccountSettings tab={tab} />,
  }
}

/** It is there and not for this person, or there is none: of lists that is known here, of the rest the server is asked. */
const notInMenu = (pathname: string): Page => ({
  title: '无法打开',
  keepAlive: false,
  hideTab: true,
  trail: [{ title: '无法打开' }],
  content: isForbidden(pathname) ? <ErrorPage code="403" about={{ path: pathname }} /> : <NotInMenu path={pathname} />,
})

/** A record that a person decides on for somebody else, whose menu they do not have. */
function handedOver(pathname: string): Page | undefined {
  const entry = entries.find(({ approval, url }) => approval && pathname.startsWith(`${url}/`))
  const [id, more] = entry ? pathname.slice(`${entry.url}/`.length).split('/') : []
  if (!entry || !id || id === 'add' || more) return undefined
  const draw = (resource: Resource) => {
    const Own = detailFor(resource) ?? Detail
    return <Own resource={resource} listPath={TODO} id={decodeURIComponent(id)} />
  }
  return {
    title: `详情${entry.label}`,
    keepAlive: true,
    slot: `${TODO}#detail`,
    trail: [{ title: '我的待办', path: TODO }, { title: '详情' }],
    content: <Defined name={entry.name} draw={draw} />,
  }
}

const TITLES = { list: '', detail: '详情', add: '新增', edit: '编辑' } as const

/** The list of an online form, and what is below it. What it is like is known when its definition has come. */
function onlineFormPage(
  { title, keepAlive, hideTab }: MenuRoute,
  { code, listPath, rest: [id, last] }: OnlineFormPlace,
  trail: Page['trail'],
): Page | undefined {
  if (last !== undefined && last !== 'edit') return undefined
  const what = id === undefined ? 'list' : last === 'edit' ? 'edit' : id === 'add' ? 'add' : 'detail'
  const draw = (resource: Resource) => {
    const given = { resource, listPath }
    if (what === 'list' || id === undefined) return <List resource={resource} />
    if (what === 'detail') return <Detail {...given} id={id} />
    return (
      <Permitted resource={resource} verb={what} refused={lacking}>
        <FormPage {...given} {...(what === 'edit' && { id })} />
      </Permitted>
    )
  }
  return {
    title: TITLES[what] + title,
    keepAlive: what === 'list' ? keepAlive : true,
    hideTab,
    ...(what !== 'list' && { slot: `${listPath}#${what === 'detail' ? 'detail' : 'form'}` }),
    trail: what === 'list' ? trail : [...trail, { title: TITLES[what] }],
    content: <OnlineForm key={code} code={code} draw={draw} />,
  }
}

/** Below a list: `add`, `{id}`, `{id}/edit`. */
function recordPage(
  route: MenuRoute,
  name: Entry['name'],
  [id, last]: string[],
  trail: Page['trail'],
): Page | undefined {
  const { label, lacks = [] } = entries.find((entry) => entry.name === name)!
  const page = (title: string, slot: 'detail' | 'form', draw: (resource: Resource) => ReactNode): Page => ({
    title: `${title}${label}`,
    keepAlive: true,
    slot: `${route.path}#${slot}`,
    trail: [...trail, { title }],
    content: <Defined name={name} draw={draw} />,
  })
  const Form = custom[name]?.form ?? FormPage
  const form = (verb: 'add' | 'edit', more: { id?: string }) => (resource: Resource) =>
    // On a server of the contract it may be that nobody can.
    resource.verbs.includes(verb) ? (
      <Permitted resource={resource} verb={verb} refused={lacking}>
        <Form resource={resource} listPath={route.path} {...more} />
      </Permitted>
    ) : (
      <NoPage />
    )
  const verb = id === 'add' && !last ? 'add' : last
  if ((verb === 'add' || verb === 'edit') && lacks.includes(verb)) return undefined
  if (verb === 'add') return page('新增', 'form', form('add', {}))
  if (verb === 'edit') return page('编辑', 'form', form('edit', { id: decodeURIComponent(id!) }))
  if (last) return undefined
  return page('详情', 'detail', (resource) => {
    const Own = detailFor(resource) ?? Detail
    return <Own resource={resource} listPath={route.path} id={decodeURIComponent(id!)} />
  })
}

const NoPage = () => <Navigate to="/404" replace />
const lacking = (permission: string) => <ErrorPage code="403" about={{ permission }} />
