/**
 * Going to a chat and coming back. The state is ours and random; where to go afterwards stays here. A code is exchanged
 * once, whoever brings it; the browser that began may ask for the outcome again for five minutes, because chat clients
 * request the way back twice.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { FastifyRequest } from 'fastify'
import { chatHandOver, chatSignIn } from '../db/tables.ts'
import { isUniqueViolation } from '../db/sql-state.ts'
import type { Services } from '../kernel/services.ts'
import { logLogin } from '../people/login-log.ts'
import { whoPutOut } from '../people/put-out.ts'
import { recognise } from './accounts.ts'
import { ChatError, type Chat, type ChatName, type CodeKind } from '../kernel/ports/chat.ts'
import { problemOf, problems, type Problem } from './problems.ts'

const STATE_MS = 10 * 60_000
const OUTCOME_MS = 5 * 60_000
const HAND_OVER_MS = 2 * 60_000
/** A page that asks twice for the same hand-over: once is a reload or a lost answer. */
const GRACE_MS = 30_000
/** Longer than an exchange takes with all its calls. */
const WAIT_MS = 20_000
const LOOK_AGAIN_MS = 150

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
/** WeCom takes letters and digits only. */
const newState = () => randomBytes(20).toString('hex')
const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A person, or a problem; with `unbound` comes who it is in the chat. */
type Settled = { userId: string; chatUserId: string } | { problem: Problem; chatUserId?: string }
export type Outcome = {
  signInId: string
  path?: string
  /** This request itself exchanged the code; another asked for the same before or meanwhile. */
  exchanged?: true
} & Settled

interface Beginning {
  chat: ChatName
  kind: CodeKind
  browser: string
  path?: string
  /** A person asked for it. */
  visible?: boolean
}

/** Remembers where somebody wants to go; the state to give to the chat. */
export async function begin(
  { db, clock }: Services,
  { chat, kind, browser, path, visible = false }: Beginning,
): Promise<string> {
  const id = newState()
  const expireTime = after(clock.now(), STATE_MS)
  await db.insert(chatSignIn).values({ id, chat, kind, browser, path, visible, expireTime })
  return id
}

type Row = typeof chatSignIn.$inferSelect

/** `open`: the state may still be used; `fresh`: the outcome may still be asked for. */
async function read({ db, clock }: Services, id: string) {
  const now = clock.now()
  const since = (column: AnyPgColumn, ms: number) =>
    sql<boolean>`coalesce(${column} > ${after(now, -ms)}::timestamptz, false)`
  const [found] = await db
    .select({ row: chatSignIn, open: since(chatSignIn.expireTime, 0), fresh: since(chatSignIn.settleTime, OUTCOME_MS) })
    .from(chatSignIn)
    .where(eq(chatSignIn.id, id))
  return found && { ...found.row, open: found.open, fresh: found.fresh }
}

export interface Return {
  /** Undefined without a cookie. */
  browser: string | undefined
  state: string | undefined
  /** Absent when the person refused. */
  code: string | undefined
}

/** What becomes of somebody who comes back from the chat's login page. */
export async function comeBack(
  services: Services,
  request: FastifyRequest,
  chat: Chat,
  back: Return,
): Promise<Outcome> {
  const row = back.state ? await read(services, back.state) : undefined
  const mine = row && row.chat === chat.name && row.browser === back.browser
  // A stranger to this round learns nothing and uses nothing up.
  if (!mine) return { signInId: '', problem: 'state' }
  const known = { signInId: row.id, ...(row.path && { path: row.path }) }
  if (!back.code) return { ...known, problem: 'refused' }
  if (!row.codeHash) {
    if (!row.open) return { ...known, problem: 'state' }
    const claimed = await claim(services, row.id, back.code)
    if (claimed === 'taken') return { ...known, problem: 'used' }
    if (claimed) return { ...known, exchanged: true, ...(await exchange(services, request, chat, row, back.code)) }
  }
  return { ...known, ...(await outcomeOf(services, row.id, back.code)) }
}

/** The same for a code the page itself was given (`requestAuthCode`). */
export async function bringCode(
  services: Services,
  request: FastifyRequest,
  chat: Chat,
  { browser, code, kind, visible }: { browser: string; code: string; kind: CodeKind; visible: boolean },
): Promise<Outcome> {
  const { db, clock } = services
  const row = { id: newState(), chat: chat.name, kind, browser, visible, codeHash: hashOf(code) }
  const made = await db
    .insert(chatSignIn)
    .values({ ...row, expireTime: after(clock.now(), STATE_MS) })
    .onConflictDoNothing()
    .returning()
  if (made[0]) return { signInId: row.id, ...(await exchange(services, request, chat, made[0], code)) }
  const [earlier] = await db.select().from(chatSignIn).where(eq(chatSignIn.codeHash, row.codeHash))
  if (!earlier || earlier.browser !== browser || earlier.chat !== chat.name) return { signInId: '', problem: 'used' }
  return { signInId: earlier.id, ...(await outcomeOf(services, earlier.id, code)) }
}

/** True for the one request that may exchange the code; `taken` when another round already has it. */
async function claim({ db }: Services, id: string, code: string): Promise<boolean | 'taken'> {
  try {
    const done = await db
      .update(chatSignIn)
      .set({ codeHash: hashOf(code) })
      .where(and(eq(chatSignIn.id, id), isNull(chatSignIn.codeHash)))
      .returning({ id: chatSignIn.id })
    return done.length === 1
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/** Waits for the request that exchanges the code. */
async function outcomeOf(services: Services, id: string, code: string): Promise<Settled> {
  for (let waited = 0; waited <= WAIT_MS; waited += LOOK_AGAIN_MS) {
    const row = await read(services, id)
    if (!row || row.codeHash !== hashOf(code)) return { problem: 'used' }
    if (row.settleTime) {
      if (!row.fresh) return { problem: 'used' }
      if (row.problem) return { problem: row.problem as Problem, ...(row.chatUserId && { chatUserId: row.chatUserId }) }
      return { userId: row.userId!, chatUserId: row.chatUserId! }
    }
    await pause(LOOK_AGAIN_MS)
  }
  return { problem: 'busy' }
}

async function exchange(
  services: Services,
  request: FastifyRequest,
  chat: Chat,
  row: Row,
  code: string,
): Promise<Settled> {
  const settled = await personBehind(services, request, chat, row, code)
  await services.db
    .update(chatSignIn)
    .set({ ...settled, settleTime: services.clock.now().toISOString() })
    .where(eq(chatSignIn.id, row.id))
  return settled
}

async function personBehind(
  services: Services,
  request: FastifyRequest,
  chat: Chat,
  { kind, visible }: Row,
  code: string,
): Promise<Settled> {
  const refuse = async (problem: Problem, who: string, why: string) => {
    request.log.info({ chat: chat.name, problem, who, ref: request.id }, `${chat.label}登录失败：${why}`)
    await logLogin(services.db, request, { username: who, content: `${chat.label}登录失败：${problems[problem]}` })
    return { problem }
  }
  try {
    const person = await chat.exchange(code, kind as CodeKind)
    const found = await recognise(services, chat, person)
    if ('problem' in found) {
      const settled = await refuse(found.problem, person.userId, problems[found.problem])
      // Who it is has been proven, only not whom of the staff: this browser may bind it.
      return found.problem === 'unbound' ? { ...settled, chatUserId: person.userId } : settled
    }
    // Put out: the next tap must not undo it unseen.
    const putOutBy = visible ? undefined : await whoPutOut(services.db, found.userInfo.id)
    if (putOutBy) {
      const problem = putOutBy === 'owner' ? 'elsewhere' : 'kicked'
      return refuse(problem, person.userId, problems[problem])
    }
    return { userId: found.userInfo.id, chatUserId: person.userId }
  } catch (error) {
    if (error instanceof ChatError) return refuse(problemOf(error), chat.label, error.message)
    request.log.error({ err: error, chat: chat.name, ref: request.id }, `${chat.label}登录失败`)
    return { problem: 'busy' }
  }
}

/** The sign-in in which this browser proved to be that unbound account of the chat, a few minutes ago. */
export async function provenHere(
  { db, clock }: Services,
  { chat, chatUserId, browser }: { chat: ChatName; chatUserId: string; browser: string | undefined },
): Promise<string | undefined> {
  if (!browser) return undefined
  const [row] = await db
    .select({ id: chatSignIn.id })
    .from(chatSignIn)
    .where(
      and(
        eq(chatSignIn.browser, browser),
        eq(chatSignIn.chat, chat),
        eq(chatSignIn.chatUserId, chatUserId),
        eq(chatSignIn.problem, 'unbound'),
        gt(chatSignIn.settleTime, after(clock.now(), -STATE_MS)),
      ),
    )
    .limit(1)
  return row?.id
}

/** The account is bound now: the sign-in that stopped there goes on as this person. */
export const goOnAs = ({ db, clock }: Services, signInId: string, userId: string) =>
  db
    .update(chatSignIn)
    .set({ userId, problem: null, settleTime: clock.now().toISOString() })
    .where(eq(chatSignIn.id, signInId))

/** Who signs out leaves nothing in this browser that would let the next one in as them: neither ways back nor codes. */
export const forgetOutcomes = ({ db }: Services, { browser, userId }: { browser: string; userId: string }) =>
  db
    .update(chatSignIn)
    .set({ userId: null, problem: 'used' })
    .where(and(eq(chatSignIn.browser, browser), eq(chatSignIn.userId, userId)))

/** A one-time code with which the page fetches its session. */
export async function handOver({ db, clock }: Services, signInId: string): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await db
    .insert(chatHandOver)
    .values({ codeHash: hashOf(code), signInId, expireTime: after(clock.now(), HAND_OVER_MS) })
  return code
}

export interface HandedOver {
  chat: ChatName
  userId: string
  chatUserId: string
}

interface Taking {
  code: string
  chat: ChatName | undefined
  browser: string | undefined
}

/** Whose code it is; undefined when it is none, or belongs to another browser or chat. */
async function handOverOf({ db }: Services, { code, chat, browser }: Taking) {
  const [row] = await db
    .select({ signIn: chatSignIn, useTime: chatHandOver.useTime, expireTime: chatHandOver.expireTime })
    .from(chatHandOver)
    .innerJoin(chatSignIn, eq(chatSignIn.id, chatHandOver.signInId))
    .where(eq(chatHandOver.codeHash, hashOf(code)))
  if (!row || !browser || row.signIn.browser !== browser || row.signIn.chat !== chat) return undefined
  const { userId, chatUserId } = row.signIn
  return userId && chatUserId ? { ...row, who: { chat, userId, chatUserId } } : undefined
}

/** Whom a code that nobody has used yet would let in; it stays good. */
export async function whoseHandOver(services: Services, taking: Taking): Promise<HandedOver | undefined> {
  const found = await handOverOf(services, taking)
  return found && !found.useTime && new Date(found.expireTime) > services.clock.now() ? found.who : undefined
}

/** Burns the code. Undefined when it is none, was used, ran out, or belongs to another browser or chat. */
export async function takeHandOver(services: Services, taking: Taking): Promise<HandedOver | undefined> {
  const { db, clock } = services
  const found = await handOverOf(services, taking)
  if (!found) return undefined
  const now = clock.now()
  const codeHash = hashOf(taking.code)
  const burnt = await db
    .update(chatHandOver)
    .set({ useTime: sql`coalesce(${chatHandOver.useTime}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(chatHandOver.codeHash, codeHash),
        gt(chatHandOver.expireTime, now.toISOString()),
        or(isNull(chatHandOver.useTime), gt(chatHandOver.useTime, after(now, -GRACE_MS))),
      ),
    )
    .returning({ codeHash: chatHandOver.codeHash })
  return burnt.length ? found.who : undefined
}
