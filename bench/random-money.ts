/**
 * Money operations by several people on two nodes of the product, which are killed now and then while the clock leaps.
 * Afterwards the books must be true, nothing may be under way for ever, and the pay channel, which outlives every node, must
 * have moved exactly what the books say. `RANDOM_MONEY_MINUTES=60` for an hour.
 */
import { sql } from 'drizzle-orm'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { resources } from '#resources/index.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { refundStates } from '#resources/product/userCard.ts'
import { migrate } from '../server/db/migrate.ts'
import { seed } from '../server/seed/index.ts'
import { openDatabase } from '../server/db/connect.ts'
import type { PayChannel } from '../server/kernel/ports/pay.ts'
import { PretendPay } from '../server/money/pretend-pay.ts'
import { servicesOf } from '../server/product.ts'
import { programOf } from '../server/kernel/programs.ts'
import { tableOf } from '../server/db/table.ts'
import type { Services } from '../server/kernel/services.ts'
import { readSettings } from '../server/settings.ts'
import { clockFrom } from '../tests/clock.ts'
import { faultsOf } from '../tests/money/invariants.ts'
import { dice, type Roll } from '../tests/money/operations.ts'
import type { Given, ToNode, ToParent } from '../tests/money/node.ts'
import { makeWorld } from '../tests/money/world.ts'
import { atEnd } from './closing.ts'
import { emptyDatabase } from './database.ts'
import type { Figure } from './figure.ts'
import { PASSWORD } from './server.ts'
import { sparePort } from './spare-port.ts'

const MINUTES = Number(process.env['RANDOM_MONEY_MINUTES'] ?? 3)
const NODES = 2
const CLIENTS = 8
/** Between two kills, in ms. */
const [CALM_MS, CALM_MORE_MS] = [15_000, 30_000]
/** For everything that is under way to end once nobody does anything any more. */
const SETTLE_MS = 300_000
const { orderDeposit, orderMessage, userCard, userWithdrawal } = resources

interface Node {
  child: ChildProcess
  ready: Promise<unknown>
  resting: Promise<unknown>
}

/** A channel in a bad mood: it fails, takes its time, keeps silent and loses answers, and its users confirm or do not. */
const moody = (roll: Roll, now: () => Date) =>
  new PretendPay(
    ({ method }) => {
      const at = roll(20)
      if (at < 2) return 'failed'
      if (at < 3) return 'timeout'
      if (at < 5) return 'lostReply'
      return method === '2' ? 'waitingForUser' : 'paid'
    },
    undefined,
    () => (['failed', 'failed', 'timeout', 'lostReply', 'lostReply'] as const)[roll(20)] ?? 'refunded',
    undefined,
    now,
  )

const isMade = (known: unknown) =>
  ['paid', 'refunded', 'failed'].includes(String((known as { state?: unknown } | undefined)?.state))

export async function* measure(): AsyncGenerator<Figure> {
  const { env } = await emptyDatabase('postgres')
  const settings = readSettings({ ...env, DEMO: '1', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent', PORT: '1' })
  const log = pino({ level: 'silent' }) as unknown as Services['log']
  const database = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, log })
  atEnd(() => database.close())
  const roll = dice(20_260_302)
  const clock = clockFrom()
  const channel = moody(roll, () => clock.now())
  const services = servicesOf(database, settings, { log, clock, pay: channel })
  await migrate(database.pool)
  await seed(services, () => import('../demo/index.ts'))
  const world = await makeWorld(services)

  const tally = { done: 0, refused: 0, busy: 0 }
  const faults = new Map<string, string>()
  const nodes = new Set<Node>()
  /** By us. */
  const ended = new Set<Node>()
  let [kills, leaps, started] = [0, 0, 0]

  const tell = ({ child }: Node, what: ToNode) => void (child.connected && child.send(what, () => undefined))
  const pass = (seconds: number) => {
    leaps += 1
    clock.pass(seconds)
    for (const node of nodes) tell(node, { told: 'pass', seconds })
  }
  async function answer(node: Node, { call, method, given }: Extract<ToParent, { said: 'ask' }>) {
    try {
      const known: unknown = await (channel[method] as (...args: unknown[]) => Promise<unknown>)(...given)
      // Now and then it knows its own mind only later.
      const value = method !== 'statement' && roll(8) === 0 && isMade(known) ? { state: 'processing' } : known
      await sleep(roll(3) ? 0 : roll(400))
      tell(node, { told: 'answer', call, value })
    } catch (error) {
      tell(node, { told: 'answer', call, error: (error as Error).message })
    }
  }
  async function start(): Promise<Node> {
    started += 1
    const given: Given = {
      world,
      mark: `n${started}x`,
      seed: 1000 * started,
      clients: CLIENTS / NODES,
      aheadMs: clock.now().getTime() - Date.now(),
    }
    const child = fork(programOf('tests/money/node.ts').file, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        ...env,
        ADMIN_PASSWORD: PASSWORD,
        DEMO: '1',
        LOG_LEVEL: 'fatal',
        PORT: String(await sparePort()),
        MONEY_NODE: JSON.stringify(given),
      },
    })
    atEnd(() => child.kill('SIGKILL'))
    const heard = (wanted: ToParent['said']) =>
      new Promise<void>((resolve) => {
        child.on('message', ({ said }: ToParent) => said === wanted && resolve())
        child.on('exit', () => resolve())
      })
    const node: Node = { child, ready: heard('ready'), resting: heard('resting') }
    child.on('message', (message: ToParent) => {
      if (message.said === 'ask') void answer(node, message)
      if (message.said === 'pass') pass(message.seconds)
      if (message.said === 'outcome') tally[message.outcome] += 1
      if (message.said === 'fault') faults.set(message.name, message.stack)
    })
    child.on('exit', (code, signal) => {
      nodes.delete(node)
      if (!ended.has(node)) faults.set(`node ${started}`, `ended by itself: ${code ?? signal}`)
    })
    nodes.add(node)
    await node.ready
    return node
  }

  for (let at = 0; at < NODES; at += 1) await start()
  for (const end = Date.now() + MINUTES * 60_000; Date.now() < end;) {
    await sleep(CALM_MS + roll(CALM_MORE_MS))
    // A clock that ran ahead is put right.
    if (roll(4) === 0) pass(-roll(600))
    for (const { outNo } of channel.payments) if (roll(3)) channel.confirm(outNo)
    const [victim] = nodes
    kills += 1
    ended.add(victim!)
    victim!.child.kill('SIGKILL')
    await once(victim!.child, 'exit')
    await start()
  }
  for (const node of nodes) tell(node, { told: 'rest' })
  await Promise.all([...nodes].map(({ resting }) => resting))
  for (const end = Date.now() + SETTLE_MS; Date.now() < end && (await underWay(services)).length;) {
    pass(1800)
    await sleep(2000)
  }
  const wrong = { ...(await faultsOf(services)), ...(await besideTheChannel(services, channel)) }
  const open = await underWay(services)
  for (const node of nodes) {
    ended.add(node)
    node.child.kill('SIGTERM')
    await once(node.child, 'exit')
  }
  for (const [name, stack] of faults) process.stderr.write(`  ${name}: ${stack}\n`)
  if (Object.keys(wrong).length) process.stderr.write(`  ${JSON.stringify(wrong, undefined, 1)}\n`)

  const all = tally.done + tally.refused + tally.busy
  yield* [
    {
      name: `random money, ${MINUTES} min, ${CLIENTS} clients on ${NODES} nodes`,
      measured: `${all} operations (${tally.refused} refused, ${tally.busy} told to try again), ${kills} kills, ${leaps} leaps of the clock; the channel paid ${channel.payments.length} and gave back ${channel.refunds.length}`,
      target: '-',
    },
    {
      name: 'random money: differences in the books and beside the channel',
      measured:
        Object.entries(wrong)
          .map(([what, rows]) => `${what}: ${rows.length}`)
          .join('; ') || '0',
      target: '0',
      reached: !Object.keys(wrong).length && tally.done > 0 && channel.payments.length > 0,
    },
    {
      name: 'random money: payments that never end',
      measured: String(open.length),
      target: '0',
      reached: !open.length,
    },
    {
      name: 'random money: operations that broke',
      measured: faults.size ? [...faults.keys()].join('; ') : '0',
      target: '0',
      reached: !faults.size,
    },
  ]
}

/** Numbers of what the channel has been told and the books do not know the end of. */
async function underWay({ db }: Services): Promise<string[]> {
  const { rows } = await db.execute<{ no: string }>(sql`
    select withdraw_no as no from ${tableOf(userWithdrawal)}
      where create_by = 'asker' and status in (${withdrawStates.toPay}, ${withdrawStates.paying}, ${withdrawStates.toConfirm})
    union all select order_no from ${tableOf(orderMessage)} where order_no like 'DD-R%' and status = ${orderStates.refunding}
    union all select card_no from ${tableOf(userCard)} where card_no like 'UK-R%' and refund_status = ${refundStates.refunding}
    union all select deposit_no from ${tableOf(orderDeposit)}
      where deposit_no like 'YJ-R%' and status in (${depositStates.refunding}, ${depositStates.releasing})`)
  return rows.map(({ no }) => no)
}

/** What the channel moved and the books do not say, or the other way round. */
async function besideTheChannel({ db }: Services, channel: PayChannel & Pick<PretendPay, 'payments' | 'refunds'>) {
  const amounts = new Map(channel.payments.map(({ outNo, amount }) => [outNo, amount]))
  // Of the demo only what the channel was told: its books begin with payments of another channel.
  const withdrawals = await db.execute<{ no: string; status: string; amount: string }>(sql`
    select withdraw_no as no, status, arrive_amount::text as amount from ${tableOf(userWithdrawal)}
      where create_by = 'asker' or withdraw_no in ${[...amounts.keys(), '']}`)
  const known = new Set(withdrawals.rows.map(({ no }) => no))
  const payments = [...amounts.keys()].filter((no) => !known.has(no)).map((no) => `${no}: unknown to the books`)
  for (const { no, status, amount } of withdrawals.rows) {
    const { state } = await channel.query(no)
    const paid = state === 'paid' ? amounts.get(no) : undefined
    if (paid !== (status === withdrawStates.paid ? BigInt(amount) : undefined))
      payments.push(`${no}: the channel says ${state} ${amounts.get(no)}, the books ${status} ${amount}`)
  }
  const back = new Map<string, bigint>()
  for (const { outTradeNo, amount } of channel.refunds) back.set(outTradeNo, (back.get(outTradeNo) ?? 0n) + amount)
  const books = await db.execute<{ no: string; amount: string }>(sql`
    select out_trade_no as no, coalesce(refunded_amount, 0)::text as amount from ${tableOf(orderMessage)}
      where order_no like 'DD-R%' and out_trade_no is not null
    union all select out_trade_no, (case when refund_status = ${refundStates.refunded} then refund_amount else 0 end)::text
      from ${tableOf(userCard)} where card_no like 'UK-R%' and out_trade_no is not null
    union all select out_trade_no, (case when status = ${depositStates.refunded} then refund_amount else 0 end)::text
      from ${tableOf(orderDeposit)} where deposit_no like 'YJ-R%'`)
  const refunds = books.rows
    .filter(({ no, amount }) => (back.get(no) ?? 0n) !== BigInt(amount))
    .map(({ no, amount }) => `${no}: the channel says ${back.get(no)}, the books ${amount}`)
  const listed = new Set(books.rows.map(({ no }) => no))
  for (const no of back.keys()) if (no.includes('-R') && !listed.has(no)) refunds.push(`${no}: unknown to the books`)
  const found = { 'payments beside the channel': payments, 'refunds beside the channel': refunds }
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length))
}
