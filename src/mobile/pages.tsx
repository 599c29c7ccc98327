/** Which screen an address shows. */
import { ACCOUNT, ACCOUNT_SETTINGS, BOARD, HOME, RECYCLE_BIN, TODO } from '#model/addresses.ts'
import { lazy, type ComponentType, type ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { openableRoutes, useAccess } from '#headless/session/access.ts'
import { accountTabAt, accountTabPath, type AccountTab } from '#headless/session/accountPages.ts'
import { firstTab, tabsOffered } from '#headless/session/accountTabs.ts'
import { pathOf, safeRedirect } from '#headless/session/guard.ts'
import { isForbidden, leadsTo, onlineFormAt, routeAt, type Screen } from '#headless/session/menu.ts'
import { Defined } from '#headless/session/Defined.tsx'
import { MY_MESSAGES, useNamedAnnouncement } from '#headless/messages/messages.ts'
import { isBinned } from '#headless/lists/recycleBin.ts'
import { say } from '#headless/connection/notices.ts'
import { TASKS } from '#headless/tasks/tasks.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { later } from '#headless/connection/later.ts'
import { Permitted } from '#headless/forms/Permitted.tsx'
import type { Resource } from '#model/resource.ts'
import { bringDefinition, entries } from '#resources/catalogue.ts'
import { recordLink } from '#resources/recordLink.ts'
import { formFor, listFor, replacementFor } from './custom/index.ts'
import { prefetchRecord } from './custom/links.ts'
import { toolAt } from './custom/tools.ts'
import { APPS, DEPUTY, ME, MESSAGES, NOTICES, OWN_PHONE, PASSWORD, SETTINGS, start, WHY } from './layout/paths.ts'
import { opens, type PhonePage } from './layout/places.ts'

const List = later(() => import('./screens/list/List.tsx'))
const Detail = later(() => import('./screens/detail/Detail.tsx'))
const FormPage = later(() => import('./screens/form/FormPage.tsx'))
const OnlineForm = lazy(() => importWithTimeout(import('./screens/onlineForm/OnlineForm.tsx')))
const ErrorPage = lazy(() => importWithTimeout(import('./screens/errors/ErrorPage.tsx')))
const NotInMenu = lazy(() => importWithTimeout(import('./screens/errors/NotInMenu.tsx')))
const ToolPage = lazy(() => importWithTimeout(import('./screens/tool/ToolPage.tsx')))
const RecycleBin = lazy(() => importWithTimeout(import('./screens/recycleBin/RecycleBin.tsx')))
const Report = lazy(() => importWithTimeout(import('./screens/report/Report.tsx')))
const Frame = lazy(() => importWithTimeout(import('./screens/frame/Frame.tsx')))

/** The desktop's address of the messages; a link may name one of them. */
function ToMessages() {
  const [params] = useSearchParams()
  useNamedAnnouncement(params.get('anntId'), complain)
  return <Navigate to={MESSAGES} replace />
}
const complain = (text: string) => say('warning', text)

/** The desktop's first page, wherever a menu has it: a link to it leads to the first page here. */
function ToStart() {
  return <Navigate to={start()} replace />
}

const Dashboard = lazy(() => importWithTimeout(import('./screens/dashboard/Dashboard.tsx')))
const Settings = lazy(() => importWithTimeout(import('./screens/me/Settings.tsx')))
const NoticeSettings = lazy(() => importWithTimeout(import('./screens/me/NoticeSettings.tsx')))

/** 个人设置, by the tabs the desktop has. */
const accountPages: Readonly<Record<AccountTab, ComponentType>> = {
  BaseSetting: lazy(() => importWithTimeout(import('./screens/account/BaseSetting.tsx'))),
  security: lazy(() => importWithTimeout(import('./screens/account/Security.tsx'))),
  custom: Settings,
  binding: lazy(() => importWithTimeout(import('./screens/account/Binding.tsx'))),
  notification: NoticeSettings,
}

const MyTodos = later(() => import('./screens/todo/MyTodos.tsx'))

const own: Readonly<Record<string, ComponentType>> = {
  [TODO]: () => (start() === TODO ? <MyTodos /> : <ToStart />),
  [BOARD]: Dashboard,
  [APPS]: lazy(() => importWithTimeout(import('./screens/apps/Apps.tsx'))),
  [MESSAGES]: lazy(() => importWithTimeout(import('./screens/messages/MyMessages.tsx'))),
  [ME]: lazy(() => importWithTimeout(import('./screens/me/Me.tsx'))),
  [PASSWORD]: lazy(() => importWithTimeout(import('./screens/me/Password.tsx'))),
  [DEPUTY]: lazy(() => importWithTimeout(import('./screens/todo/Deputies.tsx'))),
  [SETTINGS]: Settings,
  [NOTICES]: NoticeSettings,
  [OWN_PHONE]: lazy(() => importWithTimeout(import('./screens/account/OwnPhone.tsx'))),
  [ACCOUNT]: lazy(() => importWithTimeout(import('./screens/account/AccountCentre.tsx'))),
  [WHY]: lazy(() => importWithTimeout(import('./screens/why/Why.tsx'))),
  [TASKS]: lazy(() => importWithTimeout(import('./screens/tasks/TaskCentre.tsx'))),
  [MY_MESSAGES]: ToMessages,
  [HOME]: ToStart,
}

const Metrics = lazy(() => importWithTimeout(import('./screens/monitoring/Metrics.tsx')))

/** Pages of the menu that this shell has, by the key `headless/menu.ts` gives them. */
const menuPages: Readonly<Record<PhonePage | 'dashboard/analysis', ComponentType>> = {
  'dashboard/analysis': ToStart,
  'message/mine': () => <Navigate to={MESSAGES} replace />,
  'todo/mine': ToStart,
  'dashboard/index': () => <Dashboard name="index" />,
  'dashboard/chart': () => <Dashboard name="chart" />,
  'dashboard/task': () => <Dashboard name="task" />,
  'dashboard/monitor': () => <Dashboard name="monitor" />,
  'dashboard/workplace': lazy(() => importWithTimeout(import('./screens/workplace/Workplace.tsx'))),
  'system/addresslist': lazy(() => importWithTimeout(import('./screens/addressBook/AddressBook.tsx'))),
  'system/chatdoctor': lazy(() => importWithTimeout(import('./screens/chatDoctor/ChatDoctor.tsx'))),
  'system/sysuseronlinelist': lazy(() => importWithTimeout(import('./screens/online/OnlinePeople.tsx'))),
  'system/dataloglist': lazy(() => importWithTimeout(import('./screens/dataLog/DataLog.tsx'))),
  'modules/monitor/problems': lazy(() => importWithTimeout(import('./screens/monitoring/Problems.tsx'))),
  'modules/monitor/redisinfo': lazy(() => importWithTimeout(import('./screens/monitoring/CacheFacts.tsx'))),
  'modules/monitor/tomcatinfo': () => <Metrics page="tomcat" />,
  'modules/monitor/systeminfo': () => <Metrics page="system" />,
  'modules/monitor/jvminfo': () => <Metrics page="jvm" />,
  'modules/monitor/httptrace': lazy(() => importWithTimeout(import('./screens/monitoring/Trace.tsx'))),
  'modules/monitor/diskmonitoring': lazy(() => importWithTimeout(import('./screens/monitoring/Disk.tsx'))),
  'rental/devicemap': lazy(() => importWithTimeout(import('./screens/deviceMap/DeviceMap.tsx'))),
  'examples/editors': lazy(() => importWithTimeout(import('./screens/examples/EditorsExample.tsx'))),
  'examples/pickers': lazy(() => importWithTimeout(import('./screens/examples/PickersExample.tsx'))),
  'examples/grid': lazy(() => importWithTimeout(import('./screens/examples/GridExample.tsx'))),
  'examples/checks': lazy(() => importWithTimeout(import('./screens/examples/ChecksExample.tsx'))),
}

const lacking = (permission: string) => <ErrorPage reason="forbidden" about={{ permission }} />

/** `/finance/userWithdrawal/123/edit` below `/finance/userWithdrawal`. */
function recordPage(resource: Resource, rest: readonly string[], title = resource.label): ReactNode {
  const [id, what] = rest
  const OwnList = listFor(resource) ?? List
  if (!id) return <OwnList resource={resource} title={title} />
  const OwnForm = formFor(resource) ?? FormPage
  const verb = id === 'add' ? 'add' : what
  // What nobody can add or change has no form.
  if ((verb === 'add' || verb === 'edit') && !resource.verbs.includes(verb)) return <ErrorPage />
  if (verb === 'add' || verb === 'edit')
    return (
      <Permitted resource={resource} verb={verb} refused={lacking}>
        <OwnForm resource={resource} {...(verb === 'edit' && { id })} />
      </Permitted>
    )
  if (what) return toolAt(resource, what) ? <ToolPage resource={resource} id={id} tool={what} /> : <ErrorPage />
  if (id === RECYCLE_BIN && isBinned(resource.name)) return <RecycleBin of={resource.name} />
  const Own = replacementFor(resource)?.Detail ?? Detail
  return <Own resource={resource} id={id} />
}

const partsBelow = (base: string, pathname: string): string[] =>
  pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent)

const screens: {
  [K in Screen['kind']]: (
    screen: Extract<Screen, { kind: K }>,
    rest: string[],
    title: string,
    pathname: string,
  ) => ReactNode
} = {
  resource: ({ name }, rest, title) => <Defined name={name} draw={(resource) => recordPage(resource, rest, title)} />,
  frame: ({ url }, _, title) => <Frame url={url} title={title} />,
  page: ({ page }) => {
    const Page = (menuPages as Partial<Record<string, ComponentType>>)[page]
    return Page ? <Page /> : <ErrorPage reason="desktop" />
  },
  // Its address says which.
  onlineForm: () => <ErrorPage />,
  onlineReport: (_, __, title, pathname) => {
    const code = decodeURIComponent(pathname.split('/').at(-1) ?? '')
    return <Report key={code} code={code} title={title} />
  },
  layout: () => <ErrorPage />,
}

const STATUS_PAGES = ['/403', '/404', '/500']

export function drawPage(pathname: string): ReactNode {
  const Own = own[pathname]
  if (Own) return <Own />
  const tab = tabsOffered().find(({ key }) => key === accountTabAt(pathname))?.key
  const Tab = tab && accountPages[tab]
  if (Tab) return <Tab />
  if (pathname === ACCOUNT_SETTINGS || accountTabAt(pathname))
    return <Navigate to={accountTabPath(firstTab())} replace />
  const routes = openableRoutes(useAccess.getState())
  const elsewhere = leadsTo(routes, pathname)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  const route = routeAt(routes, pathname)
  if (!route) {
    // A record that a person decides on for somebody else, whose menu they do not have.
    const link = recordLink(pathname)
    if (link?.of.approval) return <Defined name={link.of.name} draw={(resource) => recordPage(resource, [link.id])} />
    if (isForbidden(pathname)) return <ErrorPage reason="forbidden" about={{ path: pathname }} />
    return STATUS_PAGES.includes(pathname) ? <ErrorPage /> : <NotInMenu path={pathname} />
  }
  if (route.screen.kind === 'onlineForm') {
    const { code, rest } = onlineFormAt(route, pathname)
    const { title } = route
    return <OnlineForm key={code} code={code} title={title} draw={(resource) => recordPage(resource, rest, title)} />
  }
  const draw = screens[route.screen.kind] as (
    screen: Screen,
    rest: string[],
    title: string,
    pathname: string,
  ) => ReactNode
  return draw(route.screen, partsBelow(route.path, pathname), route.title, pathname)
}

/** A person's own first page, where the phone has it and they may open it; else where everybody begins. */
export function homeHere(homePath: string): string {
  const wanted = safeRedirect(homePath)
  if (!wanted) return start()
  const pathname = pathOf(wanted)
  const routes = openableRoutes(useAccess.getState())
  const route = routeAt(routes, leadsTo(routes, pathname) ?? pathname)
  return pathname in own || (route && opens(route.screen)) ? wanted : start()
}

/** Begins to load the record of an address, what it is and the code that shows it, before the menu is known. */
export function prefetchPage(pathname: string): void {
  const link = recordLink(pathname)
  const of = link?.of ?? entries.find(({ url }) => url === pathname)
  if (of) void bringDefinition(of.name).catch(() => undefined)
  if (pathname === TODO) void MyTodos.bring().catch(() => undefined)
  if (of && !link) void List.bring().catch(() => undefined)
  if (!link) return
  prefetchRecord(link).catch(() => undefined)
  void (replacementFor(link.of)?.Detail ?? Detail).bring().catch(() => undefined)
}
