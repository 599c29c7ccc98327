import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { definitionsLater } from './scripts/vite/definitions-later.ts'
import { kitLater } from './scripts/vite/kit-later.ts'
import type { Graph } from './scripts/vite/graph.ts'
import { definitionsIn, pageFiles, sayEntrances } from './scripts/vite/page-files.ts'
import { writtenOut } from './scripts/vite/written-out.ts'

const server = process.env.VOLTDESK_SERVER ?? `http://localhost:${process.env.SERVER_PORT ?? 3000}`

let known: Map<string, string> | undefined
let definitions: Map<string, string> | undefined

const groups = [
  // Stays in the browser's cache from one build to the next.
  { name: 'react', test: /^\0?rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 8 },
  {
    name: (id: string, graph: Graph) => (known ??= pageFiles(graph)).get(id) ?? null,
    debugName: 'page',
    includeDependenciesRecursively: false,
    priority: 6,
  },
  // What phone and computer share comes in one file, the computer's bridge in another.
  {
    name: 'dingtalk-sdk',
    test: /[\\/]dingtalk-jsapi[\\/](?!platform[\\/]pc|lib[\\/]bridge[\\/]h5Pc|lib[\\/]packages[\\/]frame-talk)|[\\/]promise-polyfill[\\/]|[\\/]src[\\/]adaptive[\\/]dingtalk-sdk/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  {
    name: (id: string, graph: Graph) => (definitions ??= definitionsIn(graph)).get(id) ?? null,
    debugName: 'definitions',
    includeDependenciesRecursively: false,
    priority: 5,
  },
  // A hundred of 200 bytes each, which the menu draws and every page some of: among the rest of the kit they would bring it along.
  {
    name: 'antd-icons',
    test: /node_modules[\\/]@ant-design[\\/]icons(-svg)?[\\/]/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
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
    priority: 7,
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

/** A client for another server is built with these (README, “Our client at a JeecgBoot server”). */
const { API_BASE = '', SIGNATURE_SECRET = '' } = process.env

const define = {
  __API_BASE__: JSON.stringify(API_BASE),
  __SIGNATURE_SECRET__: JSON.stringify(SIGNATURE_SECRET),
}
/** What DingTalk and WeCom bring along; Vite's own default is too new for them. */
const target = ['chrome87', 'safari14']

export default defineConfig({
  // Every browser of the target has its own; what stands in for it is 3 KB of what a decision brings.
  resolve: {
    alias: { 'resize-observer-polyfill': fileURLToPath(new URL('src/adaptive/resizeObserver.ts', import.meta.url)) },
  },
  plugins: [react(), definitionsLater(), kitLater(), sayEntrances(), writtenOut({ define, target })],
  define,
  build: {
    target,
    cssTarget: target,
    chunkSizeWarningLimit: 700,
    // The server names in the page what an address needs (server/http/preload.ts).
    manifest: true,
    rolldownOptions: {
      // Their packages do not say so themselves: without it a table of contents brings the whole package along.
      treeshake: { moduleSideEffects: [{ test: /[\\/]@rc-component[\\/].*\.js$/, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/jeecg-boot': { target: server, changeOrigin: true, ws: true } } },
})
