/** A bucket on a loopback port: the calls of the S3 protocol a file store makes, path style, kept in memory. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Begun {
  /** With its bucket. */
  key: string
  since: Date
  parts: Map<number, Buffer>
}

export interface PretendS3 {
  /** http://127.0.0.1:port */
  endpoint: string
  /** Key with its bucket → content. */
  objects: Map<string, Buffer>
  /** Uploads in parts that were begun and neither finished nor taken back. */
  begun: Map<string, Begun>
  /** What is answered instead, as long as it is set: status. */
  fail: { part?: number; status?: number }
  authorizations: string[]
  stop(): Promise<void>
}

const xml = (name: string, content: string) => `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export async function startPretendS3(): Promise<PretendS3> {
  const objects = new Map<string, Buffer>()
  const begun = new Map<string, Begun>()
  const authorizations: string[] = []
  const fail: PretendS3['fail'] = {}

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://s3')
    const key = decodeURIComponent(url.pathname.slice(1))
    const upload = url.searchParams.get('uploadId')
    const part = Number(url.searchParams.get('partNumber'))
    const body = await bodyOf(request)
    authorizations.push(request.headers.authorization ?? '')
    const say = (status: number, content: string | Buffer = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-length': String(Buffer.byteLength(content)), ...headers }).end(content)
    if (fail.status && (fail.part === undefined || fail.part === part))
      return say(fail.status, xml('Error', '<Code>AccessDenied</Code><Message>no</Message>'))
    if (request.method === 'GET' && url.searchParams.has('uploads')) {
      const within = `${url.pathname.replace(/^\/|\/$/g, '')}/${url.searchParams.get('prefix') ?? ''}`
      const open = [...begun]
        .filter(([, { key }]) => key.startsWith(within))
        .map(
          ([id, { key, since }]) =>
            `<Upload><Key>${key.slice(key.indexOf('/') + 1)}</Key><UploadId>${id}</UploadId><Initiated>${since.toISOString()}</Initiated></Upload>`,
        )
      return say(200, xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${open.join('')}`))
    }
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${begun.size + 1}`
      begun.set(id, { key, since: new Date(), parts: new Map() })
      return say(200, xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`))
    }
    if (request.method === 'POST' && upload) {
      const parts = [...begun.get(upload)!.parts.entries()].sort(([a], [b]) => a - b).map(([, content]) => content)
      objects.set(key, Buffer.concat(parts))
      begun.delete(upload)
      return say(200, xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>'))
    }
    if (request.method === 'DELETE') {
      if (upload) begun.delete(upload)
      else objects.delete(key)
      return say(204)
    }
    if (request.method === 'PUT' && upload) {
      begun.get(upload)!.parts.set(part, body)
      return say(200, '', { etag: `"part-${part}"` })
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return say(200, '', { etag: '"one"' })
    }
    const found = objects.get(key)
    return found ? say(200, found) : say(404, xml('Error', '<Code>NoSuchKey</Code><Message>no</Message>'))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    begun,
    fail,
    authorizations,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
