/** What tests of the business do again and again with its records, as the administrator where nobody else is named. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { tableOf } from '../../server/db/table.ts'
import { make, makeDevice } from '../make.ts'
import type { Reply, Send, TestApp } from '../product.ts'

type Row = Record<string, any>

interface Office {
  test: TestApp
  admin?: Send | undefined
}

/** `office` is asked at every use: it opens before the first test. */
export function deskOf(office: () => Office) {
  const admin: Send = (...call) => office().admin!(...call)

  const must = (reply: Reply): Row => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result as Row
  }
  const add = async (resource: Resource, over: Row = {}, by = admin) =>
    must(
      await by(
        'POST',
        `${resource.path}/add`,
        resource === resources.device ? await makeDevice(admin, over) : make(resource, over),
      ),
    )
  const act = (by: Send | undefined, resource: Resource, action: string, id: string, body: Row = {}) =>
    by!('POST', `${resource.path}/${action}`, { id, ...body })
  const look = async (resource: Resource, id: string) => must(await admin('GET', `${resource.path}/queryById?id=${id}`))
  const list = async (resource: Resource, query: string): Promise<Row[]> =>
    must(await admin('GET', `${resource.path}/list?pageSize=200&${query}`)).records as Row[]
  /** As it is now, whoever changed it. */
  const edit = async (resource: Resource, id: string, over: Row, by: Send = admin) =>
    by('PUT', `${resource.path}/edit`, { id, version: (await look(resource, id)).version, ...over })
  /** Past all rules. */
  const set = (resource: Resource, id: string, values: Row) =>
    office()
      .test.services.db.update(tableOf(resource))
      .set(values)
      .where(eq(tableOf(resource).id, id))

  return { must, add, act, look, list, edit, set }
}
