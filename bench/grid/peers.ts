/** Grids of others, installed outside the repository for the time of the measurement. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { atEnd } from '../closing.ts'

const PACKAGES = ['ag-grid-community@36', 'vxe-table@4', 'vxe-pc-ui@4', 'vue@3']
const PATIENCE_MS = 240_000

const PAGE = `<!doctype html><html lang="zh-CN"><head><meta charset="UTF-8" /><title>Grid</title></head>
<body><div id="root" style="width:1200px;height:400px"></div><script type="module" src="./page.ts"></script></body></html>`

const SOURCE = `
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { createApp, h } from 'vue'
import VxeUI from 'vxe-pc-ui'
import 'vxe-pc-ui/lib/style.css'
import VxeUITable, { VxeGrid } from 'vxe-table'
import 'vxe-table/lib/style.css'
import { benchRows, FIELDS, fits, HEIGHT, isNumber, ROW_HEIGHT, WIDTH } from './rows.ts'

ModuleRegistry.registerModules([AllCommunityModule])
let rows = []
const plain = () => rows.reduce((sum, row) => sum + FIELDS.filter((field, at) => !fits(row[field], at)).length, 0)
const kinds = {
  ag(root) {
    const columnDefs = FIELDS.map((field) => ({ field, editable: true, width: 120 }))
    createGrid(root, { columnDefs, rowData: rows, rowHeight: ROW_HEIGHT })
    return { row: '.ag-grid-scrolling-rows .ag-row', box: '.ag-grid-viewport', validate: async () => plain() }
  },
  vxe(root) {
    let grid
    const columns = FIELDS.map((field) => ({ field, title: field, width: 120, editRender: { name: 'input' } }))
    const editRules = Object.fromEntries(FIELDS.map((field, at) => [field, [{ required: true }, ...(isNumber(at) ? [{ pattern: /^-?\\d+$/ }] : [])]]))
    createApp({ render: () => h(VxeGrid, {
      ref: (made) => (grid = made ?? grid), columns, data: rows, height: HEIGHT, editRules, showOverflow: true,
      cellConfig: { height: ROW_HEIGHT }, editConfig: { trigger: 'click', mode: 'cell' },
      virtualYConfig: { enabled: true, gt: 0 }, scrollY: { enabled: true, gt: 0 },
    }) }).use(VxeUI).use(VxeUITable).mount(root)
    return { row: '.vxe-body--row', box: '.vxe-table--body-inner-wrapper', validate: async () => ((await grid.validate(true)) ? 1 : 0) }
  },
}
let made
window.measured = {
  prepare: (count) => void (rows = benchRows(count)),
  mount: (kind) => new Promise((resolve) => {
    const started = performance.now()
    made = kinds[kind](document.getElementById('root'))
    const look = () => document.querySelector(made.row) ? setTimeout(() => resolve(performance.now() - started)) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  }),
  async validate() {
    const started = performance.now()
    if (await made.validate()) throw new Error('the rows must fit')
    return performance.now() - started
  },
  scroll: (duration) => new Promise((resolve) => {
    const box = document.querySelector(made.box)
    let longTasks = 0, frames = 0
    const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
    observer.observe({ type: 'longtask' })
    const started = performance.now()
    const step = () => {
      const passed = performance.now() - started
      if (passed >= duration) return observer.disconnect(), resolve({ frames: (frames / passed) * 1000, longTasks })
      frames++
      box.scrollTop += 150
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }),
}
`

/** The built page of the others; a sentence when they cannot be had. */
export async function buildPeers(): Promise<{ folder: string } | { missing: string }> {
  const place = mkdtempSync(join(tmpdir(), 'bench-peers-'))
  atEnd(() => rmSync(place, { recursive: true, force: true }))
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }')
  const { status, error } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: PATIENCE_MS,
  })
  if (status !== 0)
    return { missing: `not measured: packages could not be installed${error ? ` (${error.message})` : ''}` }
  writeFileSync(join(place, 'index.html'), PAGE)
  writeFileSync(join(place, 'page.ts'), SOURCE)
  copyFileSync(fileURLToPath(new URL('./rows.ts', import.meta.url)), join(place, 'rows.ts'))
  try {
    await build({
      root: place,
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { target: ['chrome87', 'safari14'], chunkSizeWarningLimit: 9000 },
    })
  } catch (problem) {
    return { missing: `not measured: ${(problem as Error).message.split('\n')[0]}` }
  }
  return { folder: join(place, 'dist') }
}
