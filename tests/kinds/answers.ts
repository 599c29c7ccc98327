/** What inputs ask of a server, answered from the samples, for tests that draw them. Import what asks only after it stands. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dictionaries } from '#resources/dictionaries.ts'
import { pointedAt } from './samples.ts'

type Named = Readonly<Record<string, string>>
type Asked = URLSearchParams

const chosen = (from: Named, asked: Asked) =>
  Object.entries(from).filter(([id]) => !asked.get('ids') || asked.get('ids')!.split(',').includes(id))
const options = (from: Named) => (asked: Asked) => chosen(from, asked).map(([value, text]) => ({ value, text }))
const nodes = (from: Named) => (asked: Asked) =>
  chosen(from, asked).map(([key, title]) => ({ key, title, children: null }))
const people = Object.entries(pointedAt.people).map(([id, realname]) => ({ id, username: id, realname }))

/** By the end of the path. */
const answers: Readonly<Record<string, (asked: Asked, path: string) => unknown>> = {
  '/rental/cancelReason/options': options(pointedAt.reasons),
  '/sys/user/options': options(pointedAt.people),
  '/sys/sysDepart/options': options(pointedAt.departments),
  '/sys/category/options': options(pointedAt.categories),
  '/sys/user/queryUserComponentData': () => ({ records: people, total: people.length }),
  '/sys/user/getMultiUser': () => people,
  '/sys/sysDepart/queryIdTree': nodes(pointedAt.departments),
  '/sys/sysDepart/queryDepartTreeSync': nodes(pointedAt.departments),
  '/sys/category/loadTreeRoot': () =>
    Object.entries(pointedAt.categories).map(([key, title]) => ({ key, value: key, title, leaf: true })),
  '/sys/category/loadDictItem/': (asked) => chosen(pointedAt.categories, asked).map(([, name]) => name),
}

function dictItems(path: string) {
  const [, code] = /^\/sys\/dict\/getDictItems\/(\w+)$/.exec(path) ?? []
  const found = Object.entries(dictionaries).find(([name]) => name === code)
  return found?.[1].items.map(([value, text]) => ({ value, text }))
}

/** Says to the page where it is; answers how to end it. */
export async function startAnswers(): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      for (const name of ['origin', 'headers', 'methods']) response.setHeader(`access-control-allow-${name}`, '*')
      if (request.method === 'OPTIONS') return response.end()
      const { pathname, searchParams } = new URL(request.url!, 'http://x')
      const sent = /filename="([^"]+)"/.exec(Buffer.concat(parts).toString())?.[1]
      const result = answers[pathname]?.(searchParams, pathname) ?? dictItems(pathname)
      const message = pathname === '/sys/common/upload' ? `temp/${sent}` : ''
      response.statusCode = result === undefined && !message ? 404 : 200
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          success: response.statusCode === 200,
          code: response.statusCode,
          message: message || request.url,
          result,
        }),
      )
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const meta = document.createElement('meta')
  meta.name = 'voltdesk-api'
  meta.content = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  document.head.append(meta)
  return () =>
    new Promise((done) => {
      meta.remove()
      server.closeAllConnections()
      server.close(() => done())
    })
}
