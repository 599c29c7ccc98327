/** A provider that moves leaves nothing behind: what online forms keep follows, and nobody is given the code it had. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { MOST_FOLLOWING } from '../../server/business/provider/move-department.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { publishForm } from './publish-form.ts'

const { serviceProvider, sysDepart } = resources
type Provider = Wire<typeof serviceProvider> & { sysOrgCode: string }

describe.each([await oneKind()])('a provider that moved, on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply) => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result
  }
  const add = async (over: Partial<Provider> = {}): Promise<Provider> =>
    must(await admin('POST', `${serviceProvider.path}/add`, make(serviceProvider, over)))
  const look = async ({ id }: Provider): Promise<Provider> =>
    must(await admin('GET', `${serviceProvider.path}/queryById?id=${id}`))
  const move = async (provider: Provider, parent: Provider, more: Partial<Provider> = {}) =>
    admin('PUT', `${serviceProvider.path}/edit`, { ...(await look(provider)), parentId: parent.id, ...more })
  const cityOf = (parent: Provider) => add({ level: providerLevels.city, parentId: parent.id })

  it('takes along what online forms keep, published and stopped', async () => {
    const province = await add()
    const city = await cityOf(province)
    const merchant = await add({ level: providerLevels.merchant, parentId: city.id })
    const elsewhere = await add()
    const forms = [await publishForm(admin, 'moved_live'), await publishForm(admin, 'moved_stopped')]
    for (const { path, resource } of forms)
      for (const { sysOrgCode } of [province, city, merchant]) {
        const { id } = must(await admin('POST', `${path}/add`, { title: sysOrgCode }))
        await test.services.db.execute(
          sql`update ${sql.identifier(resource)} set sys_org_code = ${sysOrgCode} where id = ${id}`,
        )
      }
    await forms[1]!.step('stop')
    must(await move(city, elsewhere))
    const codes = [province, await look(city), await look(merchant)].map(({ sysOrgCode }) => sysOrgCode)
    for (const { resource } of forms) {
      const { rows } = await test.services.db.execute(
        sql`select title, sys_org_code as code from ${sql.identifier(resource)} order by title`,
      )
      expect(rows, resource).toEqual(
        [province, city, merchant].map(({ sysOrgCode }, at) => ({ title: sysOrgCode, code: codes[at] })),
      )
    }
  })

  it('stays where online forms keep too much of it', async () => {
    const city = await cityOf(await add())
    const { resource } = await publishForm(admin, 'moved_many')
    await test.services.db.execute(sql`
      insert into ${sql.identifier(resource)} (id, tenant_id, sys_org_code, title)
      select 'many' || n, 1, ${city.sysOrgCode}, '多' from generate_series(1, ${MOST_FOLLOWING}::int) n`)
    expect((await move(city, await add())).message).toContain(`超过一次可移动的 ${MOST_FOLLOWING} 条`)
  })

  it('leaves a code that nobody gets, below its old parent or at the top, wherever that parent goes', async () => {
    const province = await add()
    const elsewhere = await add()
    const gone = await cityOf(province)
    must(await move(gone, elsewhere))
    const next = await cityOf(province)
    expect(next.sysOrgCode.startsWith(province.sysOrgCode)).toBe(true)
    expect(next.sysOrgCode > gone.sysOrgCode).toBe(true)
    must(await move(next, elsewhere))

    const top = await add()
    must(await move(top, elsewhere, { level: providerLevels.city }))
    expect((await add()).sysOrgCode > top.sysOrgCode).toBe(true)

    must(await move(province, elsewhere, { level: providerLevels.city }))
    const above = (await look(province)).sysOrgCode
    const later = await add({ level: providerLevels.merchant, parentId: province.id })
    expect(later.sysOrgCode).toMatch(new RegExp(`^${above}[A-Z]\\d\\d$`))
    expect(later.sysOrgCode.slice(-3) > next.sysOrgCode.slice(-3)).toBe(true)
  })

  it('is one department in every list and tree', async () => {
    const province = await add()
    const city = await cityOf(province)
    must(await move(city, await add()))
    const { sysOrgCode } = await look(city)
    const named = async (path: string) => {
      const text = JSON.stringify(must(await admin('GET', path)))
      return { there: text.includes(sysOrgCode), left: text.includes(`"${city.sysOrgCode}"`) }
    }
    for (const path of [
      `${sysDepart.path}/list?pageSize=200&departName=${encodeURIComponent(city.providerName)}`,
      '/sys/sysDepart/queryTreeList',
      '/sys/sysDepart/listAll',
      `/sys/sysDepart/searchBy?keyWord=${encodeURIComponent(city.providerName)}`,
    ])
      expect(await named(path), path).toEqual({ there: true, left: false })
    const below = await admin('GET', `/sys/sysDepart/queryDepartTreeSync?pid=${String(province.departId)}`)
    expect(must(below)).toEqual([])
    expect((await admin('GET', `/sys/sysDepart/getDepartName?orgCode=${city.sysOrgCode}`)).status).toBe(404)
  })
})
