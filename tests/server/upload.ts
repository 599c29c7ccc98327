import type { Reply, Send } from '../product.ts'

/** One file as a browser's form sends it. */
export async function upload(
  send: Send,
  path: string,
  fileName: string,
  content: Buffer,
  fields: Record<string, string> = {},
): Promise<Reply> {
  const boundary = 'voltdesk-boundary'
  const part = (head: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ])
  const body = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, Buffer.from(value))),
    part(`name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream`, content),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return send('POST', path, body, { 'content-type': `multipart/form-data; boundary=${boundary}` })
}
