/**
 * Where people come in, and what they need there at once. The build puts these modules into few files
 * (`scripts/vite/page-files.ts`) and ends when one of them is not there; the server names those files in the page it sends and
 * lets the page ask these questions before any script has come (`server/http/preload.ts`); the client takes the answers up
 * (`headless/session/prefetched.ts`). Modules are paths below `src/`.
 */
import { chatEntry } from './chatNames.ts'
import type { ChatName } from './chats.ts'
import type { Resource } from './resource.ts'

/** By shell: what everybody loads, then what comes after it for whom. */
export const entrances = {
  mobile: {
    every: ['mobile/index.tsx'],
    login: ['mobile/screens/login/Login.tsx'],
    /** The record that a notification leads to. */
    record: ['mobile/Linked.tsx', 'mobile/custom/decision/DecisionDetail.tsx'],
    inside: ['mobile/Inside.tsx'],
    home: ['mobile/screens/todo/MyTodos.tsx'],
    list: ['mobile/screens/list/List.tsx'],
    figures: ['mobile/screens/dashboard/Dashboard.tsx'],
  },
  desktop: {
    every: ['desktop/index.tsx'],
    login: ['desktop/screens/login/Login.tsx'],
    record: [],
    inside: ['desktop/Inside.tsx'],
    home: ['desktop/screens/home/Home.tsx'],
    list: ['desktop/screens/list/List.tsx'],
    figures: ['desktop/screens/dashboard/Dashboard.tsx'],
  },
} as const

/**
 * What nobody who comes in there may need at once: paths below `src/`, or packages; styles do not count. One import far
 * down would bring it to everybody, so the build ends and names the way to it. `every` holds for the whole shell.
 */
export const keptOut: KeptOut = {
  mobile: {
    every: ['desktop', 'antd', '@ant-design', '@rc-component'],
    login: ['resources', 'headless/lists', 'antd-mobile/es/components', '@tanstack', 'react-router', 'dayjs'],
    record: ['resources/index.ts', 'headless/lists', 'react-router', 'dayjs', '@react-spring', '@use-gesture'],
    inside: ['resources/index.ts'],
    home: ['resources/index.ts'],
    list: ['resources/index.ts'],
  },
  desktop: {
    every: ['mobile', 'antd-mobile'],
    login: ['resources', 'headless/lists', 'antd', '@ant-design', '@rc-component', '@tanstack', 'react-router'],
    list: [
      'resources/index.ts',
      'desktop/screens/form',
      'desktop/layout/icons.tsx',
      '@rc-component/menu',
      'echarts',
      'dompurify',
      '@dnd-kit',
    ],
  },
}
type Shell = keyof typeof entrances
type Entrance = keyof (typeof entrances)[Shell]
type KeptOut = Readonly<Record<Shell, Readonly<Partial<Record<Entrance, readonly string[]>>>>>

/** Under which name the file of a definition stands among those of the modules above. */
export const definitionModule = (name: string) => `definition ${name}`

/** What a chat client needs besides: its host, and what signs people in. */
export function modulesInChat(chat: ChatName): readonly string[] {
  const both = ['oauth2/begin.ts', `adaptive/${chat}.ts`]
  return chatEntry(chat).byAddress ? both : [...both, `adaptive/${chat}-sdk.ts`]
}

/** What is asked at once, below the API's prefix. */
export const firstCalls = {
  menu: '/sys/permission/getUserPermissionByToken',
  chatSetup: '/sys/chat/setup',
  /** `path` of a resource. */
  record: (path: string, id: string) => `${path}/queryById?id=${encodeURIComponent(id)}`,
  /** Of a page of figures. */
  figures: (name: string) => `/rental/figures/${name}`,
  /** The first page of a list whose address says nothing else. */
  list: (resource: Resource) => {
    const given = Object.entries(usualList(resource)).map(([name, value]): [string, string] => [name, String(value)])
    return `${resource.path}/list?${new URLSearchParams(given).toString()}`
  },
} as const

/** How many rows a page has unless somebody wants more. */
export const USUAL_SIZE = 10

/** What a list is asked with while nothing is searched, sorted or turned. */
export const usualList = ({ list }: Resource) => ({
  ...sortParams(list.sort),
  field: ['id', ...list.columns].join(','),
  pageNo: 1,
  pageSize: USUAL_SIZE,
})

/** `-createTime` as the contract says it. */
export const sortParams = (sort: string) => ({
  column: sort.replace(/^-/, ''),
  order: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
})

/** Ends in the id of a record: opened from a notification or a bookmark. */
export const leadsToRecord = (path: string): boolean => /\/[\w-]{16,}$/.test(path)
