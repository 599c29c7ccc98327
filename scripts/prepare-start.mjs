/** Before `npm start`: what a fresh clone lacks. Node built-ins only. */
import { checkNode } from './node-version.mjs'
import { install } from './install.mjs'
import { buildClient } from './build-client.mjs'

checkNode()
install({ dev: false })
if (!buildClient()) {
  console.error('\n客户端构建失败，原因见上。\n')
  process.exit(1)
}
