/** Every route × every role: who has the permission gets in, who has not gets 403, who is nobody gets 401. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { permissionOf } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { menuTypes, validStates } from '#resources/system/permission.ts'
import { allRoutes, methodsOf } from '../../server/http/register.ts'
import { menuRows } from '../../server/seed/menus.ts'
import { oneKind } from '../databases.ts'
import { FOR_ANYBODY, FOR_STAFF } from '../open-routes.ts'
import { PASSWORD, testApp, type Method, type Send, type TestApp } from '../product.ts'
import { UNDER_ANOTHER_NAME, VERB_OF } from '../route-permissions.ts'

const ROLES = ['admin', 'ops_manager', 'operator', 'finance', 'service', 'viewer', 'provider01']
const OPEN = new Set(['public', 'session'])

describe.each([await oneKind()])('access on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => void (test = await testApp(kind)))
  afterAll(() => test?.close())

  /** Whatever makes a file makes an empty one: who may ask is all that is asked here. */
  const endpoints = () =>
    allRoutes(test.app).flatMap((route) =>
      methodsOf(route).map((method) => ({
        method: method as Method,
        path: route.path.replace(/[:*]\w*/g, 'x'),
        route,
        ...(/\/exportXls$/.test(route.path) && { query: '?selections=x' }),
        ...(/\/(exportTask|qrCodes)$/.test(route.path) && { body: { selections: 'x' } }),
      })),
    )

  it('says who may call every endpoint', () => {
    expect(endpoints().length).toBeGreaterThan(150)
    for (const { route } of endpoints())
      expect(route.permission, route.path).toMatch(/^(public|session|[a-zA-Z]+(:[a-zA-Z]+)+)$/)
  })

  it.each([
    ['public', FOR_ANYBODY],
    ['session', FOR_STAFF],
  ])('opens without a permission (%s) exactly what is named', (permission, named) => {
    const open = endpoints()
      .filter(({ route }) => route.permission === permission)
      .map(({ method, route }) => `${method} ${route.path}`)
      .filter((line) => permission === 'public' || !/^GET \/[\w/]+\/options$/.test(line))
    expect(open.sort()).toEqual(named.trim().split(/\n\s*/))
  })

  it('asks somewhere for every permission that can be given', () => {
    const asked = new Set(endpoints().map(({ route }) => route.permission))
    const given = menuRows().flatMap(({ menuType, perms }) => (menuType === menuTypes.button && perms ? [perms] : []))
    expect(given.length).toBeGreaterThan(100)
    // Masks ask for theirs row by row, and 我的部门 stands beside 部门管理 in a handler.
    const elsewhere = (code: string) => code.endsWith(':unmask') || code === 'system:myDepart:list'
    expect(given.filter((code) => !asked.has(code) && !elsewhere(code))).toEqual([])
  })

  it('asks at the end of a form for what its address asked for, and tells each what they may', async () => {
    const missed = allResources().flatMap((resource) =>
      (['add', 'edit'] as const).flatMap((verb) => {
        const found = endpoints().find(({ path }) => resource.path && path.endsWith(`${resource.path}/${verb}`))
        if (!resource.verbs.includes(verb) || !found || found.route.permission === permissionOf(resource, verb))
          return []
        return [`${found.path}: ${found.route.permission}`]
      }),
    )
    expect(missed).toEqual([])
    const told = async (role: string) =>
      (await (await test.as(role))('GET', '/sys/permission/getUserPermissionByToken')).result as {
        codeList: string[]
        mayAll?: boolean
      }
    const edit = permissionOf(resources.userMessage, 'edit')
    expect((await told('service')).codeList.includes(edit)).toBe(true)
    expect((await told('viewer')).codeList.includes(edit)).toBe(false)
    expect([(await told('viewer')).mayAll, (await told('admin')).mayAll]).toEqual([undefined, true])
  })

  it('leaves administrators the pages below a group that somebody has set 无效, at the top', async () => {
    const url = menuUrl(resources.banner)
    interface Node {
      path: string
      children?: Node[]
    }
    const pathsOf = (nodes: readonly Node[] = []): string[] =>
      nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)])
    const menuOf = async (who: string) =>
      (await (await test.as(who))('GET', '/sys/permission/getUserPermissionByToken')).result.menu as Node[]
    const status = (value: string) =>
      test.services.db.execute(
        sql`update sys_permission set status = ${value} where id = (select parent_id from sys_permission where url = ${url})`,
      )
    expect(pathsOf(await menuOf('admin'))).toContain(url)
    expect(pathsOf(await menuOf('viewer'))).toContain(url)
    await status(validStates.invalid)
    expect((await menuOf('admin')).map(({ path }) => path)).toContain(url)
    expect(pathsOf(await menuOf('viewer'))).not.toContain(url)
    await status(validStates.valid)
    expect((await menuOf('admin')).map(({ path }) => path)).not.toContain(url)
  })

  it('opens by a permission to read nothing but what reads', () => {
    const writes = endpoints()
      .filter(({ method, route }) => method !== 'GET' && /:(list|query)$/.test(route.permission))
      .map(({ method, route }) => `${method} ${route.path}`)
      .filter((line) => !line.endsWith('/preview') && !line.endsWith('/found'))
    expect(writes).toEqual(['POST /online/cgreport/api/testConnection'])
  })

  // Which permission a route asks for is its own word alone: the address says it a second time, a page of hand-written lines
  // where the address has another word.
  it('asks of every route for the permission that its address names, or that is written down for it', () => {
    const homes = new Map(allResources().map(({ path, permission }) => [path, permission]))
    const others = endpoints().flatMap(({ method, route: { path, permission } }) => {
      if (OPEN.has(permission)) return []
      const [, home = '', step = ''] = /^(.*)\/([^/]*)$/.exec(path)!
      const named = `${homes.get(home)}:${VERB_OF[step] ?? step}`
      return named === permission ? [] : [`${method} ${path} ${permission}`]
    })
    expect(others.sort()).toEqual(UNDER_ANOTHER_NAME.trim().split(/\n\s*/))
  })

  it('lets nobody in without a session, but for the named public ones', async () => {
    for (const { method, path, route } of endpoints()) {
      if (route.permission === 'public') continue
      expect((await test.anonymous(method, path)).status, `${method} ${path}`).toBe(401)
      expect(
        (await test.anonymous(method, path, undefined, { 'x-access-token': 'a'.repeat(43) })).status,
        `${method} ${path}`,
      ).toBe(401)
    }
  })

  it.each(ROLES)('%s gets in exactly where the role says', async (username) => {
    const send: Send = await test.as(username)
    const codes = new Set((await send('GET', '/sys/permission/getPermCode')).result.codeList as string[])
    let [allowed, refused] = [0, 0]
    for (const { method, path, query = '', body, route } of endpoints()) {
      if (OPEN.has(route.permission)) continue
      const { status } = await send(method, path + query, body)
      const may = username === 'admin' || codes.has(route.permission)
      if (may) expect(status, `${method} ${path} needs ${route.permission}`).not.toBe(403)
      else expect(status, `${method} ${path} needs ${route.permission}`).toBe(403)
      if (may) allowed += 1
      else refused += 1
    }
    expect(allowed).toBeGreaterThan(0)
    expect(refused > 0).toBe(username !== 'admin')
  })

  it('tells a provider what his branch earned by an order, and of those above only what is left', async () => {
    const [admin, provider] = [await test.as('admin'), await test.as('provider01')]
    const namesIn = async (path: string, field: string) =>
      ((await provider('GET', `${path}/list?pageSize=1000`)).result.records as Record<string, unknown>[]).map(
        (row) => row[field],
      )
    const own = [
      ...(await namesIn('/rental/serviceProvider', 'providerName')),
      ...(await namesIn('/rental/driverMessage', 'realName')),
    ]
    const orders = (await provider('GET', '/rental/orderMessage/list?status=4&pageSize=20&payAmount_begin=5')).result
    let hidden = 0
    for (const { id } of orders.records as { id: string }[]) {
      const sharesFor = async (send: Send) =>
        (await send('GET', `/rental/orderMessage/queryById?id=${id}`)).result.shareDetail as {
          name: string
          amount: string
        }[]
      const [all, mine] = [await sharesFor(admin), await sharesFor(provider)]
      const sum = (shares: { amount: string }[]) =>
        shares.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
      expect(sum(mine)).toBe(sum(all))
      const known = all.filter(({ name }) => own.includes(name))
      expect(mine.slice(0, -1)).toEqual(known)
      expect(all.at(-1)!.name).toBe('平台')
      expect(mine.at(-1)!.name).toBe(known.length < all.length - 1 ? '平台等' : '平台')
      hidden += all.length - 1 - known.length
    }
    expect(hidden).toBeGreaterThan(0)
  })

  it('shows a provider nothing but his own branch, in lists, records, options, exports and trees', async () => {
    const provider = await test.as('provider01')
    const own = (await provider('GET', '/rental/serviceProvider/list?pageSize=1000')).result.records as {
      id: string
      sysOrgCode: string
    }[]
    const everything = (await (await test.as('admin'))('GET', '/rental/serviceProvider/list?pageSize=1000')).result
      .records as { id: string; sysOrgCode: string }[]
    const root = own.map((row) => row.sysOrgCode).sort((a, b) => a.length - b.length)[0]!
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(everything.length)
    expect(own.every((row) => row.sysOrgCode.startsWith(root))).toBe(true)
    const foreign = everything.find((row) => !row.sysOrgCode.startsWith(root))!
    expect((await provider('GET', `/rental/serviceProvider/queryById?id=${foreign.id}`)).status).toBe(404)
    expect((await provider('GET', `/rental/serviceProvider/options?ids=${foreign.id}`)).result).toEqual([])
    expect((await provider('GET', `/rental/serviceProvider/list?parentId=${foreign.id}`)).result.total).toBe(0)
    const asked = await provider('POST', '/rental/userWithdrawal/add', {
      ownerType: ownerTypes.provider,
      ownerId: foreign.id,
      applyAmount: '100.00',
      method: withdrawMethods.bankCard,
    })
    expect(asked).toMatchObject({ status: 400, message: '申请人不存在或无权使用' })
  })

  it('binds lists, totals, exports and options by a data rule at once', async () => {
    const admin = await test.as('admin')
    const viewer = await test.as('viewer')
    const menus = (await admin('GET', '/sys/permission/list')).result as {
      name: string
      id: string
      children?: { name: string; id: string }[]
    }[]
    const menu = menus.flatMap((one) => one.children ?? []).find((one) => one.name === '用户提现')!
    const roles = (await admin('GET', '/sys/role/list?roleCode=readonly')).result.records as { id: string }[]
    const all = (await viewer('GET', '/rental/userWithdrawal/list')).result.total as number
    const rule = {
      permissionId: menu.id,
      ruleName: '只看成功',
      ruleColumn: 'status',
      ruleConditions: '=',
      ruleValue: '6',
      status: '1',
    }
    expect((await admin('POST', '/sys/permission/addPermissionRule', rule)).success).toBe(true)
    const [made] = (await admin('GET', `/sys/permission/getPermRuleListByPermId?permissionId=${menu.id}`)).result as {
      id: string
    }[]
    const bound = await admin('POST', '/sys/role/datarule', {
      permissionId: menu.id,
      roleId: roles[0]!.id,
      dataRuleIds: made!.id,
    })
    expect(bound.success, bound.message).toBe(true)
    const { result } = await viewer('GET', '/rental/userWithdrawal/list?pageSize=100')
    expect(result.total).toBeLessThan(all)
    expect(new Set((result.records as { status: string }[]).map((row) => row.status))).toEqual(new Set(['6']))
    expect((await viewer('GET', '/rental/userWithdrawal/list?status=0')).result.total).toBe(0)
    const raw = { ...rule, ruleConditions: 'USE_SQL_RULES', ruleValue: '1=1' }
    expect((await admin('POST', '/sys/permission/addPermissionRule', raw)).success).toBe(false)
  })

  it('binds everybody who works in a department by the rules of that department, and no role sees past them', async () => {
    const admin = await test.as('admin')
    const person = await test.as('two_departs')
    const ruled = async (ruleName: string, ruleConditions: string, ruleValue: string) => {
      const rule = { permissionId: menu.id, ruleName, ruleColumn: 'withdrawNo', ruleConditions, ruleValue, status: '1' }
      const made = await admin('POST', '/sys/permission/addPermissionRule', rule)
      expect(made.success, made.message).toBe(true)
      return made.result.id as string
    }
    const seen = async () => {
      const { result } = await person('GET', '/rental/userWithdrawal/list?pageSize=100')
      return new Set((result.records as { status: string }[]).map((row) => row.status))
    }
    const work = async (orgCode: string) =>
      expect((await person('PUT', '/sys/selectDepart', { username: 'two_departs', orgCode })).success).toBe(true)
    const menus = (await admin('GET', '/sys/permission/list')).result as {
      children?: { name: string; id: string }[]
    }[]
    const menu = menus.flatMap((one) => one.children ?? []).find((one) => one.name === '用户提现')!
    const { departs, userInfo } = (
      await test.anonymous('POST', '/sys/mLogin', { username: 'two_departs', password: PASSWORD })
    ).result
    const [free, bound] = departs as { id: string; orgCode: string }[]

    await work(free!.orgCode)
    const all = await seen()
    await work(bound!.orgCode)
    const before = await seen()
    expect(all.size + before.size).toBeGreaterThan(1)
    const given = { departId: bound!.id, permissionIds: menu.id, lastpermissionIds: '' }
    expect((await admin('POST', '/sys/permission/saveDepartPermission', given)).success).toBe(true)
    expect(await seen()).toEqual(before)
    const none = await ruled('部门只看没有的单号', '=', 'no')
    const granted = { permissionId: menu.id, departId: bound!.id, dataRuleIds: none }
    expect((await admin('POST', '/sys/sysDepartPermission/datarule', granted)).success).toBe(true)
    expect(await seen()).toEqual(new Set())
    await work(free!.orgCode)
    expect(await seen()).toEqual(all)

    // A later rule of a role, on the same column, does not open what the department closed.
    await work(bound!.orgCode)
    const [roleId] = (await admin('GET', `/sys/user/queryUserRole?userid=${userInfo.id}`)).result as string[]
    const wide = await ruled('角色看全部', '!=', 'no')
    const ofRole = { permissionId: menu.id, roleId, dataRuleIds: wide }
    expect((await admin('POST', '/sys/role/datarule', ofRole)).success).toBe(true)
    expect(await seen()).toEqual(new Set())
    await admin('POST', '/sys/role/datarule', { ...ofRole, dataRuleIds: '' })
    await admin('POST', '/sys/sysDepartPermission/datarule', { ...granted, dataRuleIds: '' })
    expect(await seen()).toEqual(before)
  })
})
