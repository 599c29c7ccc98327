/** 为什么: what keeps somebody from something, said by what decided it; a request for it, and what becomes of that. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboards } from '#resources/dashboards.ts'
import { resources } from '#resources/index.ts'
import { menuTypes } from '#resources/system/permission.ts'
import { applyStates } from '#resources/partner/agentApply.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { permissionRequestStates } from '#resources/system/permissionRequest.ts'
import { permissionDataRule, rolePermission } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { menuRows } from '../../server/seed/menus.ts'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { publishForm } from './publish-form.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

interface Obstacle {
  name: string
  by: string
  text: string
  permission: string | null
  changers: string[]
  mayAsk: boolean
  asked: { requestNo: string; dueTime: string | null } | null
}

const { userWithdrawal, permissionRequest, sysPermission, sysRole } = resources

describe.each([await oneKind()])('为什么 on %s', (kind) => {
  let test: TestApp
  let [admin, operator, provider, viewer]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, operator, provider, viewer] = await Promise.all(
      ['admin', 'operator', 'provider01', 'viewer'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const why = async (send: Send, asked: unknown) => {
    const reply = await send('POST', '/sys/permission/why', asked)
    expect(reply.status, reply.message).toBe(200)
    return reply.result as { label: string; scope: string[]; roles: string[]; obstacles: Obstacle[] }
  }
  const withdrawalIn = async (status: string) => {
    const { result } = await admin!('GET', `/rental/userWithdrawal/list?pageSize=1&status=${status}`)
    return result.records[0] as { id: string; may: string[] }
  }
  const menuOf = async (code: string) => {
    const table = tableOf(sysPermission)
    const [row] = await test.services.db.select({ id: table.id }).from(table).where(eq(table.perms, code))
    return row!.id
  }
  const roleOf = async (code: string) => {
    const table = tableOf(sysRole)
    const [row] = await test.services.db.select({ id: table.id }).from(table).where(eq(table.roleCode, code))
    return row!.id
  }

  it('a page says which permission, which roles have it not, and who can give it', async () => {
    const found = await why(operator!, { resource: 'sysTenant' })
    expect(await why(operator!, { path: '/isys/tenant' })).toEqual(found)
    expect((await why(operator!, { path: '/monitor/Disk' })).obstacles[0]?.permission).toBe('system:monitor:list')
    expect((await why(operator!, { path: '/no/such/page' })).obstacles).toEqual([])
    expect(found.roles).toEqual(['运营专员'])
    expect(found.scope).toEqual([])
    expect(found.obstacles).toEqual([
      {
        name: 'list',
        label: '查看',
        by: 'permission',
        text: '您的角色（运营专员）没有“租户管理”这项权限',
        permission: 'system:tenant:list',
        changers: ['管理员'],
        mayAsk: true,
        asked: null,
      },
    ])
  })

  it('every page that a right opens can be asked about, and every refusal names the right it wanted', async () => {
    const nobody = await test.as((await makePerson(test, { tenants: [1], departs: ['A'], roles: {} })).username)
    const pages = menuRows().filter(({ url, perms, menuType }) => url && perms && menuType !== menuTypes.button)
    const answers = await Promise.all(pages.map(({ url }) => why(nobody, { path: url })))
    for (const [at, { url, perms }] of pages.entries()) {
      const [first] = answers[at]!.obstacles
      expect(first, url).toMatchObject({ by: 'permission', permission: perms })
      expect(first!.text, url).toMatch(/\p{Script=Han}/u)
    }
    expect(pages.length).toBeGreaterThan(40)
    const refusal = await nobody('GET', '/sys/online/list')
    expect(refusal).toMatchObject({ status: 403, result: { permission: 'system:online:list' } })
    const asked = await why(nobody, refusal.result)
    expect(asked).toMatchObject({ label: '在线用户', obstacles: [{ label: '查看', permission: 'system:online:list' }] })
    expect((await why(nobody, { permission: 'rental:device:add' })).obstacles[0]!.text).toContain('“设备 · 新增”')
    expect((await why(nobody, { permission: 'nobody:has:this' })).obstacles).toEqual([])
    expect((await why(admin!, { permission: 'system:online:list' })).obstacles).toEqual([])
    // One right opens seven pages: it is called by what holds them.
    expect((await why(nobody, { path: '/monitor/redis/info' })).obstacles[0]!.text).toContain('“系统监控”')
  })

  it('a board without panels says which lists it counts that the person may not see', async () => {
    const nobody = await test.as((await makePerson(test, { tenants: [1], departs: ['A'], roles: {} })).username)
    for (const [name, { panels }] of Object.entries(dashboards)) {
      const wanted = new Set(panels.map(({ resource }) => resource.label))
      const { obstacles } = await why(nobody, { path: `/dashboard/${name}` })
      expect(new Set(obstacles.map(({ label }: Obstacle & { label?: string }) => label)), name).toEqual(wanted)
    }
    const asked = { path: '/dashboard/monitor', name: 'device' }
    expect((await nobody('POST', '/sys/permission/request', asked)).message).toContain('已提交申请')
    expect((await why(admin!, { path: '/dashboard/index' })).obstacles).toEqual([])
  })

  it('an online form is asked about by its address, its record and its refusal, and its right can be asked for', async () => {
    const form = await publishForm(admin!, 'asked')
    const { result: row } = await admin!('POST', `${form.path}/add`, { title: '甲' })
    const expected = { by: 'permission', permission: 'online:asked:list', text: expect.stringContaining('“表单asked”') }
    for (const asked of [
      { resource: form.resource },
      { resource: form.resource, id: row.id },
      { path: '/online/cgformList/asked' },
      { path: `/online/cgformList/asked/${row.id}/edit` },
      (await viewer!('GET', '/online/cgform/api/definition/asked')).result,
      (await viewer!('GET', `${form.path}/list`)).result,
    ])
      expect((await why(viewer!, asked)).obstacles, JSON.stringify(asked)).toMatchObject([expected])
    const sent = await viewer!('POST', '/sys/permission/request', { path: '/online/cgformList/asked', name: 'list' })
    expect(sent.message).toContain('已提交申请')
    expect((await why(admin!, { resource: form.resource, id: row.id })).obstacles).toEqual([])
    await form.step('stop')
    expect((await why(viewer!, { path: '/online/cgformList/asked' })).obstacles).toEqual([])
    expect((await viewer!('POST', '/sys/permission/why', { resource: form.resource })).status).toBe(404)
  })

  it('a report says that the right to it is wanting, or to a list it reads, and which rows it shows', async () => {
    const report = {
      code: 'why_report',
      name: '设备台数',
      cgrSql: 'select count(*) as found from rental_device',
      items: [{ fieldName: 'found', fieldTxt: '台数', fieldType: 'Integer', isShow: '1' }],
      params: [],
    }
    expect((await admin!('POST', '/online/cgreport/head/add', report)).success).toBe(true)
    const path = '/online/cgreport/why_report'
    const without = await why(operator!, { path })
    expect(without).toMatchObject({ label: '设备台数', scope: [] })
    expect(without.obstacles).toMatchObject([{ permission: 'online:report:view:why_report', by: 'permission' }])
    const reads = async (...codes: string[]) =>
      test.as((await makePerson(test, { tenants: [1], departs: ['A'], roles: { [codes.join()]: codes } })).username)
    const right = 'online:report:view:why_report'
    expect((await why(await reads(right), { path })).obstacles).toMatchObject([{ permission: 'rental:device:list' }])
    const whole = await why(await reads(right, 'rental:device:list'), { path })
    expect(whole.obstacles).toEqual([])
    expect(whole.scope).toEqual(['设备：只看当前租户的', '设备：只看当前部门及下级部门的'])
    expect((await why(admin!, { path })).obstacles).toEqual([])
    expect((await why(operator!, { path: '/online/cgreport/nothing' })).obstacles).toEqual([])

    // Two of one name are two rights.
    const twin = { ...report, code: 'why_twin' }
    expect((await admin!('POST', '/online/cgreport/head/add', twin)).success).toBe(true)
    const ask = (code: string) =>
      operator!('POST', '/sys/permission/request', { path: `/online/cgreport/${code}`, name: 'list' })
    const first = await ask('why_report')
    const second = await ask('why_twin')
    expect([first.message, second.message]).toEqual(Array(2).fill('已提交申请，处理结果会通知您'))
    expect(second.result.requestNo).not.toBe(first.result.requestNo)
    expect((await ask('why_twin')).result.requestNo).toBe(second.result.requestNo)
  })

  it('a record says of each action that is not offered what decided: state, permission, a rule', async () => {
    const paid = await withdrawalIn(withdrawStates.paid)
    const { obstacles } = await why(admin!, { resource: userWithdrawal.name, id: paid.id })
    const approve = obstacles.find(({ name }) => name === 'approve')
    expect(approve).toMatchObject({ by: 'state', permission: null, changers: [], mayAsk: false })
    expect(approve!.text).toBe('只有状态为“待审核”时可以，现在是“提现成功”')
    const waiting = await withdrawalIn(withdrawStates.waiting)
    const seen = (await operator!('GET', `/rental/userWithdrawal/queryById?id=${waiting.id}`)).result
    const theirs = await why(operator!, { resource: userWithdrawal.name, id: waiting.id })
    const names = theirs.obstacles.map(({ name }) => name)
    expect(theirs.obstacles.find(({ name }) => name === 'approve')).toMatchObject({
      by: 'permission',
      permission: 'rental:userWithdrawal:approve',
    })
    // What is offered is never explained away, and what is not is always explained.
    expect(names.filter((name) => seen.may.includes(name))).toEqual([])
    for (const name of Object.keys(userWithdrawal.actions)) expect([...names, ...seen.may]).toContain(name)
    expect(theirs.obstacles.find(({ by }) => by === 'mask')?.text).toContain('收款账号')
  })

  it('who asked for a decision reads the rule that keeps them from it, in its own words', async () => {
    const table = tableOf(resources.agentApply)
    const [row] = await test.services.db
      .update(table)
      .set({ createBy: 'operator', sysOrgCode: 'A01A01' })
      .where(eq(table.status, applyStates.waiting))
      .returning({ id: table.id })
    const { obstacles } = await why(operator!, { resource: 'agentApply', id: row!.id })
    const approve = obstacles.find(({ name }) => name === 'approve')
    expect(approve).toMatchObject({ by: 'rule', mayAsk: false })
    expect(approve!.text).toContain('不能审批自己提交的')
  })

  it('a record of others and one that does not exist get the same answer', async () => {
    const { result } = await admin!('GET', '/rental/userWithdrawal/list?pageSize=200')
    const mine = (await provider!('GET', '/rental/userWithdrawal/list?pageSize=200')).result.records as { id: string }[]
    const foreign = (result.records as { id: string }[]).find(({ id }) => !mine.some((one) => one.id === id))!
    const [there, nowhere] = [
      await why(provider!, { resource: userWithdrawal.name, id: foreign.id }),
      await why(provider!, { resource: userWithdrawal.name, id: 'nobody-has-this' }),
    ]
    expect(there).toEqual(nowhere)
    expect(there.obstacles[0]).toMatchObject({ by: 'scope' })
    expect(there.scope.length).toBeGreaterThan(1)
    // Without the right to any of them neither is even looked for.
    const without = await why(viewer!, { resource: 'sysTenant', id: '1' })
    expect(without).toEqual(await why(viewer!, { resource: 'sysTenant', id: '987654' }))
  })

  it('data rules that bind the person are named, with their column and not their value', async () => {
    const id = 'rule-why'
    await test.services.db.insert(permissionDataRule).values({
      id,
      permissionId: await menuOf('rental:device:list'),
      ruleName: '只看已上架',
      ruleColumn: 'deviceType',
      ruleConditions: '=',
      ruleValue: 'secret-value',
    })
    await test.services.db
      .update(rolePermission)
      .set({ dataRuleIds: id })
      .where(eq(rolePermission.roleId, await roleOf('operator')))
    const { scope } = await why(operator!, { resource: 'device' })
    expect(scope).toEqual(['只看当前租户的', '只看当前部门及下级部门的', '数据规则“只看已上架”限制了设备类型'])
    expect((await operator!('GET', '/rental/device/list')).result.total).toBe(0)
    await test.services.db
      .update(rolePermission)
      .set({ dataRuleIds: null })
      .where(eq(rolePermission.roleId, await roleOf('operator')))
    expect((await why(operator!, { resource: 'device' })).scope).toHaveLength(2)
  })

  it('asks once for a permission; a yes needs the permission to be given, and the asker is told', async () => {
    const ask = () =>
      viewer!('POST', '/sys/permission/request', { resource: 'device', action: 'add', name: 'add', note: '盘点要用' })
    const first = await ask()
    expect(first.message).toBe('已提交申请，处理结果会通知您')
    expect(first.result.dueTime).toBeTruthy()
    const again = await ask()
    expect(again.message).toBe('已经申请过，正在等待处理')
    expect(again.result.requestNo).toBe(first.result.requestNo)
    const [shown] = (await why(viewer!, { resource: 'device', action: 'add' })).obstacles
    expect(shown).toMatchObject({ mayAsk: false, asked: { requestNo: first.result.requestNo } })

    const todo = await until('the todo', async () => {
      const { result } = await admin!('GET', '/sys/todo/list?pageSize=100')
      return (result.records as { resource: string; title: string; id: string; dueTime: string | null }[]).find(
        ({ resource, title }) => resource === permissionRequest.name && title === first.result.requestNo,
      )
    })
    expect(todo.dueTime).toBe(first.result.dueTime)
    const grant = { id: todo.id }
    const waits = (await admin!('GET', `${permissionRequest.path}/queryById?id=${todo.id}`)).result
    expect(waits.askerNow).toMatchObject({ has: false, roles: [{ name: '只读' }] })
    const early = await admin!('POST', `${permissionRequest.path}/grant`, grant)
    expect(early.message).toBe('申请人的角色还没有“设备 · 新增”，请先在角色管理中授予')
    // Nobody decides on what they asked for, nor without the right to.
    expect((await viewer!('POST', `${permissionRequest.path}/grant`, grant)).status).toBe(403)
    await test.services.db
      .insert(rolePermission)
      .values({ roleId: await roleOf('readonly'), permissionId: await menuOf('rental:device:add') })
    expect((await admin!('POST', `${permissionRequest.path}/grant`, grant)).success).toBe(true)
    const { result } = await admin!('GET', `${permissionRequest.path}/queryById?id=${todo.id}`)
    expect(result.status).toBe(permissionRequestStates.granted)
    expect((await why(viewer!, { resource: 'device', action: 'add' })).obstacles).toEqual([])
    const bell = await viewer!('GET', '/sys/annountCement/listByUser?pageSize=50')
    const agreed = (bell.result.sysMsgList as { titile: string }[]).find(({ titile }) => titile === '权限申请已同意')
    expect(agreed).toMatchObject({ openType: 'url', openPage: '/device/device' })
    expect((await ask()).message).toContain('已经有这项权限')
  })

  it('a no says why, and the same may be asked again', async () => {
    const body = { resource: 'device', action: 'delete', name: 'delete' }
    const { result } = await viewer!('POST', '/sys/permission/request', body)
    const { result: found } = await admin!('GET', `${permissionRequest.path}/list?requestNo=${result.requestNo}`)
    const [{ id }] = found.records
    const no = await admin!('POST', `${permissionRequest.path}/refuse`, { id, reason: '由仓库删除' })
    expect(no.success, no.message).toBe(true)
    const bell = await viewer!('GET', '/sys/annountCement/listByUser?pageSize=50')
    expect(JSON.stringify(bell.result.sysMsgList)).toContain('由仓库删除')
    const next = await viewer!('POST', '/sys/permission/request', body)
    expect(next.result.requestNo).not.toBe(result.requestNo)
  })

  it('nobody fills the todo lists of administrators: so many wait at most, and so many a day', async () => {
    const { allAuth } = (await provider!('GET', '/sys/permission/getUserPermissionByToken')).result
    const codes = (allAuth as { action: string }[]).map(({ action }) => action)
    const ask = async (permission: string) => {
      const [obstacle] = (await why(provider!, { permission })).obstacles
      return obstacle?.mayAsk
        ? provider!('POST', '/sys/permission/request', { permission, name: obstacle.name })
        : undefined
    }
    const asked = async (most: number) => {
      for (let done = 0; done < most;) {
        const reply = await ask(codes.shift()!)
        if (reply && !reply.success) return reply
        if (reply) done += 1
      }
    }
    const table = tableOf(permissionRequest)
    expect(await asked(10)).toBeUndefined()
    expect(await asked(1)).toMatchObject({
      success: false,
      message: expect.stringContaining('已有 10 份权限申请等待处理'),
    })
    const answered = { status: permissionRequestStates.refused }
    const theirs = eq(table.askerId, (await provider!('GET', '/sys/user/getUserInfo')).result.userInfo.id)
    await test.services.db.update(table).set(answered).where(theirs)
    expect(await asked(10)).toBeUndefined()
    await test.services.db.update(table).set(answered).where(theirs)
    const late = await asked(1)
    expect(late).toMatchObject({ status: 429, message: expect.stringContaining('最多提交 20 份') })
    expect(Number(late!.raw.headers['retry-after'])).toBeGreaterThan(80_000)
    test.clock.pass(86_400)
    expect(await asked(1)).toBeUndefined()
    test.clock.pass(-86_400)
  })

  it('what is decided by a state, an unknown thing or nobody is no request', async () => {
    const paid = await withdrawalIn(withdrawStates.paid)
    const body = { resource: userWithdrawal.name, id: paid.id, name: 'approve' }
    expect((await admin!('POST', '/sys/permission/request', body)).success).toBe(false)
    expect((await admin!('POST', '/sys/permission/why', { resource: 'device', action: 'nothing' })).status).toBe(400)
    expect((await admin!('POST', '/sys/permission/why', { resource: 'nothing' })).status).toBe(404)
    expect((await admin!('POST', '/sys/permission/why', {})).status).toBe(400)
    expect((await test.anonymous('POST', '/sys/permission/why', { resource: 'device' })).status).toBe(401)
  })
})
