/** 100,000 rows from a spreadsheet: checked, confirmed and written, and how much memory that takes. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnderWay, type Task } from '#model/tasks.ts'
import { writers, type Cell } from '../server/files/spreadsheet/index.ts'
import { emptyDatabase } from './database.ts'
import { mb, ms, type Figure } from './figure.ts'
import { startServer, type Server } from './server.ts'

const ROWS = 100_000
const SAMPLE_MS = 100
const LOOK_MS = 250
const MEGABYTE = 1024 * 1024
const TITLES = ['昵称', '手机号', '姓名', '性别', '微信标识', '常用城市', '注册时间']

const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

async function* rows(): AsyncIterable<Cell[]> {
  for (let n = 0; n < ROWS; n += 1)
    yield [
      `批量${n}`,
      String(19_500_000_000 + n),
      `王${n}`,
      n % 2 ? '男' : '女',
      `o${n}`,
      '440305',
      '2026-03-01 10:20:30',
    ]
}

async function workbook(): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const plan = { name: '用户', columns: TITLES.map((title) => ({ title })), rows: rows() }
  for await (const part of writers.xlsx.write(plan)) parts.push(new Uint8Array(part))
  return new Blob(parts)
}

async function ended(server: Server, token: string, task: Task): Promise<Task> {
  for (let now = task; ; await sleep(LOOK_MS)) {
    if (!isUnderWay(now)) return now
    now = await server.get(`/sys/task/queryById?id=${task.id}`, token)
  }
}

export async function* measure(): AsyncGenerator<Figure> {
  const database = await emptyDatabase('postgres')
  const server = await startServer({ ...database.env, DEMO: '0' })
  const token = await server.signIn('admin')
  const file = await workbook()
  await server.get('/rental/userMessage/list', token)
  await server.settled()
  const idle = resident(server.pid)
  let peak = idle
  const watch = setInterval(() => (peak = Math.max(peak, resident(server.pid))), SAMPLE_MS)

  const body = new FormData()
  for (const [name, value] of [
    ['dryRun', '1'],
    ['validateStatus', '1'],
  ] as const)
    body.append(name, value)
  body.append('files[]', file, '用户.xlsx')
  const started = performance.now()
  const reply = await fetch(`${server.address}/jeecg-boot/rental/userMessage/importExcel`, {
    method: 'POST',
    headers: { 'x-access-token': token },
    body,
  })
  const { result, message } = (await reply.json()) as { result: { tasks: [Task] } | null; message: string }
  if (!result) throw new Error(`import: ${message}`)
  const checked = await ended(server, token, result.tasks[0])
  const checking = performance.now() - started
  if (checked.state !== 'checked' || checked.counts?.added !== ROWS) throw new Error(`check: ${checked.message}`)
  const begun = performance.now()
  const written = await ended(server, token, await server.send('POST', '/sys/task/confirm', { id: checked.id }, token))
  const writing = performance.now() - begun
  clearInterval(watch)
  if (written.counts?.written !== ROWS) throw new Error(`write: ${written.message}`)
  await server.stop()

  const name = `import ${ROWS.toLocaleString('en-US')} rows .xlsx, postgres`
  yield* [
    {
      name: `${name}: check and write`,
      measured: `${ms(checking + writing)} (${mb(file.size)}, ${Math.round(ROWS / ((checking + writing) / 1000))} rows/s)`,
      target: '≤ 20 s',
      reached: checking + writing <= 20_000,
    },
    { name: `${name}: check`, measured: ms(checking), target: '' },
    { name: `${name}: write`, measured: ms(writing), target: '' },
    {
      name: `${name}: memory above idle`,
      measured: `${mb(peak - idle)} (idle ${mb(idle)})`,
      target: '≤ 200 MB',
      reached: peak - idle <= 200 * MEGABYTE,
    },
  ]
}
