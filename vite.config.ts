import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const server = process.env.VOLTDESK_SERVER ?? `http://localhost:${process.env.SERVER_PORT ?? 3000}`

/** What is opened again and again, by the modules that are loaded for it one after the other. */
const PAGES: readonly (readonly string[])[] = [
  ['mobile/index.tsx', 'mobile/screens/Login.tsx'],
  ['mobile/index.tsx', 'mobile/Linked.tsx', 'mobile/custom/DecisionPage.tsx'],
  ['desktop/index.tsx', 'desktop/screens/login/Login.tsx'],
  ['desktop/index.tsx', 'desktop/Inside.tsx', 'desktop/screens/list/List.tsx'],
  // The start inside a chat, on either shell.
  ['oauth2/begin.ts', 'adaptive/wecom.ts', 'adaptive/dingtalk.ts'],
]

interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** Code of a shell keeps to itself: the other one may need what it shares with these pages, and not its kit. */
const shellOf = (id: string) => /[\\/]src[\\/](mobile|desktop)[\\/]/.exec(id)?.[1] ?? 'p'

/** Which of the pages need a module, as the shell (or `p`) and their numbers; a root stays a file of its own, found by its name in the manifest. */
function neededBy(graph: Graph): Map<string, string> {
  const needed = new Map<string, string>()
  const onDemand = new Set<string>()
  PAGES.forEach((roots, page) => {
    const seen = new Set<string>()
    const visit = (id: string) => {
      if (seen.has(id)) return
      seen.add(id)
      const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
      dynamicallyImportedIds.forEach((one) => onDemand.add(one))
      importedIds.forEach(visit)
    }
    ;['main.tsx', ...roots].map(source).forEach(visit)
    // A style stays with what it was written for: in a file that another shell may share it would change that shell.
    const shared = [...seen].filter((id) => !/\.css(\?|$)/.test(id))
    shared.forEach((id) => needed.set(id, `${needed.get(id) ?? shellOf(id)}${page}`))
  })
  onDemand.forEach((id) => needed.delete(id))
  return needed
}

let known: Map<string, string> | undefined

/**
 * On a slow line a request costs as much as 60 KB, and left alone the bundler makes a hundred small files of one page.
 * Merged is only what is needed together: one file for each set of pages that share it. `npm run bench -- first-load`
 * shows whether that is still so.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const], priority: 6 },
  {
    name: (id: string, graph: Graph) => (known ??= neededBy(graph)).get(id) ?? null,
    debugName: 'page',
    includeDependenciesRecursively: false,
    priority: 1,
  },
  { name: 'icons', test: /@ant-design[\\/]icons/, priority: 4 },
  // Words alone, read while antd's modules start: cut among its files they can come too late.
  { name: 'words', test: /[\\/](antd|@rc-component)[\\/].*[\\/]locale[\\/](zh_CN|en_US|common)\.js$/, priority: 5 },
  {
    name: 'antd',
    test: /node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/,
    entriesAware: true,
    entriesAwareMergeThreshold: 40_000,
    priority: 3,
  },
  // What moves is 25 KB, and a page that only shares a small part with it must not wait for that.
  {
    name: 'motion',
    test: /node_modules[\\/](@react-spring|@use-gesture)[\\/]/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: 'pull-to-refresh',
    test: /[\\/]antd-mobile[\\/]es[\\/]components[\\/]pull-to-refresh[\\/]/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: 'antd-mobile',
    test: /node_modules[\\/](antd-mobile|antd-mobile-icons|ahooks)[\\/]/,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
    priority: 2,
  },
]

export default defineConfig({
  plugins: [react()],
  build: {
    // What DingTalk and WeCom bring along; Vite's own default is too new for them.
    target: ['chrome87', 'safari14'],
    cssTarget: ['chrome87', 'safari14'],
    chunkSizeWarningLimit: 700,
    // The server names in the page what an address needs (server/http/preload.ts).
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/jeecg-boot': { target: server, changeOrigin: true, ws: true } } },
})
