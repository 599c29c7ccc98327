/** Signing in through the chat the page is open in. One attempt at a time, at most two without a person. */
import { create } from 'zustand'
import { HostError, type Host } from '#adaptive/index.ts'
import { chats, type ChatName } from '#model/chats.ts'
import { takeSession, type LoginResult } from '#headless/session/account.ts'
import { api, ApiError } from '#headless/session/api.ts'
import { HOST_LOGIN } from '#model/addresses.ts'
import type { Handed } from '#model/handed.ts'
import { isOwn } from '#headless/connection/ownServer.ts'
import { answersCame, handedSession } from '#headless/session/prefetched.ts'
import { isSigningOut } from '#headless/session/renewal.ts'
import { forgetSession, session } from '#headless/session/session.ts'
import { cleanAddress, wantedHere, type Arrival } from './address.ts'
import { leave } from './departure.ts'
import { isRefusal, problemOf, type Problem } from './problems.ts'
import { recognised } from './recognition.ts'
import { forgetRounds, takeRound } from './rounds.ts'
import { sourceOf } from './sources.ts'
import { beginAnew, leaveForGood } from '#headless/connection/leaving.ts'

/** `leaving`: the browser is on its way to the chat's page. */
export type Outcome = 'in' | 'leaving' | 'failed'

interface SigningIn {
  /** `resting`: nothing goes on; without a problem nothing was tried. */
  phase: 'resting' | 'working' | 'leaving'
  problem: Problem | null
  /** Where the person wanted to go. */
  wanted: string | undefined
}
/** What the login page shows. */
export const useSigningIn = create<SigningIn>(() => ({ phase: 'resting', problem: null, wanted: undefined }))

/**
 * The page that says this begins in a moment. Until it is there this one says the same: what is without a session meanwhile
 * leads to the door, and the door would sign the person in again.
 */
export function goSaying(problem: Problem, wanted?: string): void {
  useSigningIn.setState({ phase: 'resting', problem, wanted })
  const told = { problem: problem.name, ...(problem.ref && { ref: problem.ref }), ...(wanted && { redirect: wanted }) }
  leaveForGood(`${HOST_LOGIN}?${new URLSearchParams(told).toString()}`)
}

const fail = (problem: Problem): Outcome => {
  // It ends on this page; the next link is answered anew, and by the same words.
  if (isRefusal(problem.name)) forgetRounds()
  useSigningIn.setState({ phase: 'resting', problem })
  return 'failed'
}

let running: Promise<Outcome> | undefined
const alone = (work: () => Promise<Outcome>): Promise<Outcome> =>
  (running ??= work().finally(() => {
    running = undefined
  }))

/** A person asked for it, so the count begins anew. */
export function signInAgain(host: Host): Promise<Outcome> {
  forgetRounds()
  return signIn(host, undefined, true)
}

/** Silently where the host answers, else by leaving for the chat's address. */
export const signIn = (
  host: Host,
  wanted: string | undefined = useSigningIn.getState().wanted ?? wantedHere(),
  /** A person asked for it with a tap. */
  visible = false,
) =>
  alone(async () => {
    // The page that says so is not there yet, or another window's.
    if (!visible && isSigningOut()) return fail({ name: 'out' })
    useSigningIn.setState({ phase: 'working', problem: null, wanted })
    const code = await codeOf(host)
    if (code) {
      if (!takeRound()) return fail({ name: 'rounds' })
      return take(() => exchangeFor(host, code, visible, wanted ?? '/'), wanted)
    }
    return leaving(host, wanted, visible)
  })

/** If the browser is still here after this, the way to the chat is blocked. */
const LEAVING_MS = 20_000

function leaving(host: Host, wanted: string | undefined, visible = false): Outcome {
  if (!leave(host.name as ChatName, wanted, visible)) return fail({ name: 'rounds' })
  const stuck = () => void fail({ name: 'network' })
  setTimeout(stuck, LEAVING_MS)
  // Going back from the chat's page may bring this one as it was, still waiting.
  window.addEventListener('pageshow', ({ persisted }) => persisted && stuck(), { once: true })
  useSigningIn.setState({ phase: 'leaving' })
  return 'leaving'
}

/** The page came back from the chat with a code of our own server's. */
export const handOver = (host: Host | null, { code, source, wanted }: Arrival) =>
  alone(async () => {
    useSigningIn.setState({ phase: 'working', problem: null, wanted })
    // Before anything else: neither a reload nor going back may use the code again, and nobody may read it.
    history.replaceState(null, '', cleanAddress(wanted))
    const outcome = await take(() => redeem(code!, source), wanted)
    // A code that was used up on the way (the client asks twice, an old page came back): once more, if that is allowed.
    const worn = ['used', 'state'].includes(useSigningIn.getState().problem?.name ?? '')
    return outcome === 'failed' && worn && host?.signsIn ? leaving(host, wanted) : outcome
  })

/** The person has shown who they are: the sign-in that stopped goes on with a code of our own server's. */
export async function goOnWith(code: string, source: string, wanted: string | undefined): Promise<void> {
  forgetRounds()
  const outcome = await alone(() => take(() => redeem(code, source), wanted))
  if (outcome === 'in') beginAnew()
}

async function take(ask: () => Promise<LoginResult>, wanted: string | undefined): Promise<Outcome> {
  try {
    receive(await ask())
    recognised()
    history.replaceState(null, '', wanted ?? '/')
    useSigningIn.setState({ phase: 'resting', wanted: undefined })
    return 'in'
  } catch (error) {
    return fail(problemOf(error))
  }
}

/** The session as it is now: whether nobody has signed out or in since. */
export function sessionNow() {
  const { token } = session()
  return { token, stays: () => session().token === token && !isSigningOut() }
}

/** A session that nobody goes on with. */
export const endUnseen = (token: string) =>
  api.post('/sys/logout', {}, { quiet: true, headers: { 'X-Access-Token': token } }).catch(() => undefined)

/** Somebody else than before: nothing of the other stays. */
export function receive(answer: LoginResult): void {
  const before = session()
  if (before.token && !isSame(answer)) forgetSession()
  takeSession(answer, { greet: false })
}

export function isSame({ userInfo, chat }: LoginResult): boolean {
  const { username, chat: known } = session()
  return username === userInfo.username && (!known || !chat || known.corpId === chat.corpId)
}

/** Null: the host does not say who sits here, or nobody wants it to; undefined: it was not heard, and nothing is known. */
export async function askedCode(host: Host): Promise<string | null | undefined> {
  try {
    return (await host.authCode?.()) ?? null
  } catch (error) {
    if (error instanceof HostError) return error.answered ? null : undefined
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Null: the host gives none, and the address is the way. */
export const codeOf = async (host: Host): Promise<string | null> => (await askedCode(host)) ?? null

/** A code is good once: what parallel callers ask with it is asked once. */
export const exchange = (host: Host, code: string): Promise<LoginResult> => bring<LoginResult>(host, { code })

interface WithFirst extends LoginResult {
  first?: Pick<Handed, 'tenant' | 'answers'>
}

/** With what the page that is wanted asks first. */
async function exchangeFor(host: Host, code: string, visible: boolean, page: string): Promise<LoginResult> {
  const more = { code, ...(visible && { visible }) }
  if (!isOwn) return bring(host, more)
  const { first, ...login } = await bring<WithFirst>(host, { ...more, page }).catch((error: unknown) => {
    // A node that is older than this page does not know of it, and refuses before it looks at the code.
    if (error instanceof ApiError && error.status === 400) return bring<WithFirst>(host, more)
    throw error
  })
  if (first) answersCame({ token: login.token, ...first })
  return login
}

/** Null: it is still the person of the session here, which goes on. */
export async function exchangeUnlessSame(host: Host, code: string): Promise<LoginResult | null> {
  const answer = await bring<LoginResult | { same: true }>(host, { code, confirm: true })
  return 'same' in answer ? null : answer
}

async function bring<T>(
  host: Host,
  more: { code: string; confirm?: boolean; visible?: boolean; page?: string },
): Promise<T> {
  const body = { source: sourceOf(host)!.source, kind: 'inside', ...more }
  return (await api.envelope<T>('POST', '/sys/thirdLogin/exchange', { body, quiet: true })).result
}

/** An address that names no chat means the first. */
const redeem = async (code: string, source: string = chats[0].source): Promise<LoginResult> =>
  handedSession<LoginResult>(code) ??
  api.get<LoginResult>(
    `/sys/thirdLogin/getLoginUser/${encodeURIComponent(code)}/${encodeURIComponent(source)}`,
    undefined,
    { quiet: true },
  )
