import { lazy, type ComponentType, type ReactNode } from 'react'
import { HOME } from '#headless/session/guard.ts'
import { isForbidden, leadsTo, routeAt, type MenuRoute, type Screen } from '#headless/session/menu.ts'
import { MY_MESSAGES } from '#headless/messages/messages.ts'
import { TASKS } from '#headless/tasks/tasks.ts'
import { TODO_PAGE } from '#headless/todos/useTodo.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { allResources, resourceNamed } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { custom, detailFor } from './custom/index.ts'

const load = <P,>(from: () => Promise<{ default: ComponentType<P> }>) => lazy(() => importWithTimeout(from()))

const Home = load(() => import('./screens/home/Home.tsx'))
const List = load(() => import('./screens/list/List.tsx'))
const Detail = load(() => import('./screens/detail/Detail.tsx'))
const FormPage = load(() => import('./screens/form/FormPage.tsx'))
const ErrorPage = load(() => import('./screens/errors/ErrorPage.tsx'))
const Frame = load(() => import('./screens/frame/Frame.tsx'))
const MyTodos = load(() => import('./screens/todo/MyTodos.tsx'))
const ChatDoctor = load(() => import('./screens/chatDoctor/ChatDoctor.tsx'))
const DeviceMap = load(() => import('./screens/deviceMap/DeviceMap.tsx'))
const TaskCentre = load(() => import('./screens/tasks/TaskCentre.tsx'))
const MyMessages = load(() => import('./screens/messages/MyMessages.tsx'))
const EditorsExample = load(() => import('./screens/examples/EditorsExample.tsx'))
const GridExample = load(() => import('./screens/examples/GridExample.tsx'))
const ChecksExample = load(() => import('./screens/examples/ChecksExample.tsx'))
const PickersExample = load(() => import('./screens/examples/PickersExample.tsx'))

/** Pages that are no resource, by the component name a menu gives them in small letters (`headless/menu.ts`). */
export const named: Readonly<Record<string, ComponentType>> = {
  'dashboard/analysis': Home,
  'message/mine': MyMessages,
  'todo/mine': MyTodos,
  'system/chatdoctor': ChatDoctor,
  'rental/devicemap': DeviceMap,
  // In the menu of the demo's administrators; elsewhere in none until somebody puts them there.
  'examples/editors': EditorsExample,
  'examples/pickers': PickersExample,
  'examples/grid': GridExample,
  'examples/checks': ChecksExample,
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

type View = { [K in Screen['kind']]: (screen: Extract<Screen, { kind: K }>, route: MenuRoute) => ReactNode }
const views: View = {
  resource: ({ name }) => {
    const Own = custom[name]?.list ?? List
    return <Own resource={resourceNamed(name)!} />
  },
  page: ({ page }, { title }) => {
    const Own = named[page]
    return Own ? <Own /> : <NotHere title={title} />
  },
  frame: ({ url }, { title }) => <Frame url={url} title={title} />,
  onlineForm: (_, { title }) => <NotHere title={title} />,
  onlineReport: (_, { title }) => <NotHere title={title} />,
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
  if (pathname === HOME) return { title: '首页', keepAlive: true, trail: [], content: <Home /> }
  const route = routeAt(routes, pathname)
  // Everybody has messages, also where no menu leads to them.
  if (!route && pathname === MY_MESSAGES)
    return { title: '我的消息', keepAlive: true, trail: [{ title: '我的消息' }], content: <MyMessages /> }
  if (!route && pathname === TODO_PAGE)
    return { title: '我的待办', keepAlive: true, trail: [{ title: '我的待办' }], content: <MyTodos /> }
  if (!route && pathname === TASKS)
    return { title: '任务中心', keepAlive: true, trail: [{ title: '任务中心' }], content: <TaskCentre /> }
  if (!route) return handedOver(pathname) ?? notForThem(pathname)
  const own = [...route.trail, { title: route.title, path: route.path }]
  const rest = pathname.slice(route.path.length).split('/').filter(Boolean)
  if (route.screen.kind === 'resource' && rest.length && pathname.startsWith(route.path))
    return recordPage(route, route.screen.name, rest, own)
  const view = views[route.screen.kind] as (screen: Screen, route: MenuRoute) => ReactNode
  const { title, keepAlive, hideTab } = route
  const redirect = leadsTo(routes, pathname)
  return { title, keepAlive, hideTab, ...(redirect && { redirect }), trail: own, content: view(route.screen, route) }
}

/** It is there, but not in this person's menu. */
const notForThem = (pathname: string): Page | undefined =>
  isForbidden(pathname)
    ? {
        title: '无权限',
        keepAlive: false,
        hideTab: true,
        trail: [{ title: '无权限' }],
        content: <ErrorPage code="403" />,
      }
    : undefined

/** A record that a person decides on for somebody else, whose menu they do not have. */
function handedOver(pathname: string): Page | undefined {
  const resource = allResources().find((one) => one.approval && pathname.startsWith(`${menuUrl(one)}/`))
  const [id, more] = resource ? pathname.slice(menuUrl(resource).length + 1).split('/') : []
  const Own = resource && detailFor(resource)
  if (!resource || !Own || !id || id === 'add' || more) return undefined
  return {
    title: `详情${resource.label}`,
    keepAlive: true,
    slot: `${TODO_PAGE}#detail`,
    trail: [{ title: '我的待办', path: TODO_PAGE }, { title: '详情' }],
    content: <Own resource={resource} listPath={TODO_PAGE} id={decodeURIComponent(id)} />,
  }
}

/** Below a list: `add`, `{id}`, `{id}/edit`. */
function recordPage(
  route: MenuRoute,
  name: Extract<Screen, { kind: 'resource' }>['name'],
  [id, last]: string[],
  trail: Page['trail'],
): Page | undefined {
  const resource = resourceNamed(name)!
  const given = { resource, listPath: route.path }
  const page = (title: string, slot: 'detail' | 'form', content: ReactNode): Page => ({
    title: `${title}${resource.label}`,
    keepAlive: true,
    slot: `${route.path}#${slot}`,
    trail: [...trail, { title }],
    content,
  })
  const Form = custom[name]?.form ?? FormPage
  const Own = detailFor(resource) ?? Detail
  // What nobody can add or change has no form.
  const verb = id === 'add' && !last ? 'add' : last
  if ((verb === 'add' || verb === 'edit') && !resource.verbs.includes(verb)) return undefined
  if (verb === 'add') return page('新增', 'form', <Form {...given} />)
  if (verb === 'edit') return page('编辑', 'form', <Form {...given} id={decodeURIComponent(id!)} />)
  return last ? undefined : page('详情', 'detail', <Own {...given} id={decodeURIComponent(id!)} />)
}
