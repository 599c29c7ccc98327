import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { allChatKinds } from '../chat/chats.ts'
import type { Settings } from '../kernel/settings.ts'

/** Older Safari does not read 'self' as covering sockets, so our own address is written out. */
const socketsOfThisHost = (request: IncomingMessage): string => {
  const host = request.headers.host ?? ''
  return /^[\w.:[\]-]{1,255}$/.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

/** Where the client's calls, pictures and sockets lead when it works at another server. */
const elsewhere = ({ apiBase }: Settings) => {
  if (!apiBase) return { http: [], sockets: [] }
  const { origin } = new URL(apiBase)
  return { http: [origin], sockets: [origin.replace('http', 'ws')] }
}

/** Nothing of what a page may do, as data is none: OWASP REST Security Cheat Sheet, “Security headers”. */
const OF_DATA = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-frame-options': 'DENY',
} as const
// Not the two that say which pages share a process: a browser that shows an answer as a page would start another, which
// sees what the window keeps (sessionStorage) as it was before.
const OF_PAGES_ONLY = [
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

export async function setHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const https = settings.publicUrl?.startsWith('https:') ?? false
  const { http, sockets } = elsewhere(settings)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // antd writes its styles into the page at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: [
          "'self'",
          'data:',
          'blob:',
          ...(settings.mapTiles ? [new URL(settings.mapTiles.url).origin] : []),
          ...http,
        ],
        mediaSrc: ["'self'", 'blob:', ...http],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", socketsOfThisHost, ...http, ...sockets],
        // Sign-in panels of the chats; pages of the menu that open inside.
        frameSrc: ["'self'", ...allChatKinds.map(({ loginPage }) => loginPage), ...settings.frameOrigins],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    // Only where the operator has said that people come over https.
    strictTransportSecurity: https ? { maxAge: 15_552_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // Sign-in windows of the chat apps talk back to the page that opened them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  // Half a kilobyte less on every answer, which no browser would read there.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A file may be data too, and says for itself that nothing in it may be done.
    const own = String(reply.getHeader('content-security-policy')).startsWith("default-src 'none'")
    if (!own && String(reply.getHeader('content-type')).startsWith('application/json')) {
      void reply.headers(OF_DATA)
      OF_PAGES_ONLY.forEach((name) => void reply.removeHeader(name))
    }
    done()
  })
}
