// @vitest-environment jsdom
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { GridLine } from '#headless/grid/line.ts'
import type { Left } from '#headless/grid/sync.ts'

interface Peer {
  send(text: string): void
  terminate(): void
  on(event: 'message' | 'close', hear: (data: unknown) => void): void
}

let server: FastifyInstance
let port: number
let peers: Set<Peer>
let said: { type: string; data: unknown }[]
let knocks: { path: string; protocol: string | undefined }[]
let answering: boolean
/** Takes updates and passes none on. */
let deaf: boolean
const lines: GridLine[] = []
/** An answer that is late because the machine is busy cuts no line here: only where that is what is tried. */
const pace = { heartbeatMs: 60, replyMs: 60_000, reconnectMs: 40, connectMs: 4000, pauseMs: 20, partMs: 5 }
const soon = { interval: 10 }

/** As contract.md §10.2 has it: answers heartbeats, and sends every update to everybody, the sender too. */
async function listen(at = 0) {
  server = Fastify({ forceCloseConnections: true })
  await server.register(websocket)
  server.get('/jeecg-boot/vxeSocket/:userId/:pageId', { websocket: true }, (socket, request) => {
    const peer = socket as Peer
    peers.add(peer)
    knocks.push({ path: request.url, protocol: request.headers['sec-websocket-protocol'] })
    peer.on('close', () => peers.delete(peer))
    peer.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; data: unknown }
      said.push(frame)
      if (frame.type === 'heart_beat' && answering) peer.send(JSON.stringify({ type: 'heart_beat', data: true }))
      if (/^(update|arrange)_vxe_table$/.test(frame.type) && !deaf) peers.forEach((other) => other.send(String(data)))
    })
  })
  await server.listen({ port: at, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
}

beforeEach(async () => {
  // jsdom's own throws events of another realm.
  vi.stubGlobal('WebSocket', WebSocket)
  peers = new Set()
  said = []
  knocks = []
  answering = true
  deaf = false
  await listen()
  document.head.innerHTML = `<meta name="voltdesk-api" content="http://127.0.0.1:${port}/jeecg-boot">`
})

afterEach(async () => {
  lines.splice(0).forEach((line) => line.close())
  await server.close()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const rows = () => [
  { id: 'r1', name: '一', count: 1 },
  { id: 'r2', name: '二', count: 2 },
]
const columns = [
  { key: 'name', title: '名称', type: 'input' as const },
  { key: 'count', title: '数量', type: 'inputNumber' as const },
]

async function open(pageId: string, slow = pace) {
  const { GridLine } = await import('#headless/grid/line.ts')
  const line = new GridLine({ userId: 'u1', token: 'tok.en-1_', pageId, pace: slow })
  lines.push(line)
  return line
}
async function table(line: GridLine, fetchMissed?: () => Promise<readonly { id: string }[]>, left?: Left) {
  const { GridStore } = await import('#headless/grid/store.ts')
  const { syncGrid } = await import('#headless/grid/sync.ts')
  const store = new GridStore({ columns }, rows())
  throwAway.set(store, syncGrid(store, line, 'vxe-demo', fetchMissed, left).takeBack)
  return store
}
/** By grid: what its form does when everything is thrown away. */
const throwAway = new WeakMap<object, () => void>()
const updates = () => said.filter(({ type }) => type === 'update_vxe_table')

test('the paces are those of the specification', async () => {
  const { HEARTBEAT_MS, REPLY_MS, RECONNECT_MS } = await import('#headless/grid/line.ts')
  expect([HEARTBEAT_MS, REPLY_MS, RECONNECT_MS]).toEqual([10_000, 6000, 5000])
})

test('I17 two people see the rows of each other, and nobody merges what is their own', async () => {
  const [mine, theirs] = [await open('p1'), await open('p2')]
  const [a, b] = [await table(mine), await table(theirs)]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  expect(knocks.map(({ path, protocol }) => [path, protocol]).sort()).toEqual([
    ['/jeecg-boot/vxeSocket/u1/p1', 'tok.en-1_'],
    ['/jeecg-boot/vxeSocket/u1/p2', 'tok.en-1_'],
  ])
  a.set('r1', 'name', '新名')
  await vi.waitFor(() => expect(b.rows.get('r1')!.name).toBe('新名'), soon)
  expect(updates().map(({ data }) => data)).toEqual([
    { socketKey: 'vxe-demo', args: [{ id: 'r1', name: '新名' }, expect.stringMatching(/^v-/)] },
  ])
  expect([a.isFlashing('r1'), b.isFlashing('r1')]).toEqual([false, true])
  // What came from others is not sent again.
  b.set('r2', 'count', 9)
  await vi.waitFor(() => expect(a.rows.get('r2')!.count).toBe(9), soon)
  expect(updates()).toHaveLength(2)
})

test('I17 who types into one cell at once ends with the same in it', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  a.set('r1', 'name', '甲')
  b.set('r1', 'name', '乙')
  await vi.waitFor(() => expect(updates()).toHaveLength(2), soon)
  const last = (updates()[1]!.data as { args: { name: string }[] }).args[0]!.name
  // Whatever is heard after them proves that both were heard.
  a.set('r2', 'count', 5)
  b.set('r2', 'name', '完')
  await vi.waitFor(() => expect([a, b].map(({ rows: of }) => of.get('r2'))).toEqual([{ id: 'r2', name: '完', count: 5 }, { id: 'r2', name: '完', count: 5 }]), soon) // prettier-ignore
  expect([a.rows.get('r1')!.name, b.rows.get('r1')!.name]).toEqual([last, last])
})

test('I17 what was sent into a dying line is sent again, and what was missed comes behind it', async () => {
  const line = await open('p1')
  const store = await table(line)
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  deaf = true
  store.set('r1', 'name', '新')
  await vi.waitFor(() => expect(updates()).toHaveLength(1), soon)
  deaf = false
  peers.forEach((peer) => peer.terminate())
  await vi.waitFor(() => expect(updates()).toHaveLength(2), soon)
  expect(updates()[1]).toEqual(updates()[0])
  // Asked for with how long one was away; the own value is the newer one.
  await vi.waitFor(() => expect(said.filter(({ type }) => type === 'join_vxe_table')).toHaveLength(2), soon)
  const [first, second] = said.filter(({ type }) => type === 'join_vxe_table').map(({ data }) => data)
  expect(first).toEqual({ socketKey: 'vxe-demo', away: 0 })
  expect((second as { away: number }).away).toBeGreaterThan(0)
  const missed = [[{ id: 'r1', name: '旧', count: 7 }, 'v-other']]
  const frame = { type: 'common_send_date', data: { key: 'join_vxe_table', args: ['vxe-demo', missed] } }
  peers.forEach((peer) => peer.send(JSON.stringify(frame)))
  await vi.waitFor(() => expect(store.rows.get('r1')).toEqual({ id: 'r1', name: '新', count: 7 }), soon)
})

test('rows that one adds, moves and deletes come, move and go with the others, outside of their own steps', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  const names = (store: typeof a) => store.rows.list.map(({ name }) => name)
  const both = (wanted: unknown) => vi.waitFor(() => expect([names(a), names(b)]).toEqual([wanted, wanted]), soon)
  const [added] = a.add([{ name: '新' }])
  await both(['一', '二', '新'])
  expect([b.isFlashing(added!.id), b.canUndo, b.rows.get(added!.id)]).toEqual([true, false, { id: added!.id, name: '新', count: null }]) // prettier-ignore
  // The row is one and the same for both.
  b.set(added!.id, 'count', 7)
  await vi.waitFor(() => expect(a.rows.get(added!.id)!.count).toBe(7), soon)
  a.move(added!.id, 0)
  await both(['新', '一', '二'])
  await b.remove(['r1'])
  await both(['新', '二'])
  expect([a.deletedIds(), b.deletedIds()]).toEqual([[], ['r1']])
  // Undoing what stood before the other's step neither brings back nor takes away what is the other's.
  b.add([{ name: '乙的' }])
  await both(['新', '二', '乙的'])
  a.undo()
  await both(['二', '乙的', '新'])
  a.undo()
  await both(['二', '乙的'])
  a.redo()
  await both(['二', '乙的', '新'])
  b.undo()
  await both(['二', '新'])
  // Where it came from, in the order that is now.
  b.undo()
  await both(['二', '新', '一'])
})

test('two who add in the same place at once, and two who move, end with one order', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  a.insertBelow('r1')
  b.insertBelow('r1')
  const ids = (store: typeof a) => store.rows.list.map(({ id }) => id)
  await vi.waitFor(() => expect([ids(a).length, ids(a)]).toEqual([4, ids(b)]), soon)
  a.move('r2', 0)
  b.move('r1', 3)
  const arranged = () => said.filter(({ type }) => type === 'arrange_vxe_table')
  await vi.waitFor(() => expect(arranged()).toHaveLength(4), soon)
  a.set('r1', 'name', '完')
  b.set('r2', 'name', '完')
  await vi.waitFor(() => expect([a, b].map(({ rows: of }) => [of.get('r1')!.name, of.get('r2')!.name])).toEqual([['完', '完'], ['完', '完']]), soon) // prettier-ignore
  expect(ids(a)).toEqual(ids(b))
})

test('rows added while the line was cut are told when it is back, and what others did meanwhile is there', async () => {
  const line = await open('p1')
  const store = await table(line)
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const address = port
  await server.close()
  store.add([{ name: '甲' }])
  store.add([{ name: '乙' }])
  await store.remove([store.rows.at(2)!.id])
  await listen(address)
  const arranged = () => said.filter(({ type }) => type === 'arrange_vxe_table').map(({ data }) => data)
  await vi.waitFor(() => expect(arranged()).toHaveLength(1), soon)
  expect(arranged()[0]).toMatchObject({ args: [{ added: [{ name: '乙' }], gone: [expect.any(String)], order: ['r1', 'r2', store.rows.at(2)!.id] }, expect.any(String)] }) // prettier-ignore
  const missed = { added: [{ id: 'new:x', name: '别人的' }], gone: ['r1'], order: ['r2', 'new:x'] }
  const frame = { type: 'common_send_date', data: { key: 'join_vxe_table', args: ['vxe-demo', [], missed] } }
  peers.forEach((peer) => peer.send(JSON.stringify(frame)))
  await vi.waitFor(() => expect(store.rows.list.map(({ name }) => name)).toEqual(['二', '乙', '别人的']), soon)
})

test('rows that were loaded anew delete nothing with the others, and who types in a row that goes is told', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  const words: string[] = []
  b.options = { ...b.options, say: (_, text) => words.push(text) }
  a.load([{ id: 'r2', name: '二' }])
  a.add([{ name: '新' }])
  await vi.waitFor(() => expect(b.rows.list.map(({ name }) => name)).toEqual(['一', '二', '新']), soon)
  b.edit({ id: 'r2', field: 'name' }, '正在')
  await a.remove(['r2'])
  await vi.waitFor(() => expect(b.rows.count).toBe(2), soon)
  expect([words, b.draft]).toEqual([['第2行已被他人删除'], undefined])
})

test('what one throws away is taken back for the other, unless it was changed there since', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  const told = (store: typeof a) => store.rows.list.map(({ id, name, count }) => [id, name, count])
  const [kept] = a.add([{ name: '留' }])
  const [gone] = a.add([{ name: '去' }])
  a.set('r1', 'name', '改')
  a.set('r1', 'count', 10)
  a.set('r1', 'count', 11)
  a.set('r2', 'count', 20)
  a.move('r2', 0)
  await vi.waitFor(() => expect(told(b)).toEqual([['r2', '二', 20], ['r1', '改', 11], [kept!.id, '留', null], [gone!.id, '去', null]]), soon) // prettier-ignore
  // Theirs from now on: a value, and a row.
  b.set('r2', 'count', 21)
  b.set(kept!.id, 'count', 5)
  await vi.waitFor(() => expect([a.rows.get('r2')!.count, a.rows.get(kept!.id)!.count]).toEqual([21, 5]), soon)
  throwAway.get(a)!()
  a.load(rows())
  await vi.waitFor(
    () =>
      expect(told(b)).toEqual([
        ['r1', '一', 1],
        ['r2', '二', 21],
        [kept!.id, '留', 5],
      ]),
    soon,
  )
  expect([b.canUndo, b.deletedIds()]).toEqual([true, []])
  // There is nothing left to take back.
  const before = said.length
  throwAway.get(a)!()
  a.set('r1', 'name', '完')
  await vi.waitFor(() => expect(b.rows.get('r1')!.name).toBe('完'), soon)
  expect(said.slice(before).filter(({ type }) => type === 'arrange_vxe_table')).toEqual([])
})

test('rows that one deleted and throws that away are back with the other, where they stood and with what others wrote', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  b.set('r1', 'count', 7)
  await vi.waitFor(() => expect(a.rows.get('r1')!.count).toBe(7), soon)
  a.set('r1', 'name', '改')
  await a.remove(['r1'])
  await vi.waitFor(() => expect(b.rows.count).toBe(1), soon)
  throwAway.get(a)!()
  a.load(rows())
  await vi.waitFor(() => expect(b.rows.list).toEqual([{ id: 'r1', name: '一', count: 7 }, { id: 'r2', name: '二', count: 2 }]), soon) // prettier-ignore
})

test('a deletion that the other has saved stays when it is thrown away', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  await a.remove(['r1'])
  await vi.waitFor(() => expect(b.rows.count).toBe(1), soon)
  b.load([rows()[1]!])
  throwAway.get(a)!()
  a.load(rows())
  a.set('r2', 'name', '完')
  await vi.waitFor(() => expect(b.rows.get('r2')!.name).toBe('完'), soon)
  expect(b.rows.count).toBe(1)
})

test('a row that was thrown away while one was cut off, and that one has filled in, stays and is told', async () => {
  const store = await table(await open('p1'))
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const [peer] = peers
  const added = [{ id: 'x1', name: '甲' }, { id: 'x2', name: '乙' }] // prettier-ignore
  peer!.send(arranges('v-x', { added, order: ['r1', 'r2', 'x1', 'x2'] }))
  await vi.waitFor(() => expect(store.rows.count).toBe(4), soon)
  store.set('x1', 'count', 7)
  const missed = { added: [], gone: ['x1', 'x2'], order: ['r1', 'r2'], thrown: ['x1', 'x2'] }
  const frame = { type: 'common_send_date', data: { key: 'join_vxe_table', args: ['vxe-demo', [], missed] } }
  peer!.send(JSON.stringify(frame))
  await vi.waitFor(() => expect(store.rows.get('x2')).toBeUndefined(), soon)
  expect(store.rows.get('x1')).toEqual({ id: 'x1', name: '甲', count: 7 })
  const told = () => said.filter(({ type }) => type === 'arrange_vxe_table').map(({ data }) => data)
  await vi.waitFor(() => expect(told()).toMatchObject([{ args: [{ added: [{ id: 'x1', name: '甲', count: 7 }] }, expect.any(String)] }]), soon) // prettier-ignore
})

test('what was saved, or loaded since, is not taken back; and what is thrown away while going is told before one is gone', async () => {
  const line = await open('p1')
  const [a, b, c] = [await table(line), await table(await open('p2')), await table(await open('p3'))]
  await vi.waitFor(() => expect(peers.size).toBe(3), soon)
  a.set('r1', 'name', '改')
  a.set('r2', 'name', '改')
  await vi.waitFor(() => expect([b, c].map(({ rows: of }) => of.get('r2')!.name)).toEqual(['改', '改']), soon)
  // Saved there with what the other wrote.
  b.load([{ id: 'r1', name: '改', count: 1 }, { id: 'r2', name: '改', count: 2 }]) // prettier-ignore
  throwAway.get(a)!()
  line.close()
  await vi.waitFor(() => expect([...c.rows.list.map(({ name }) => name)]).toEqual(['一', '二']), soon)
  c.set('r1', 'count', 5)
  await vi.waitFor(() => expect(b.rows.get('r1')!.count).toBe(5), soon)
  expect(b.rows.list.map(({ name }) => name)).toEqual(['改', '改'])
})

test('undoing everything leaves the other with what was there before, and with what they wrote themselves', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  a.set('r1', 'name', '改')
  a.set('r2', 'name', '改')
  a.add([{ name: '新' }])
  await vi.waitFor(() => expect(b.rows.count).toBe(3), soon)
  await vi.waitFor(() => expect(b.rows.get('r2')!.name).toBe('改'), soon)
  b.set('r2', 'name', '乙的')
  await vi.waitFor(() => expect(a.rows.get('r2')!.name).toBe('乙的'), soon)
  while (a.canUndo) a.undo()
  await vi.waitFor(() => expect(b.rows.list.map(({ name }) => name)).toEqual(['一', '乙的']), soon)
})

test('the order of more rows than one message takes goes out in several, and comes as one', async () => {
  const { GridStore } = await import('#headless/grid/store.ts')
  const { syncGrid } = await import('#headless/grid/sync.ts')
  const many = Array.from({ length: 5000 }, (_, at) => ({ id: `row-${at}`, name: '名', count: at }))
  const stores = [new GridStore({ columns }, many), new GridStore({ columns }, many)] as const
  for (const [at, store] of stores.entries()) syncGrid(store, await open(`p${at}`), 'vxe-many')
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  const orders: number[] = []
  stores[1].signals.listen('rows', () => orders.push(stores[1].rows.indexOf('row-0')))
  stores[0].move('row-0', 4999)
  await vi.waitFor(() => expect(stores[1].rows.at(4999)!.id).toBe('row-0'), soon)
  const parts = said.filter(({ type }) => type === 'arrange_vxe_table')
  expect(parts.length).toBeGreaterThan(1)
  expect(Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))))).toBeLessThan(64 * 1024)
  expect(Math.max(...parts.map(({ data }) => (data as { args: { order: string[] }[] }).args[0]!.order.length))).toBeLessThanOrEqual(2000) // prettier-ignore
  expect(orders).toEqual([4999])
})

/** A grid of as many rows as take several messages to be put in order. */
async function many(pageId: string, slow = pace) {
  const { GridStore } = await import('#headless/grid/store.ts')
  const { syncGrid } = await import('#headless/grid/sync.ts')
  const of = Array.from({ length: 5000 }, (_, at) => ({ id: `row-${at}`, name: '名', count: at }))
  const line = await open(pageId, slow)
  const store = new GridStore({ columns }, of)
  return { line, store, ...syncGrid(store, line, 'vxe-many') }
}

test('what is thrown away while a long arrangement still has its pause is told before one is gone, and so are all rows', async () => {
  const a = await many('p1', { ...pace, partMs: 600_000, pauseMs: 600_000 })
  const b = await many('p2')
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  a.store.move('row-0', 4999)
  await vi.waitFor(() => expect(b.store.rows.at(4999)!.id).toBe('row-0'), soon)
  for (let at = 1; at <= 50; at++) a.store.set(`row-${at}`, 'name', '改')
  a.line.close()
  await vi.waitFor(() => expect(b.store.rows.get('row-50')!.name).toBe('改'), soon)
  const c = await many('p3', { ...pace, partMs: 600_000, pauseMs: 600_000 })
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  c.store.move('row-0', 4998)
  await vi.waitFor(() => expect(b.store.rows.at(4998)!.id).toBe('row-0'), soon)
  c.takeBack()
  c.line.close()
  await vi.waitFor(() => expect(b.store.rows.at(0)!.id).toBe('row-0'), soon)
})

test('what is in a row is told behind the row, also when many others hold it up', async () => {
  const a = await many('p1', { ...pace, partMs: 300 })
  const b = await many('p2')
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  a.store.move('row-0', 4999)
  await vi.waitFor(() => expect(b.store.rows.at(4999)!.id).toBe('row-0'), soon)
  const [added] = a.store.add([{ name: '新' }])
  a.store.set(added!.id, 'count', 7)
  await vi.waitFor(() => expect(b.store.rows.get(added!.id)).toMatchObject({ name: '新', count: 7 }), soon)
  const frames = said.filter(({ type }) => type !== 'heart_beat').map(({ data }) => JSON.stringify(data))
  const lines = frames.filter((text) => text.includes(added!.id))
  expect(lines.findIndex((text) => text.includes('"added":[{'))).toBe(0)
})

const arranges = (sender: string, what: object) =>
  JSON.stringify({
    type: 'arrange_vxe_table',
    data: { socketKey: 'vxe-demo', args: [{ added: [], gone: [], order: [], ...what }, sender] },
  })

test('what was begun in parts and cut off is begun anew; who missed the beginning asks for the whole', async () => {
  const store = await table(await open('p1'))
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const joins = () => said.filter(({ type }) => type === 'join_vxe_table').length
  await vi.waitFor(() => expect(joins()).toBe(1), soon)
  const [peer] = peers
  peer!.send(arranges('v-x', { added: [{ id: 'x1', name: '旧' }], gone: ['r1'], part: 0, more: true }))
  peer!.send(arranges('v-x', { added: [{ id: 'x2', name: '新' }], part: 0, more: true }))
  peer!.send(arranges('v-x', { order: ['x2', 'r1', 'r2'], part: 1 }))
  await vi.waitFor(() => expect(store.rows.list.map(({ name }) => name)).toEqual(['新', '一', '二']), soon)
  expect(joins()).toBe(1)
  peer!.send(arranges('v-y', { gone: ['r2'], part: 1, more: true }))
  peer!.send(arranges('v-y', { order: ['r1'], part: 2 }))
  await vi.waitFor(() => expect(joins()).toBe(2), soon)
  expect((said.findLast(({ type }) => type === 'join_vxe_table')!.data as { away: number }).away).toBeGreaterThan(0)
  expect(store.rows.count).toBe(3)
})

test('of an arrangement that never ends no more is kept than any table has', async () => {
  const { Parts } = await import('#model/arrangement.ts')
  const parts = new Parts()
  const order = Array.from({ length: 2000 }, (_, at) => `r${at}`)
  for (let part = 0; part < 30; part++)
    expect(parts.take('a', { added: [], gone: [], order, part, more: true })).toBeUndefined()
  const whole = parts.take('a', { added: [], gone: [], order: [], part: 30 })
  expect(whole).toMatchObject({ order: { length: 20_000 } })
  parts.take('1 a:1:rows v', { added: [], gone: [], order, part: 0, more: true })
  parts.forget('1 a:1:')
  expect(parts.take('1 a:1:rows v', { added: [], gone: [], order, part: 1 })).toBe('missed')
})

test('a row that is too long to be told is not sent, and who wrote it hears so', async () => {
  const store = await table(await open('p1'))
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const words: string[] = []
  store.options = { ...store.options, say: (_, text) => words.push(text) }
  store.set('r1', 'name', '长'.repeat(30_000))
  await vi.waitFor(() => expect(words).toEqual(['内容过长，他人看不到您的这项修改，保存后才能看到']), soon)
  expect(updates()).toEqual([])
})

test('rows that are too long to be told come to the others empty, who added them hears so once, and the line holds', async () => {
  const [a, b] = [await table(await open('p1')), await table(await open('p2'))]
  await vi.waitFor(() => expect(peers.size).toBe(2), soon)
  const words: string[] = []
  a.options = { ...a.options, say: (_, text) => words.push(text) }
  const long = '长'.repeat(30_000)
  a.set('r1', 'name', long)
  const [added] = a.add([{ name: long, count: 3 }])
  a.add([{ name: '短' }])
  await vi.waitFor(() => expect(b.rows.list.map(({ name }) => name)).toEqual(['一', '二', null, '短']), soon)
  expect(b.rows.at(2)!.id).toBe(added!.id)
  await vi.waitFor(() => expect(words).toHaveLength(2), soon)
  expect(new Set(words)).toEqual(new Set(['内容过长，他人看不到您的这项修改，保存后才能看到']))
  // Neither what is taken back.
  throwAway.get(a)!()
  await vi.waitFor(() => expect(b.rows.list.map(({ name }) => name)).toEqual(['一', '二']), soon)
  expect(Math.max(...said.map((frame) => Buffer.byteLength(JSON.stringify(frame))))).toBeLessThan(64 * 1024)
  expect([knocks.length, words.length]).toEqual([2, 2])
})

test('what cannot be understood is ignored', async () => {
  const store = await table(await open('p1'))
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const [peer] = peers
  for (const text of ['no json', 'null', '7', '{"type":"update_vxe_table"}', '{"type":"update_vxe_table","data":{"socketKey":"vxe-demo","args":[null]}}', '{"type":"update_vxe_table","data":{"socketKey":"other","args":[{"id":"r1","name":"x"},"v"]}}'])
    peer!.send(text) // prettier-ignore
  peer!.send('{"type":"update_vxe_table","data":{"socketKey":"vxe-demo","args":[{"id":"r2","name":"好"},"v"]}}')
  await vi.waitFor(() => expect(store.rows.get('r2')!.name).toBe('好'), soon)
  expect(store.rows.get('r1')!.name).toBe('一')
})

test('common_send_date reaches who listens to its key', async () => {
  const line = await open('p1')
  const heard: unknown[] = []
  line.onSend('x', (args) => heard.push(args))
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  ;[...peers][0]!.send('{"type":"common_send_date","data":{"key":"y","args":[1]}}')
  ;[...peers][0]!.send('{"type":"common_send_date","data":{"key":"x","args":[1,"b"]}}')
  await vi.waitFor(() => expect(heard).toEqual([[1, 'b']]), soon)
})

test('a line without an answer to its heartbeat is opened anew', async () => {
  await open('p1', { ...pace, replyMs: 150 })
  await vi.waitFor(() => expect(said.filter(({ type }) => type === 'heart_beat').length).toBeGreaterThan(2), soon)
  expect(said[0]).toEqual({ type: 'heart_beat', data: '' })
  expect(knocks).toHaveLength(1)
  answering = false
  await vi.waitFor(() => expect(knocks.length).toBeGreaterThan(1), soon)
})

test('after a cut the own rows are sent, and what was missed is fetched without losing what is not saved', async () => {
  const line = await open('p1')
  const saved = rows()
  const store = await table(line, async () => saved)
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const address = port
  await server.close()
  store.set('r1', 'count', 10)
  store.set('r1', 'count', 11)
  store.set('r2', 'name', '我的')
  saved[1] = { id: 'r2', name: '别人保存的', count: 22 }
  await listen(address)
  const sent = () => updates().map(({ data }) => (data as { args: { id: string }[] }).args[0]!)
  await vi.waitFor(() => expect(sent().map(({ id }) => id)).toContain('r1'), soon)
  await vi.waitFor(() => expect(store.rows.get('r2')).toEqual({ id: 'r2', name: '我的', count: 22 }), soon)
  expect(sent().filter(({ id }) => id === 'r1')).toEqual([expect.objectContaining({ count: 11 })])
})

test('while the line is cut the rows say so, from the first moment on, and no longer when it is back', async () => {
  const line = await open('p1')
  const store = await table(line)
  const told: boolean[] = []
  store.signals.listen('cut', () => told.push(store.isCut))
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  expect(store.isCut).toBe(false)
  const address = port
  await server.close()
  await vi.waitFor(() => expect(store.isCut).toBe(true), soon)
  // A table that is opened meanwhile knows it, too.
  expect((await table(line)).isCut).toBe(true)
  await listen(address)
  await vi.waitFor(() => expect(store.isCut).toBe(false), soon)
  expect(told).toEqual([true, false])
})

test('a browser without a network is not believed before the line was asked', async () => {
  const replyMs = 2000
  const store = await table(await open('p1', { ...pace, replyMs }))
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const knocked = () => said.filter(({ type }) => type === 'heart_beat').length
  const before = knocked()
  window.dispatchEvent(new Event('offline'))
  await vi.waitFor(() => expect(knocked()).toBeGreaterThan(before), soon)
  await new Promise((resolve) => setTimeout(resolve, replyMs + 100))
  expect(store.isCut).toBe(false)
})

test('who comes back to a table catches up from when it was left', async () => {
  const line = await open('p1')
  await vi.waitFor(() => expect(peers.size).toBe(1), soon)
  const changes = [{ id: 'r2', before: { count: 0 }, after: { count: 2 } }]
  const left = { at: Date.now() - 5000, changes }
  const store = await table(line, async () => [{ ...rows()[0]!, name: '存了' }], left)
  // What was done here meanwhile, such as an upload that ended, is told.
  await vi.waitFor(() => expect(updates().map(({ data }) => (data as { args: unknown[] }).args[0])).toEqual([{ id: 'r2', count: 2 }]), soon) // prettier-ignore
  const joins = () => said.filter(({ type }) => type === 'join_vxe_table').map(({ data }) => data as { away: number })
  await vi.waitFor(() => expect(joins()).toHaveLength(1), soon)
  expect(joins()[0]!.away).toBeGreaterThanOrEqual(5000)
  expect(store.rows.get('r1')!.name).toBe('存了')
  // Asked once: who opens it for the first time has nothing to catch up with.
  await table(line)
  await vi.waitFor(() => expect(joins()).toHaveLength(2), soon)
  expect(joins()[1]!.away).toBe(0)
})

test('a server without the address is not asked for ever', async () => {
  await server.close()
  let tries = 0
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(address: string, protocols: string[]) {
        tries++
        super(address, protocols)
      }
    },
  )
  await open('p1')
  await vi.waitFor(() => expect(tries).toBe(5), soon)
  await new Promise((resolve) => setTimeout(resolve, pace.reconnectMs * 4))
  expect(tries).toBe(5)
})
