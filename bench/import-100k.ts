/**
 * 100,000 rows from a spreadsheet: checked, confirmed and written, and how much memory that takes; and on both databases
 * 60,000 devices, which may stand in one another, with the lists of others asked beside.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { writers, type Cell } from '@voltdesk/sheets'
import { isUnderWay, type Task } from '#model/tasks.ts'
import { NUMBERS_AT_ONCE } from '#resources/device/deviceNumber.ts'
import { emptyDatabase, KINDS, type Kind } from './database.ts'
import { mb, ms, type Figure } from './figure.ts'
import { percentile } from './percentile.ts'
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

async function workbook(titles: readonly string[], rows: AsyncIterable<Cell[]>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const plan = { name: '导入', columns: titles.map((title) => ({ title })), rows }
  for await (const part of writers.xlsx.write(plan)) parts.push(new Uint8Array(part))
  return new Blob(parts)
}

async function ended(server: Server, token: string, task: Task): Promise<Task> {
  for (let now = task; ; await sleep(LOOK_MS)) {
    if (!isUnderWay(now)) return now
    // Sent away like anybody: it is asked again.
    now = await server.get(`/sys/task/queryById?id=${task.id}`, token).catch(() => now)
  }
}

async function sent(server: Server, token: string, resource: string, file: Blob): Promise<Task> {
  const body = new FormData()
  for (const [name, value] of [
    ['dryRun', '1'],
    ['validateStatus', '1'],
  ] as const)
    body.append(name, value)
  body.append('files[]', file, '导入.xlsx')
  const reply = await fetch(`${server.address}/jeecg-boot/rental/${resource}/importExcel`, {
    method: 'POST',
    headers: { 'x-access-token': token },
    body,
  })
  const { result, message } = (await reply.json()) as { result: { tasks: [Task] } | null; message: string }
  if (!result) throw new Error(`import: ${message}`)
  return result.tasks[0]
}

async function* ofUsers(): AsyncGenerator<Figure> {
  const database = await emptyDatabase('postgres')
  const server = await startServer({ ...database.env, DEMO: '0' })
  const token = await server.signIn('admin')
  const file = await workbook(TITLES, rows())
  await server.get('/rental/userMessage/list', token)
  await server.settled()
  const idle = resident(server.pid)
  let peak = idle
  const watch = setInterval(() => (peak = Math.max(peak, resident(server.pid))), SAMPLE_MS)

  const started = performance.now()
  const task = await sent(server, token, 'userMessage', file)
  const checked = await ended(server, token, task)
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
      target: '≤ 15 s',
      reached: checking + writing <= 15_000,
    },
    { name: `${name}: check`, measured: ms(checking), target: '' },
    { name: `${name}: write`, measured: ms(writing), target: '' },
    {
      name: `${name}: memory above idle`,
      measured: `${mb(peak - idle)} (idle ${mb(idle)})`,
      target: '≤ 150 MB',
      reached: peak - idle <= 150 * MEGABYTE,
    },
  ]
}

const DEVICES = Number(process.env['BENCH_DEVICES'] ?? 60_000)
const ASK_EVERY_MS = 100
const LISTS = ['/rental/device/list', '/rental/userMessage/list', '/rental/orderMessage/list', '/sys/task/list']

const snAt = (n: number) => `8${String(n).padStart(9, '0')}`

async function* devices(): AsyncIterable<Cell[]> {
  for (let n = 0; n < DEVICES; n += 1) yield [snAt(n), `批量设备${n}`, '充电宝', 'PB-2']
}

/** Their numbers, as many in a range as there may be. */
async function* ranges(): AsyncIterable<Cell[]> {
  for (let n = 0; n < DEVICES; n += NUMBERS_AT_ONCE) {
    const last = Math.min(n + NUMBERS_AT_ONCE, DEVICES) - 1
    yield ['批量', '充电宝', snAt(n), snAt(last), '1.0']
  }
}

async function registerNumbers(server: Server, token: string): Promise<void> {
  const file = await workbook(['批次号', '设备类型', '起始编号', '结束编号', '软件版本'], ranges())
  const { id } = await ended(server, token, await sent(server, token, 'deviceNumber', file))
  const written = await ended(server, token, await server.send('POST', '/sys/task/confirm', { id }, token))
  if (written.counts?.written !== Math.ceil(DEVICES / NUMBERS_AT_ONCE)) throw new Error(`numbers: ${written.message}`)
}

/** Lists at a fixed rate until `work` ends; each counts from the moment it was due. */
async function listsBeside<T>(
  server: Server,
  token: string,
  work: Promise<T>,
): Promise<{ took: number[]; failed: number }> {
  const took: number[] = []
  const open: Promise<void>[] = []
  let [failed, over] = [0, false]
  const end = work.finally(() => (over = true))
  for (let n = 0; !over; n += 1) {
    const due = performance.now()
    const path = `${LISTS[n % LISTS.length]!}?pageNo=1&pageSize=10&column=createTime&order=desc`
    const asked = n % LISTS.length === 3 ? LISTS[3]! : path
    open.push(
      server
        .get(asked, token)
        .catch(() => void (failed += 1))
        .then(() => void took.push(performance.now() - due)),
    )
    await sleep(Math.max(0, ASK_EVERY_MS - (performance.now() - due)))
  }
  await end
  await Promise.all(open)
  return { took, failed }
}

async function* ofDevices(kind: Kind): AsyncGenerator<Figure> {
  const database = await emptyDatabase(kind)
  const server = await startServer({ ...database.env, DEMO: '0' })
  const token = await server.signIn('admin')
  await registerNumbers(server, token)
  const file = await workbook(['设备编号', '设备名称', '设备类型', '型号'], devices())
  const name = `import ${DEVICES.toLocaleString('en-US')} devices .xlsx, ${kind}`
  const steps = { check: 0, write: 0 }
  for (const step of ['check', 'write'] as const) {
    const began = performance.now()
    let task = steps.check
      ? await server.get('/sys/task/list', token).then(({ records }) => records[0] as Task)
      : undefined
    const work = (async () => {
      task = task
        ? await ended(server, token, await server.send('POST', '/sys/task/confirm', { id: task.id }, token))
        : await ended(server, token, await sent(server, token, 'device', file))
    })()
    const { took, failed } = await listsBeside(server, token, work)
    steps[step] = performance.now() - began
    const expected = step === 'check' ? task?.counts?.added : task?.counts?.written
    if (expected !== DEVICES) throw new Error(`${step}: ${task?.message}`)
    const p99 = percentile(took, 0.99)
    yield {
      name: `${name}: lists beside the ${step}, p99`,
      measured: `${ms(p99)} (worst ${ms(Math.max(...took))}, ${took.length} asked, ${failed} failed)`,
      target: '< 500 ms',
      reached: p99 < 500 && !failed,
    }
  }
  await server.stop()
  yield { name: `${name}: check and write`, measured: `${ms(steps.check)} + ${ms(steps.write)}`, target: '' }
}

export async function* measure(): AsyncGenerator<Figure> {
  const only = process.env['BENCH_DATABASE']
  if (only !== 'embedded') yield* ofUsers()
  for (const kind of KINDS) if (!only || only === kind) yield* ofDevices(kind)
}
