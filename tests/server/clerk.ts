/** What tests of the system endpoints do again and again, as the administrator. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { signatureOf } from '../../server/http/signature.ts'
import { PASSWORD, type Send, type TestApp } from '../product.ts'

export function signed(test: TestApp, path: string): Record<string, string> {
  const [address, query = ''] = path.split('?') as [string, string?]
  const last = decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))
  const fields = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(last.includes(',') && { 'x-path-variable': last }),
  }
  return {
    'x-sign': signatureOf(fields, test.services.settings.signatureSecrets[0]!),
    'x-timestamp': String(Date.now()),
  }
}

/** The same of a call whose body is signed. */
export const signedBody = (test: TestApp, body: Record<string, string>): Record<string, string> => ({
  'x-sign': signatureOf(body, test.services.settings.signatureSecrets[0]!),
  'x-timestamp': String(Date.now()),
})

interface Office {
  test: TestApp
  admin?: Send
}

/** `office` is asked at every use: it opens before the first test. */
export function clerkOf(office: () => Office) {
  let number = 0
  const admin: Send = (...call) => office().admin!(...call)
  const rows = async <T>(query: ReturnType<typeof sql>) => (await office().test.services.db.execute(query)).rows as T[]
  const get = (path: string, send: Send = admin) => send('GET', path, undefined, signed(office().test, path))

  async function person(more: Record<string, unknown> = {}) {
    const username = `person${(number += 1)}`
    const made = await admin('POST', '/sys/user/add', { username, realname: '测试', password: PASSWORD, ...more })
    expect(made.message).toBe('添加成功！')
    // The first password is changed by now (account.test.ts).
    await rows(sql`update sys_user set must_change_password = 'N' where username = ${username}`)
    return { id: made.result.id as string, username }
  }
  async function roleNamed(roleCode: string): Promise<string> {
    return (await admin('GET', `/sys/role/list?roleCode=${roleCode}`)).result.records[0].id
  }
  async function department(orgCode: string): Promise<string> {
    return (await admin('GET', `/sys/sysDepart/getDepartName?orgCode=${orgCode}`)).result.id
  }
  async function made(path: string, body: Record<string, unknown>): Promise<string> {
    const reply = await admin('POST', path, body)
    expect(reply, reply.message).toMatchObject({ success: true })
    return reply.result.id
  }

  return { rows, get, person, roleNamed, department, made }
}
