/** Ten thousand people with the page open and nothing to say: what they cost, and how soon all of them hear something. */
import { userStates } from '#resources/system/userStates.ts'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { WebSocket } from 'ws'
import { resources } from '#resources/index.ts'
import { openDatabase } from '../server/db/connect.ts'
import { newId } from '../server/kernel/id.ts'
import { session } from '../server/db/tables.ts'
import { tableOf } from '../server/db/table.ts'
import { MOST_PER_USER } from '../server/sockets/hub.ts'
import { atEnd } from './closing.ts'
import { emptyDatabase, KINDS } from './database.ts'
import { mb, ms, type Figure } from './figure.ts'
import { startServer } from './server.ts'

const SOCKETS = Number(process.env['BENCH_SOCKETS'] ?? 10_000)
const TARGET_BYTES = 150 * 1024 * 1024
const AT_ONCE = 50

interface Person {
  id: string
  token: string
}

/** People with a session each, written past the login: five hundred password hashes are another benchmark. */
async function people(env: Record<string, string>, count: number): Promise<Person[]> {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const { db, close } = await openDatabase({
    databaseUrl: env['DATABASE_URL'],
    dataDir: env['DATA_DIR'] ?? '',
    log,
    join: true,
  })
  const made = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    token: randomBytes(32).toString('base64url'),
    username: `idle${index}`,
  }))
  await db.insert(tableOf(resources.sysUser)).values(
    made.map(({ id, username }) => ({
      id,
      username,
      realname: username,
      status: userStates.normal,
      delFlag: 0,
      relTenantIds: '1',
    })),
  )
  await db.insert(session).values(
    made.map(({ id, token }) => ({
      id: newId(),
      tokenHash: createHash('sha256').update(token).digest('hex'),
      userId: id,
      tenantId: 1,
      expireTime: sql`now() + interval '1 day'`,
    })),
  )
  await close()
  return made
}

const rss = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

function open(address: string, { id, token }: Person, heard: () => void): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const url = `${address.replace('http', 'ws')}/jeecg-boot/websocket/${id}`
    const socket = new WebSocket(url, [token], { perMessageDeflate: false })
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
    socket.on('message', heard)
  })
}

export async function* measure(): AsyncGenerator<Figure> {
  const { env } = await emptyDatabase(KINDS.find((kind) => kind === process.env['BENCH_DATABASE']) ?? KINDS[0]!)
  // Without the demo: what its seed leaves in memory would hide what sockets take.
  const server = await startServer({ ...env, DEMO: '0' })
  const owners = await people(env, Math.ceil(SOCKETS / MOST_PER_USER))
  const admin = await server.signIn('admin')
  await server.settled()
  const before = rss(server.pid)
  let heard = 0
  const sockets: WebSocket[] = []
  atEnd(() => sockets.forEach((socket) => socket.terminate()))
  for (let from = 0; from < SOCKETS; from += AT_ONCE)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, SOCKETS - from) }, (_, index) =>
          open(server.address, owners[Math.floor((from + index) / MOST_PER_USER)]!, () => (heard += 1)),
        ),
      )),
    )
  await sleep(15_000)
  const more = rss(server.pid) - before
  yield {
    name: `${SOCKETS} idle sockets`,
    measured: `${mb(more)} more (${(more / SOCKETS / 1024).toFixed(1)} KB each, ${mb(before)} before)`,
    target: `≤ ${mb(TARGET_BYTES)}`,
    reached: more <= TARGET_BYTES,
  }
  const draft = { titile: '全体', msgCategory: '1', priority: 'M', msgType: 'ALL', msgContent: '<p>x</p>' }
  const { id } = await server.send('POST', '/sys/annountCement/add', draft, admin)
  heard = 0
  const started = Date.now()
  await server.get(`/sys/annountCement/doReleaseData?id=${id}`, admin)
  while (heard < SOCKETS && Date.now() - started < 60_000) await sleep(10)
  yield {
    name: `an announcement reaches all ${SOCKETS}`,
    measured: heard < SOCKETS ? `${heard} after 60 s` : ms(Date.now() - started),
    target: 'everybody',
    reached: heard >= SOCKETS,
  }
  await server.stop()
}
