import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.VOLTDESK_SERVER ?? `http://localhost:${process.env.SERVER_PORT ?? 3000}`

export default defineConfig({
  plugins: [react()],
  build: {
    // What DingTalk and WeCom bring along; Vite's own default is too new for them.
    target: ['chrome87', 'safari14'],
    cssTarget: ['chrome87', 'safari14'],
    chunkSizeWarningLimit: 700,
    // The server names in the page what an address needs (server/http/preload.ts).
    manifest: true,
  },
  server: { proxy: { '/jeecg-boot': { target: server, changeOrigin: true, ws: true } } },
})
