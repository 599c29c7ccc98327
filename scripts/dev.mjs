/** `npm run dev`: the server, restarted when it changes, and Vite in front of it. Either one's end is the end of both. */
import { spawn } from 'node:child_process'
import { checkNode } from './node-version.mjs'
import { bin, install, root } from './install.mjs'

checkNode()
install({ dev: true })

const start = (...args) => spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
const both = [
  start(bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'),
  start(bin('vite/bin/vite.js'), '--host', ...process.argv.slice(2)),
]

const stop = () => both.forEach((child) => child.kill('SIGTERM'))
for (const child of both) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
