/** Before `npm start`: what a fresh clone lacks. Node built-ins only. */
import { checkNode } from './node-version.mjs'
import { install } from './install.mjs'
import { build } from './build.mjs'

checkNode()
install({ dev: false })
if (!(await build())) {
  console.error('\n构建失败，原因见上。\n')
  process.exit(1)
}
