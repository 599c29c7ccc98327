/** The client: hashed assets for ever, the page itself never from a cache. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HANDED, OWN, TOLD } from '#model/handed.ts'
import type { Settings } from '../kernel/settings.ts'
import { firstAnswers, handedTo, ownTo, toldTo, wayToChat } from './handed.ts'
import { callsFor, preloads, visitTo, type Preloads, type Visit } from './preload.ts'
import { PREFIX } from '../kernel/route.ts'

export interface Client {
  /** Sends the page for the address that was asked for. */
  page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

/** Scripts written out in the page: the only ones besides files of our own that may run. */
const INLINE = /<script>([^]*?)<\/script>/g

/** How long a file may be kept; the rest is asked for again each time. */
const KEPT: readonly [fits: RegExp, header: string][] = [
  [/[\\/]assets[\\/]/, 'public, max-age=31536000, immutable'],
  // Browsers ask for it whenever the address changes.
  [/(favicon|drawings[\\/]\w+)\.svg$|touch-icon\.png$/, 'public, max-age=86400'],
]

const NOT_BUILT = '<!doctype html><meta charset="utf-8"><title>尚未构建</title><p>客户端尚未构建，请运行 npm start。'

export async function serveClient(app: FastifyInstance, folder: string, settings: Settings): Promise<Client> {
  if (existsSync(folder)) await serveFiles(app, folder)
  const read = pageReader(folder, settings)
  app.decorate('pageWaitMs', settings.pageWaitMs)
  app.decorate('firstAnswers', firstAnswers(app))

  app.get('/version.json', { exposeHeadRoute: true }, (_, reply) =>
    reply.header('cache-control', 'no-cache').send({ version: read().version }),
  )

  async function send(request: FastifyRequest, reply: FastifyReply, address: string): Promise<FastifyReply> {
    const { html, built, named: namedFor, hashes } = read()
    const visit = visitTo(address, request)
    const named = namedFor(visit)
    // Whoever asks for the head alone is a program that looks at links: it signs nobody in, and its person's code stays good.
    const own = built && !settings.apiBase && request.method === 'GET'
    const calls = settings.apiBase ? NOTHING : callsFor(visit)
    const handed = own ? await handedTo(app, request, reply, address) : undefined
    const mine = own && !handed ? await ownTo(app, request, reply, calls.own) : undefined
    const told = built ? await toldTo(app, request, reply, calls.always) : {}
    const leave = own ? await wayToChat(app, request, reply, address) : undefined
    // What comes in the page stands before the script that would ask for these.
    const tags = mine ? named.tagsSignedIn : named.tags
    const meta = prefetchMeta({
      mine: handed ? [] : calls.signedIn.map((path) => PREFIX + path),
      'signed-in': named.signedIn.map(fromRoot),
      // Who is brought in by this very page is no stranger.
      stranger: (handed ? named.signedIn : named.stranger).map(fromRoot),
      ...(address !== request.url && { at: [address] }),
      ...(leave && { leave: [leave] }),
    })
    return (
      reply
        .code(built ? 200 : 503)
        // Chat clients keep a page for days unless they may not keep it at all.
        .header('cache-control', 'no-store')
        .header('vary', 'user-agent, cookie')
        .header('content-security-policy', allowing(hashes, reply.getHeader('content-security-policy')))
        .type('text/html; charset=utf-8')
        .send(
          html.replace(
            '</head>',
            () => `${meta}${tags}${data(HANDED, handed)}${data(TOLD, told)}${data(OWN, mine)}</head>`,
          ),
        )
    )
  }
  app.decorate('clientPage', send)
  return { page: (request, reply) => send(request, reply, request.url) }
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const shared = {
    index: false,
    cacheControl: false,
    // Written by the build (scripts/build-client.mjs): as small as it gets, and no work here.
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', KEPT.find(([fits]) => fits.test(path))?.[1] ?? 'no-cache')
      // What speaks of documents is a kilobyte on each of a hundred scripts.
      if (/\.(js|css|woff2?|png|jpe?g|webp)$/.test(path.replace(/\.(br|gz)$/, '')))
        for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
    },
  } satisfies Partial<FastifyStaticOptions>
  const assets = join(folder, 'assets')
  // One route for all of them: those of the builds of a week are many, and a route for each takes seconds at the start. Our
  // own route, because the package's reads the whole folder twice for each file, to see how its name is spelt there.
  if (existsSync(assets)) {
    await app.register(fastifyStatic, {
      ...shared,
      root: assets,
      serve: false,
      // Kept for good and small: nobody asks whether one is still the same, or for a part of it.
      etag: false,
      lastModified: false,
      acceptRanges: false,
    })
    app.get<{ Params: { name: string } }>('/assets/:name', { exposeHeadRoute: true }, ({ params: { name } }, reply) =>
      /\.(map|br)$/i.test(name) ? reply.callNotFound() : reply.sendFile(name),
    )
  }
  await app.register(fastifyStatic, {
    ...shared,
    root: folder,
    prefix: '/',
    decorateReply: false,
    // A route per file that is there now, so anything else is a plain "no such path".
    wildcard: false,
    globIgnore: ['index.html', 'assets/**', '**/*.map', '**/*.br', '.vite/**'],
  })
}

const allowing = (hashes: readonly string[], policy: unknown) =>
  String(policy).replace("script-src 'self'", (own) => [own, ...hashes].join(' '))

const fromRoot = (file: string) => `/${file}`

/**
 * What the page does before its scripts are there (`src/ahead.ts`). `mine`: what whoever is signed in asks; `signed-in`,
 * `stranger`: scripts that depend on whether somebody is; `at`: the address to stand in the browser; `leave`: where the chat says
 * who sits here (`wayToChat`).
 */
function prefetchMeta(told: Readonly<Record<string, readonly string[]>>): string {
  const attributes = Object.entries(told).map(([name, words]) => `data-${name}="${escaped(words.join(' '))}"`)
  return `<meta name="voltdesk-prefetch" ${attributes.join(' ')}>`
}

const NOTHING = { always: [], signedIn: [], own: [] }

/** Data, which no browser runs; no text in it ends it. */
const data = (id: string, told: object | undefined) =>
  told && Object.keys(told).length
    ? `<script type="application/json" id="${id}">${JSON.stringify(told).replaceAll('<', '\\u003c')}</script>`
    : ''

const sha256 = (text: string) => createHash('sha256').update(text)

/** Reads the page again when a new build has replaced it. */
function pageReader(
  folder: string,
  { platformName, casUrl, timeZone, frameOrigins, apiBase, signatureSecrets }: Settings,
) {
  const file = join(folder, 'index.html')
  const notBuilt = {
    html: NOT_BUILT,
    version: 'none',
    built: false,
    named: (_: Visit): Preloads => ({ tags: '', tagsSignedIn: '', signedIn: [], stranger: [] }),
    hashes: [] as string[],
  }
  let seen = -1
  let page = notBuilt
  return () => {
    const changed = existsSync(file) ? statSync(file).mtimeMs : -1
    if (changed === seen) return page
    seen = changed
    if (changed < 0) return (page = notBuilt)
    const source = readFileSync(file, 'utf8')
    const version = sha256(source).digest('hex').slice(0, 12)
    const told = {
      name: platformName,
      version,
      zone: timeZone,
      ...(casUrl && { cas: casUrl }),
      // Who works at this server need not ask what it offers.
      ...(apiBase ? { api: apiBase, signature: signatureSecrets.at(-1)! } : { server: PREFIX }),
      ...(frameOrigins.length && { frames: frameOrigins.join(' ') }),
    }
    const metas = Object.entries(told).map(([key, text]) => `<meta name="voltdesk-${key}" content="${escaped(text)}">`)
    const html = source
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(platformName)}</title>`)
      .replace('</head>', () => `${metas.join('')}</head>`)
    const hashes = [...html.matchAll(INLINE)].map(([, script = '']) => `'sha256-${sha256(script).digest('base64')}'`)
    return (page = { html, version, built: true, named: preloads(join(folder, '.vite/manifest.json')), hashes })
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
