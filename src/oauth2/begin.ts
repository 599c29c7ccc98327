/** The start inside a chat, and the return from one: ends with somebody signed in, or with a page that says why not. */
import { LOGIN } from '#model/addresses.ts'
import { setSigner, type Host } from '#adaptive/index.ts'
import type { ChatName } from '#model/chats.ts'
import { setAfterLogout, type LoginResult } from '#headless/session/account.ts'
import { notify } from '#headless/connection/notices.ts'
import { markInterrupted } from '#headless/session/interruptedDecision.ts'
import { handedSession } from '#headless/session/prefetched.ts'
import { isSigningOut, setRenewal } from '#headless/session/renewal.ts'
import { forgetSession, keepSession, session } from '#headless/session/session.ts'
import { corporationHere, readArrival, wantedHere, type Arrival } from './address.ts'
import { isOpen, wasBegunHere } from './departure.ts'
import { isRefusal, problemNamed, problemOf, words, type Problem, type ProblemName } from './problems.ts'
import { isColdStart, leftFor, markLeft, recognised } from './recognition.ts'
import { renew } from './renew.ts'
import { forgetRounds } from './rounds.ts'
import { idsOf, signPage } from './setup.ts'
import {
  askedCode,
  endUnseen,
  exchange,
  exchangeUnlessSame,
  goSaying,
  handOver,
  isSame,
  receive,
  sessionNow,
  signIn,
  useSigningIn,
  type Outcome,
} from './signIn.ts'
import { beginAnew } from '#headless/connection/leaving.ts'

/** `open`: nobody has to sign in for this page, or the layout asks for a password. */
export type Begun = Outcome | 'open'

const AGAIN: readonly ProblemName[] = ['state', 'used']

/** How long a start waits to hear that the same person still sits here. */
const CONFIRM_MS = 3_000

export async function begin(host: Host): Promise<Begun> {
  const arrival = readArrival()
  if (!host.signsIn) return arrival ? fromOutside(arrival) : 'open'
  takeOver(host)
  const cold = isColdStart()
  if (arrival?.problem) return told(host, arrival)
  // A long address is too long for the way there and back; this window still knows it.
  if (arrival?.code) return handOver(host, { ...arrival, wanted: arrival.wanted ?? leftFor()?.wanted })
  if (!session().token) return isOpen() ? 'open' : signIn(host)
  await confirm(host, cold)
  return session().token ? 'in' : signIn(host)
}

/** From now on the host signs pages, renews sessions, and is not signed in again right after signing out. */
function takeOver(host: Host): void {
  const chat = host.name as ChatName
  setSigner({ ids: () => idsOf(chat), sign: (url, ticket) => signPage(chat, url, ticket) })
  setRenewal(() => renew(host))
  setAfterLogout(() => goSaying({ name: 'out' }))
}

/** The server's answer stands in the address, where anybody may have written it: it counts when this window asked for it. */
function told(host: Host, { problem, ref, account, wanted }: Arrival): Promise<Outcome> | Outcome {
  const left = leftFor()
  const name = problemNamed(problem!)
  const goal = wanted ?? left?.wanted
  // What was lost or worn out on the way: once more, if that is allowed.
  if (left && AGAIN.includes(name)) return signIn(host, goal)
  // The host said it is somebody we do not let in: whoever was in before does not sit here any more.
  if (left && isRefusal(name)) {
    forgetSession()
    // It ends on this page; the next link is answered anew, and by the same words.
    forgetRounds()
  }
  useSigningIn.setState({ problem: { name, ...(ref && { ref }), ...(left && account && { account }) }, wanted: goal })
  return 'failed'
}

/** Another window has another person, or none: who signed out there is not signed in again by this one. */
export const followPerson = (): void => (isSigningOut() && !session().token ? goSaying({ name: 'out' }) : beginAnew())

/** In a browser, after the login page of a chat. */
async function fromOutside(arrival: Arrival): Promise<Begun> {
  const { code, problem, ref, account, wanted = leftFor()?.wanted } = arrival
  const login = wanted ? `${LOGIN}?redirect=${encodeURIComponent(wanted)}` : LOGIN
  const begun = wasBegunHere()
  const refuse = ({ name, ref, account, detail }: Problem): Begun => {
    history.replaceState(null, '', login)
    const { title, advice, outside = advice } = words[name]
    notify({
      tone: 'error',
      text: [detail ?? title, outside, account && `账号 ${account}`, ref && `编号 ${ref}`].filter(Boolean).join('。'),
    })
    return 'failed'
  }
  if (problem) return refuse({ name: problemNamed(problem), ...(ref && { ref }), ...(begun && account && { account }) })
  if (!code) return 'open'
  // A code somebody else was given: taking it would sign this person in as them.
  if (!begun) {
    const come = handedSession<LoginResult>(code)
    if (come) void endUnseen(come.token)
    return refuse({ name: 'state' })
  }
  const outcome = await handOver(null, arrival)
  return outcome === 'failed' ? refuse(useSigningIn.getState().problem!) : outcome
}

/** Another organisation, or another person on the same device, never sees what was here before. */
async function confirm(host: Host, cold: boolean): Promise<void> {
  const known = session().chat
  const corpId = corporationHere()
  if (known && corpId && corpId !== known.corpId) return forgetSession()
  if (!cold || !known || !host.authCode) return
  let drawn = false
  const late = new Promise<void>((resolve) => setTimeout(resolve, CONFIRM_MS))
  await Promise.race([askWho(host, () => drawn), late])
  drawn = true
}

async function askWho(host: Host, isDrawn: () => boolean): Promise<void> {
  const { chat: known } = session()
  const before = sessionNow()
  const code = await askedCode(host)
  if (code === undefined || !before.stays()) return
  // It does not say that this is still the same person; the address has to. Not once somebody works on the page: what they
  // typed would be gone, and the next window asks again.
  if (code === null) return isDrawn() ? undefined : forgetSession()
  try {
    const { corpId } = await idsOf(host.name as ChatName)
    const answer = await (known?.corpId === corpId ? exchangeUnlessSame(host, code) : exchange(host, code))
    if (!before.stays()) return void (answer && endUnseen(answer.token))
    recognised()
    if (!answer) return keepSession({ chat: { ...known!, at: Date.now() } })
    const same = isSame(answer)
    receive(answer)
    // What is on the screen was read by somebody else.
    if (!same && isDrawn()) return beginAnew()
    // The fresh session takes the place of the old one, which would live on for days.
    void endUnseen(before.token)
  } catch (error) {
    // Without an answer nothing is known, and the session goes on.
    const { name, ref } = problemOf(error)
    if (!isRefusal(name) || !before.stays()) return
    if (!isDrawn()) return forgetSession()
    // Whoever works on the page is told why it ends.
    const wanted = wantedHere()
    markInterrupted()
    markLeft(wanted)
    forgetSession()
    goSaying({ name, ...(ref && { ref }) }, wanted)
  }
}
