/** The session has ended while somebody works: the host says again who sits here, and the work goes on. */
import type { Host } from '#adaptive/index.ts'
import type { ChatName } from '#model/chats.ts'
import { isSigningOut } from '#headless/session/renewal.ts'
import { forgetSession, keepSession, session } from '#headless/session/session.ts'
import { leave } from './departure.ts'
import { markLeft } from './recognition.ts'
import { isRefusal, problemOf } from './problems.ts'
import { codeOf, endUnseen, exchange, goSaying, sessionNow, isSame } from './signIn.ts'
import { markInterrupted } from '#headless/session/interruptedDecision.ts'
import { wantedHere } from './address.ts'
import { takeRound } from './rounds.ts'
import { beginAnew } from '#headless/connection/leaving.ts'

/** If the browser is still here after this, the way to the chat is blocked. */
const LEAVING_MS = 20_000

/** True: there is a fresh token of the same person. */
export async function renew(host: Host): Promise<boolean> {
  const before = sessionNow()
  const code = await codeOf(host)
  if (!before.stays()) return cameMeanwhile(before)
  return code ? byCode(host, code, before) : byAddress(host)
}

type Before = ReturnType<typeof sessionNow>

/** A fresh token of another window, or of this one's start, serves as well; whose it is, the call looks at. */
const cameMeanwhile = ({ token }: Before): boolean => !isSigningOut() && !['', token].includes(session().token)

async function byCode(host: Host, code: string, before: Before): Promise<boolean> {
  if (!takeRound()) return false
  const answer = await exchange(host, code).catch((error: unknown) => (before.stays() ? refusedHere(error) : undefined))
  if (!answer) return cameMeanwhile(before)
  if (!before.stays()) {
    void endUnseen(answer.token)
    return cameMeanwhile(before)
  }
  if (!isSame(answer)) {
    startAgain()
    return false
  }
  const { token, chat } = answer
  keepSession({ token, ...(chat && { chat: { ...chat, at: Date.now() } }) })
  return true
}

/** It is known who sits here, and they may not come in: the page says why, and nothing goes on by itself. */
function refusedHere(error: unknown): undefined {
  const { name, ref } = problemOf(error)
  if (!isRefusal(name)) throw error
  const wanted = wantedHere()
  markInterrupted()
  markLeft(wanted)
  forgetSession()
  goSaying({ name, ...(ref && { ref }) }, wanted)
}

/** What was typed is kept by its form; the address brings the person back to it. */
async function byAddress(host: Host): Promise<boolean> {
  const wanted = wantedHere()
  markInterrupted()
  if (!leave(host.name as ChatName, wanted)) {
    forgetSession()
    goSaying({ name: 'rounds' }, wanted)
  }
  await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
  return false
}

/** Another person, or another organisation: the page begins anew and recognises them. */
export function startAgain(): void {
  forgetSession()
  beginAnew()
}
