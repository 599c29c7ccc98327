/** The server, past the browser. */
import { tokenOf, type Role } from './people.ts'

export type Row = Record<string, unknown> & { id: string }
interface Reply {
  status: number
  success: boolean
  message: string
  // What an endpoint answers with differs by endpoint; tests say what they expect.
  result: any
}

/** Calls the server as this person, past the browser: to prepare records and to look at the truth. */
export function calling(role: Role) {
  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot${path}`, {
      method,
      headers: { 'X-Access-Token': tokenOf(role), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { ...((await answer.json()) as Omit<Reply, 'status'>), status: answer.status }
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    remove: (path: string) => send('DELETE', path),
    async rows(path: string): Promise<Row[]> {
      const { result } = await send('GET', path)
      return result.records as Row[]
    },
  }
}
