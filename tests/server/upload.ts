type Post<R> = (method: 'POST', path: string, body: Buffer, headers: Record<string, string>) => Promise<R>

export interface Upload {
  name: string
  content: Buffer
}

/** One file as a browser's form sends it. */
export const upload = <R>(
  send: Post<R>,
  path: string,
  name: string,
  content: Buffer,
  fields: Record<string, string> = {},
): Promise<R> => uploadAll(send, path, [{ name, content }], fields)

/** Several files in one form. */
export async function uploadAll<R>(
  send: Post<R>,
  path: string,
  files: readonly Upload[],
  fields: Record<string, string>,
): Promise<R> {
  const boundary = 'voltdesk-boundary'
  const part = (head: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ])
  const file = ({ name, content }: Upload) =>
    part(`name="file"; filename="${name}"\r\ncontent-type: application/octet-stream`, content)
  const body = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, Buffer.from(value))),
    ...files.map(file),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return send('POST', path, body, { 'content-type': `multipart/form-data; boundary=${boundary}` })
}
