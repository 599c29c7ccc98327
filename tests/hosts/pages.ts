/** Login pages of both chats: who sits here is known, or asked. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { issueCode, personById, type ChatName, type World } from './world.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body>${body}</body></html>`

export const errorPage = (reply: FastifyReply, code: number, text: string) =>
  reply
    .code(200)
    .type('text/html; charset=utf-8')
    .send(page('错误', `<h1>${code}</h1><p>${escaped(text)}</p>`))

const cookie = (request: FastifyRequest, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]

/** The person this browser is signed in as: its own choice, else the one the control set for all. */
export const browserUser = (world: World, request: FastifyRequest): string | undefined =>
  cookie(request, 'sim_user') ?? world.signedIn

/** What this browser does at a login page, as its own cookie says: the person refuses, or the way back is asked for twice. */
export type Manner = 'refuses' | 'asks-twice'
const mannerOf = (request: FastifyRequest) => cookie(request, 'sim_manner') as Manner | undefined

export const hostTrusted = (world: World, address: string): boolean => {
  if (!URL.canParse(address)) return false
  return !world.trustedHosts || world.trustedHosts.includes(new URL(address).host)
}

interface Going {
  chat: ChatName
  kind: 'inside' | 'outside'
  privateInfo: boolean
  redirectUri: string
  state: string
  /** `code` or `authCode`. */
  parameter: string
  /** What is added when the person refuses. */
  refusal: Record<string, string>
}

/** Sends the browser back with a code; asks who it is when nobody said. */
export function goBack(world: World, request: FastifyRequest, reply: FastifyReply, going: Going) {
  const { chat, kind, privateInfo, redirectUri, state, parameter } = going
  const back = (more: Record<string, string>) => {
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries({ ...more, state })) url.searchParams.append(name, value)
    return url.href
  }
  const picked = (request.query as Record<string, string>).sim_user ?? browserUser(world, request)
  const manner = mannerOf(request)
  if (world.refuses || manner === 'refuses') return reply.redirect(back(going.refusal))
  if (!picked) return reply.type('text/html; charset=utf-8').send(page('选择登录的人', choices(world, request)))
  const person = personById(world, picked)
  if (!person) return errorPage(reply, 50004, `没有 ${picked} 这个人`)
  // With private information the member must be in the visible range of the app.
  if (privateInfo && person.inRange === false) return errorPage(reply, 50005, '不在应用可见范围内')
  const target = back({ [parameter]: issueCode(world, { chat, kind, privateInfo, userId: person.userId }) })
  if (manner !== 'asks-twice') return reply.redirect(target)
  // A client that aborts and asks again: the address is requested twice with the same code, cookies and all.
  const script = `fetch(${JSON.stringify(target)},{mode:'no-cors',credentials:'include'}).catch(()=>0).then(()=>location.replace(${JSON.stringify(target)}))`
  return reply
    .type('text/html; charset=utf-8')
    .send(page('正在登录', `<script>${script.replace(/</g, '\\u003c')}</script>`))
}

function choices(world: World, request: FastifyRequest): string {
  const url = new URL(request.url, world.address)
  return `<h1>您是谁？</h1><ul>${world.people
    .map((person) => {
      url.searchParams.set('sim_user', person.userId)
      return `<li><a href="${escaped(url.pathname + url.search)}">${escaped(person.name)}（${person.userId}）</a></li>`
    })
    .join('')}</ul>`
}
