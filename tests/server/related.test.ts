/** What hangs on a record is counted as its list counts it, for every resource that others name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allResources, resources } from '#resources/index.ts'
import { filtersFor, relationsTo } from '#resources/relations.ts'
import type { Related } from '../../server/resource/related.ts'
import { holding, pointersAt } from '../../server/resource/write.ts'
import { oneKind } from '../databases.ts'
import { asIfLarge } from '../explain.ts'
import { testApp, type TestApp } from '../product.ts'

const named = allResources().filter((resource) => resource.menu && relationsTo(resource).length)

describe.each([await oneKind()])('what hangs on a record on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(kind)
  })
  afterAll(() => test?.close())

  it.each(named.map((resource) => [resource.name, resource] as const))('%s', async (_, resource) => {
    const admin = await test.as('admin')
    const { result } = await admin('GET', `${resource.path}/list?pageSize=3`)
    const records = (result.records ?? result) as { id: string }[]
    for (const { id } of records.slice(0, 3)) {
      const related = (await admin('GET', `${resource.path}/related?id=${id}`)).result as Related[]
      for (const { resource: other, field } of relationsTo(resource)) {
        const query = new URLSearchParams({ ...filtersFor({ field }, id), pageSize: '1' }).toString()
        const { total } = (await admin('GET', `${other.path}/list?${query}`)).result as { total?: number }
        // The menu's own list is a tree and takes no filters.
        if (other === resources.sysPermission) continue
        const count = related.find((one) => one.resource === other.name && one.field === field)?.count ?? 0
        expect(count, `${other.name}.${field}`).toBe(Math.min(total!, 1000))
      }
    }
  })

  it('what names a record is found by the index of the reference before the record is deleted', async () => {
    await asIfLarge(test.services.db, async (explain, tx) => {
      for (const resource of allResources().filter(({ contract, scope }) => !contract && scope !== 'platform'))
        for (const { resource: other } of relationsTo(resource))
          for (const pointer of pointersAt(resource, other).filter(({ lines, multiple }) => !lines && !multiple)) {
            const plan = await explain(holding(tx, other, pointer, [{ id: 'one', tenantId: 1 }]).getSQL())
            expect(plan, `${other.name}: ${pointer.label}`).toMatch(/Index Cond: .*tenant_id/)
          }
    })
  })

  it('a provider of the demo has orders, devices and a ledger; who may not read those is not told', async () => {
    const [admin, viewer] = await Promise.all([test.as('admin'), test.as('service')])
    const { path } = resources.serviceProvider
    const orders = (await admin('GET', `${resources.orderMessage.path}/list?pageSize=50`)).result.records
    const id = (orders as { providerId: string | null }[]).find(({ providerId }) => providerId)!.providerId!
    const namesFor = async (send: typeof admin) => {
      const reply = await send('GET', `${path}/related?id=${id}`)
      return reply.success ? (reply.result as Related[]).map(({ resource }) => resource) : []
    }
    const all = await namesFor(admin)
    expect(all).toEqual(expect.arrayContaining(['amountDetail', 'orderMessage', 'serviceProviderConfig']))
    const open = await Promise.all(
      all.map(
        async (name) => (await viewer('GET', `${allResources().find((one) => one.name === name)!.path}/list`)).success,
      ),
    )
    expect(open).toContain(false)
    expect(await namesFor(viewer)).toEqual(all.filter((_, index) => open[index]))
    expect((await admin('GET', `${path}/related?id=no-such-record`)).status).toBe(404)
  })
})
