/** The least a login form can weigh, with React alone and with each kit: nothing but the form, built and served the way the product is. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'
import { serveClient } from '../../server/http/page.ts'
import { readSettings } from '../../server/settings.ts'
import { atEnd } from '../closing.ts'

export type Kit = 'react' | 'antd' | 'antd-mobile'

const PAGE = `<!doctype html><html lang="zh-CN"><head><meta charset="UTF-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><title>登录</title></head>
<body><div id="root"></div><script type="module" src="/main.tsx"></script></body></html>`

const forms: Record<Kit, string> = {
  react: `
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')!).render(
  <form>
    <label>用户名 <input name="username" required /></label>
    <label>密码 <input name="password" type="password" required /></label>
    <button>登录</button>
  </form>,
)`,
  antd: `
import { Button, Checkbox, Form, Input, Tabs } from 'antd'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')!).render(
  <Form onFinish={console.log}>
    <Tabs items={[{ key: '1', label: '账号密码登录' }, { key: '2', label: '手机号登录' }]} />
    <Form.Item name="username" rules={[{ required: true }]}><Input /></Form.Item>
    <Form.Item name="password" rules={[{ required: true }]}><Input.Password /></Form.Item>
    <Form.Item name="remember" valuePropName="checked"><Checkbox>记住我</Checkbox></Form.Item>
    <Button type="primary" htmlType="submit">登录</Button>
  </Form>,
)`,
  'antd-mobile': `
import { Button, Form, Input } from 'antd-mobile'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')!).render(
  <Form onFinish={console.log} footer={<Button block type="submit" color="primary">登录</Button>}>
    <Form.Item name="username" label="用户名" rules={[{ required: true }]}><Input /></Form.Item>
    <Form.Item name="password" label="密码" rules={[{ required: true }]}><Input type="password" /></Form.Item>
  </Form>,
)`,
}

/** Below node_modules, so that the kit is found from there. */
const place = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** The address of the bare form. */
export async function serveFloor(kit: Kit): Promise<string> {
  mkdirSync(place, { recursive: true })
  const folder = mkdtempSync(join(place, 'bench-floor-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'main.tsx'), forms[kit])
  // Target as in vite.config.ts.
  const target = ['chrome87', 'safari14']
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { target, cssTarget: target, chunkSizeWarningLimit: 2000 },
  })
  const app = Fastify()
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  })
  const client = await serveClient(app, join(folder, 'dist'), readSettings({}))
  app.get('/', (request, reply) => client.page(request, reply))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  return address
}
