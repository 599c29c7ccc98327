/**
 * What a page does before its scripts have come: it stands in the page itself (`scripts/vite/written-out.ts`), because on a
 * slow line a file more costs half a second. What the server knows this address will ask for is asked now, or told in the
 * page; who has to be recognised by a chat first is on the way there at once, and the files come meanwhile.
 */
import { leaveForGood } from '#headless/connection/leaving.ts'
import { plainAddress } from '#headless/session/address.ts'
import { keptSession } from '#headless/session/kept.ts'
import { namePage } from '#headless/session/pageCookie.ts'
import type { Prefetched } from '#headless/session/prefetched.ts'
import { OWN, TOLD, whoseAnswers, type Own } from '#model/handed.ts'
import { isStrange, markLeft, wantsPassword } from './oauth2/recognition.ts'
import { takeRound } from './oauth2/rounds.ts'

/** There is none where the client is too old (index.html): nothing is begun there. */
const root = document.getElementById('root')
/** `server/http/page.ts` says what each of them is. */
const told = (root && document.querySelector<HTMLMetaElement>('meta[name="voltdesk-prefetch"]')?.dataset) ?? {}
const listed = (words: string | undefined) => (words ?? '').split(' ').filter(Boolean)

/** The page was sent in answer to another address, which holds what may be used only once. */
if (told.at) history.replaceState(null, '', told.at)

const kept = keptSession() ?? {}
const token = kept.choosing ? '' : (kept.token ?? '')
const tenant = token && String(kept.tenantid)

function ask(url: string): Promise<Response> {
  const answer = fetch(url, {
    headers: token ? { 'X-Access-Token': token, 'tenant-id': tenant, 'X-Tenant-Id': tenant } : {},
  })
  // Whether it came is seen by who needs it.
  answer.then(null, () => undefined)
  return answer
}

function load(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = file
  document.head.append(link)
}

/**
 * True: the browser is on its way to the chat. What is not a plain address of ours is left to the client (`departure.ts`), whose
 * own `leaving.ts` knows nothing of this journey: it waits for its end (`main.tsx`).
 */
function leave(way: string): boolean {
  const here = location.pathname + location.search
  if (location.hash || plainAddress(here) !== here) return false
  if (!isStrange(kept) || wantsPassword() || !takeRound()) return false
  markLeft(here)
  leaveForGood(way)
  return true
}

/** Data that came in the page. */
function read<T>(id: string): T | undefined {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '') as T
  } catch {
    // It has none, or somebody on the way has spoilt it: then it is asked for.
    return undefined
  }
}
const answers: Prefetched['answers'] = {}
function take(url: string, answer: unknown): void {
  answers[url] = Promise.resolve(new Response(JSON.stringify(answer)))
}
for (const [url, answer] of Object.entries(read<object>(TOLD) ?? {})) take(url, answer)
const leaving = Boolean(told.leave && leave(told.leave))
const own = read<Own>(OWN)
// A session that this browser has forgotten otherwise.
if (own && !token) namePage(undefined)
// Whoever comes back asks as the person the chat has named.
if (token && !leaving) {
  const came = own?.whose === whoseAnswers(kept.pageKey ?? '', tenant) ? own.answers : {}
  for (const url of listed(told.mine)) {
    if (url in came) take(url, came[url])
    else answers[url] = ask(url)
  }
}
listed(token || leaving ? told.signedIn : told.stranger).forEach(load)
window.voltdeskPrefetched = { token, tenant, answers, leaving }
