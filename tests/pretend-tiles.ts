/** A tile server on a loopback port: every tile says its own name. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PretendTiles {
  /** For `MAP_TILES_URL`. */
  url: string
  stop(): Promise<void>
}

const SIDE = 256

export async function startTiles(): Promise<PretendTiles> {
  const server = createServer((request, reply) => {
    const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)\.svg$/.exec(request.url ?? '') ?? []
    if (z === undefined || Number(x) >= 2 ** Number(z) || Number(y) >= 2 ** Number(z)) {
      reply.writeHead(404).end()
      return
    }
    const colour = (Number(x) + Number(y)) % 2 ? '#e6ede0' : '#dde8ee'
    reply
      .writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=60' })
      .end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="${colour}"/><text x="8" y="20" font-size="12" fill="#667">${z}/${x}/${y}</text></svg>`,
      )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/{z}/{x}/{y}.svg`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
