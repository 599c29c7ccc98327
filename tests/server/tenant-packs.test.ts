/** 租户套餐: a tenant's roles go no further than its packages, at once, and administrators can always undo it. */
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { tableOf } from '../../server/db/table.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

const { sysTenant, sysTenantPack, sysPermission, sysRole, sysDepart } = resources
const MINE = '1'

describe.each([await oneKind()])('租户套餐 on %s', (kind) => {
  let test: TestApp
  let [admin, operator, both]: Send[] = []
  let packId = ''
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, operator, both] = await Promise.all(['admin', 'operator', 'two_tenants'].map((name) => test.as(name)))
    const added = await admin!('POST', `${sysTenantPack.path}/add`, { packName: '设备', status: enableStates.on })
    expect(added.success, added.message).toBe(true)
    packId = (added.result as { id: string }).id
  })
  afterAll(() => test?.close())

  const menus = async (...codes: string[]) => {
    const table = tableOf(sysPermission)
    const rows = await test.services.db.select({ id: table.id }).from(table).where(inArray(table.perms, codes))
    expect(rows).toHaveLength(codes.length)
    return rows.map(({ id }) => id)
  }
  const hold = async (...codes: string[]) => {
    const lastpermissionIds = (await admin!('GET', `${sysTenantPack.path}/queryPermission?packId=${packId}`)).result
    const reply = await admin!('POST', `${sysTenantPack.path}/savePermission`, {
      packId,
      permissionIds: (await menus(...codes)).join(','),
      lastpermissionIds: lastpermissionIds.join(','),
    })
    expect(reply.message).toBe('保存成功！')
  }
  const give = async (packIds: string | null, send = admin!) => {
    const { result } = await send('GET', `${sysTenant.path}/queryById?id=${MINE}`)
    const { name, status } = result as { name: string; status: number }
    return send('PUT', `${sysTenant.path}/edit`, { id: MINE, name, status, packIds })
  }
  const seen = async (send: Send, path: string, tenant = MINE) =>
    (await send('GET', path, undefined, { 'x-tenant-id': tenant })).status
  const DEVICES = '/rental/device/list'
  const ORDERS = '/rental/orderMessage/list'

  it('without a package nothing is limited; with one, only what it holds counts, in this tenant alone', async () => {
    expect(await seen(operator!, ORDERS)).toBe(200)
    await hold('rental:device:list', 'rental:device:add')
    expect((await give(packId)).success).toBe(true)
    expect([await seen(operator!, DEVICES), await seen(operator!, ORDERS)]).toEqual([200, 403])
    expect([await seen(both!, ORDERS), await seen(both!, ORDERS, '2')]).toEqual([403, 200])
    const { result } = await operator!('GET', '/sys/permission/getPermCode')
    expect([...result.codeList].sort()).toEqual(['rental:device:add', 'rental:device:list'])
    const why = await operator!('POST', '/sys/permission/why', { resource: 'orderMessage' })
    expect(why.result.obstacles[0]).toMatchObject({ by: 'pack' })
    expect(why.result.obstacles[0].text).toContain('本租户的套餐不含')
  })

  it('bites at once when a package shrinks, grows, or is switched off', async () => {
    await hold('rental:orderMessage:list')
    expect([await seen(operator!, DEVICES), await seen(operator!, ORDERS)]).toEqual([403, 200])
    await hold('rental:orderMessage:list', 'rental:device:list')
    expect(await seen(operator!, DEVICES)).toBe(200)
    const { result } = await admin!('GET', `${sysTenantPack.path}/queryById?id=${packId}`)
    const change = (status: string) =>
      admin!('PUT', `${sysTenantPack.path}/edit`, { id: packId, version: result.version, packName: '设备', status })
    expect((await change(enableStates.off)).success).toBe(true)
    expect([await seen(operator!, DEVICES), await seen(operator!, ORDERS)]).toEqual([403, 403])
    result.version += 1
    expect((await change(enableStates.on)).success).toBe(true)
    expect(await seen(operator!, DEVICES)).toBe(200)
  })

  it('of a tenant that takes a package and somebody who deletes it in the same moment one is refused', async () => {
    const { pool } = test.services
    const made = await admin!('POST', `${sysTenantPack.path}/add`, { packName: '会消失', status: enableStates.on })
    const { id } = made.result as { id: string }
    const deleting = await pool.connect()
    try {
      // As far as somebody who deletes it has come.
      await deleting.query('begin')
      await deleting.query('select 1 from sys_tenant_pack where id = $1 for update', [id])
      const saving = give(id)
      await until('the tenant to wait', async () => {
        const { rows } = await pool.query(
          `select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%sys_tenant_pack%'`,
        )
        return rows[0] as object | undefined
      })
      await deleting.query('update sys_tenant_pack set delete_time = now() where id = $1', [id])
      await deleting.query('commit')
      expect(await saving).toMatchObject({ success: false, message: expect.stringContaining('套餐') })
    } finally {
      deleting.release()
    }
    // The other way round the one who deletes is told whose it is.
    const kept = (await admin!('POST', `${sysTenantPack.path}/add`, { packName: '被使用', status: enableStates.on }))
      .result
    expect((await give(`${packId},${kept.id}`)).success).toBe(true)
    const gone = await admin!('DELETE', `${sysTenantPack.path}/delete?id=${kept.id}`)
    expect(gone.message).toContain('正在使用这个套餐')
    expect((await give(packId)).success).toBe(true)
  })

  it('nobody gives a role or a department there what the packages do not hold', async () => {
    const roles = tableOf(sysRole)
    const [role] = await test.services.db.select({ id: roles.id }).from(roles).where(eq(roles.roleCode, 'readonly'))
    const departs = tableOf(sysDepart)
    const [depart] = await test.services.db.select({ id: departs.id }).from(departs).where(eq(departs.orgCode, 'A01'))
    const [config] = await menus('rental:appConfig:edit')
    const refused = { status: 403, message: expect.stringContaining('本租户的套餐不含') as string }
    const grant = { permissionIds: config, lastpermissionIds: '' }
    const ofRole = { ...grant, roleId: role!.id }
    expect(await admin!('POST', '/sys/permission/saveRolePermission', ofRole)).toMatchObject(refused)
    const ofDepart = { ...grant, departId: depart!.id }
    expect(await admin!('POST', '/sys/permission/saveDepartPermission', ofDepart)).toMatchObject(refused)
    const [device] = await menus('rental:device:list')
    const within = { ...ofDepart, permissionIds: device }
    expect((await admin!('POST', '/sys/permission/saveDepartPermission', within)).success).toBe(true)
  })

  it('administrators can undo it whatever a package holds, and a package in use is not deleted', async () => {
    await hold()
    expect(await seen(operator!, DEVICES)).toBe(403)
    expect(await seen(admin!, ORDERS)).toBe(200)
    const gone = await admin!('DELETE', `${sysTenantPack.path}/delete?id=${packId}`)
    expect(gone.success).toBe(false)
    expect(gone.message).toContain('正在使用')
    expect((await give(null)).success).toBe(true)
    expect([await seen(operator!, DEVICES), await seen(operator!, ORDERS)]).toEqual([200, 200])
    expect((await admin!('DELETE', `${sysTenantPack.path}/delete?id=${packId}`)).success).toBe(true)
    expect((await give(packId)).success).toBe(false)
  })
})
