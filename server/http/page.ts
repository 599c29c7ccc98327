/** The client: hashed assets for ever, the page itself never from a cache. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

export interface Client {
  /** Sends the page for an address of the client. */
  page(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const NOT_BUILT = '<!doctype html><meta charset="utf-8"><title>尚未构建</title><p>客户端尚未构建，请运行 npm start。'

export async function serveClient(app: FastifyInstance, folder: string, settings: Settings): Promise<Client> {
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      prefix: '/',
      index: false,
      // A route per file that is there now, so anything else is a plain "no such path".
      wildcard: false,
      globIgnore: ['**/index.html', '**/*.map'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forEver = path.includes(`${join(folder, 'assets')}`)
        reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  const read = pageReader(join(folder, 'index.html'), settings.platformName)

  app.get('/version.json', (_, reply) => reply.header('cache-control', 'no-cache').send({ version: read().version }))

  return {
    page(_, reply) {
      const { html, built } = read()
      return reply
        .code(built ? 200 : 503)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(html)
    },
  }
}

/** Reads the page again when a new build has replaced it. */
function pageReader(file: string, platformName: string) {
  let seen = -1
  let page = { html: NOT_BUILT, version: 'none', built: false }
  return () => {
    const changed = existsSync(file) ? statSync(file).mtimeMs : -1
    if (changed === seen) return page
    seen = changed
    if (changed < 0) return (page = { html: NOT_BUILT, version: 'none', built: false })
    const source = readFileSync(file, 'utf8')
    const name = escaped(platformName)
    const html = source
      .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
      .replace('</head>', () => `<meta name="platform-name" content="${name}"></head>`)
    return (page = { html, version: createHash('sha256').update(source).digest('hex').slice(0, 12), built: true })
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
