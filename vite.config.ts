import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.VOLTDESK_SERVER ?? `http://localhost:${process.env.SERVER_PORT ?? 3000}`

/**
 * On a slow line a request costs as much as 60 KB, and left alone the bundler makes a hundred small files of one page.
 * Merged is only what is needed together; `npm run bench -- first-load` shows whether that is still so.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const], priority: 6 },
  // What signing in needs, and therefore everybody.
  {
    name: 'core',
    test: /src[\\/]headless[\\/](api|account|base|dictionary|drafts|formats|halfDone|settings|title|within)\.ts/,
    priority: 5,
  },
  { name: 'icons', test: /@ant-design[\\/]icons/, priority: 4 },
  {
    name: 'antd',
    test: /node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/,
    entriesAware: true,
    entriesAwareMergeThreshold: 6000,
    priority: 3,
  },
  {
    name: 'antd-mobile',
    test: /node_modules[\\/](antd-mobile|antd-mobile-icons|ahooks|@react-spring|@use-gesture)[\\/]/,
    entriesAware: true,
    entriesAwareMergeThreshold: 5000,
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
