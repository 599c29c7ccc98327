/** N16: routes of the gateway, as staff keep them and as the gateway and the contract's clients ask for them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const { sysGatewayRoute } = resources
const own = sysGatewayRoute.path
const path = '/sys/gatewayRoute'

describe.each([await oneKind()])('gateway routes on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let operator: Send
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, operator] = (await Promise.all(['admin', 'operator'].map((name) => test.as(name)))) as [Send, Send]
  })
  afterAll(() => test?.close())

  const named = async (routerId: string) => {
    const { result } = await admin('GET', `${path}/list?routerId=${routerId}`)
    return result[0]
  }
  const updateAll = (router: Record<string, unknown>, send = admin) => send('POST', `${path}/updateAll`, { router })

  it('N16: list as an array with parsed predicates and filters, in the order of the hand', async () => {
    const { result } = await admin(
      'GET',
      `${path}/list?pageNo=1&pageSize=10&column=createTime&order=desc&field=id,&_t=1`,
    )
    expect(result.map(({ sortNo }: { sortNo: number }) => sortNo)).toEqual(
      result.map(({ sortNo }: { sortNo: number }) => sortNo).sort((a: number, b: number) => a - b),
    )
    expect(await named('device-report')).toMatchObject({
      uri: 'lb://device-hub',
      status: 1,
      predicates: [
        { name: 'Path', args: ['/device/report/**', '/device/heartbeat'] },
        { name: 'Method', args: ['POST'] },
        { name: 'Header', args: { header: 'X-Device-Sn', regexp: '\\d{10,16}' } },
      ],
    })
    expect((await operator('GET', `${path}/list`)).status).toBe(403)
  })

  it('N16: a client of the contract adds, changes, copies and deletes', async () => {
    const router = {
      routerId: 'contract-client',
      name: '契约客户端',
      uri: 'lb://jeecg-demo',
      status: 1,
      predicates: JSON.stringify([{ name: 'Path', args: ['/test/**'] }]),
      // As the Vue 2 client writes them.
      filters: JSON.stringify([{ name: 'StripPrefix', args: [{ key: '_genkey_0', value: '1' }] }]),
    }
    expect((await updateAll(router)).message).toBe('操作成功')
    const row = await named(router.routerId)
    expect(row).toMatchObject({ filters: [{ name: 'StripPrefix', args: { parts: '1' } }] })
    // The whole record comes back, with what the server added.
    expect((await updateAll({ ...row, name: '改名', predicates: JSON.stringify(row.predicates) })).message).toBe(
      '操作成功',
    )
    expect(await named(router.routerId)).toMatchObject({ name: '改名', predicates: [{ args: ['/test/**'] }] })

    const { result: copy } = await admin('GET', `${path}/copyRoute?id=${row.id}`)
    expect(copy).toMatchObject({ routerId: 'contract-client_copy', name: '改名 副本', status: 0 })
    expect((await admin('POST', `${own}/copy`, { id: row.id })).message).toBe('复制成功')
    expect(await named('contract-client_copy2')).toMatchObject({ status: 0, predicates: [{ name: 'Path' }] })

    expect((await admin('DELETE', `${path}/delete?id=${copy.id}`)).message).toBe('删除路由成功')
    const bin = (await admin('GET', `${path}/deleteList`)).result
    expect(bin).toContainEqual(expect.objectContaining({ id: copy.id, delFlag: 1 }))
    expect((await admin('PUT', `${path}/putRecycleBin`, { ids: copy.id })).message).toBe('操作成功')
    expect(await named('contract-client_copy')).toMatchObject({ id: copy.id, predicates: [{ name: 'Path' }] })
    await admin('DELETE', `${path}/delete?id=${copy.id}`)
    expect((await admin('DELETE', `${path}/deleteRecycleBin?ids=${copy.id},`)).message).toBe('删除成功')
    expect((await admin('PUT', `${path}/putRecycleBin`, { ids: copy.id })).status).toBe(404)
    expect((await admin('GET', `${path}/clearRedis`)).message).toBe('清除成功！')
  })

  it('N16: what no gateway could read is refused with a sentence, in whichever way it comes', async () => {
    const complaint = async (over: Record<string, unknown>) => {
      const reply = await admin('POST', `${own}/add`, make(sysGatewayRoute, over))
      expect(reply.success, JSON.stringify(over)).toBe(false)
      return reply.message
    }
    const predicate = (name: string, args: string) => complaint({ predicates: [{ name, args }] })
    const filter = (name: string, args: string) => complaint({ filters: [{ name, args }] })
    expect(await complaint({ uri: 'ftp://x' })).toBe('转发到：应为 lb://服务名，或 http(s)、ws(s) 地址')
    expect(await complaint({ predicates: [] })).toContain('匹配条件')
    expect(await predicate('Path', 'order/**')).toBe('匹配条件第1行参数：“order/**”应为/ 开头的路径，例如 /order/**')
    expect(await predicate('Method', 'GET,FETCH')).toContain('“FETCH”应为GET、POST')
    expect(await predicate('RemoteAddr', '300.1.1.1')).toContain('应为IP 地址或网段')
    expect(await predicate('After', '2026-01-01')).toContain('应为带时区的时间')
    expect(await predicate('Between', '2026-01-01T00:00:00Z')).toContain('应为 2 个参数')
    expect(await predicate('Header', 'X-Client')).toContain('应为 2 个参数，用逗号分隔：header, regexp')
    expect(await predicate('Header', 'X-Client,(')).toContain('regexp 应为')
    expect(await filter('StripPrefix', 'one')).toContain('parts 应为1 到 20 的整数')
    expect(await filter('Hystrix', 'x')).toContain('过滤器第1行')
    const router = { routerId: 'broken', name: '坏的', uri: 'lb://x', status: 1 }
    for (const predicates of ['{', '[{"args":[]}]', '[{"name":"Path","args":[{"a":1}]}]'])
      expect((await updateAll({ ...router, predicates })).status, predicates).toBe(400)
    expect((await updateAll({ ...router, predicates: '[]' })).success).toBe(false)
    expect((await updateAll({ ...router, predicates: '[]', surprise: 1 })).message).toContain('未知参数：surprise')
    expect((await updateAll(router, operator)).status).toBe(403)
  })
})
