/** Whatever an administrator does to accounts, roles, tenants and menus: somebody who can undo it remains. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validStates } from '#resources/system/permission.ts'
import { rescue } from '../../server/system/rescue.ts'
import { bothKinds } from '../databases.ts'
import { PASSWORD, testApp, type Reply, type Send, type TestApp } from '../product.ts'

type Row = Record<string, unknown> & { id: string }

describe.each(await bothKinds())('nobody is shut out for good on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let me: Row
  let adminRole: string
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    ;[me] = await rows('/sys/user/list?username=admin')
    ;[{ id: adminRole }] = await rows('/sys/role/list?roleCode=admin')
    await test.services.db.execute(onlyMe())
  })
  afterAll(() => test?.close())

  const rows = async (path: string): Promise<[Row, ...Row[]]> => (await admin('GET', path)).result.records
  /** The demo has more administrators than one. */
  const onlyMe = () => sql`delete from sys_user_role where role_id = ${adminRole} and user_id <> ${me.id}`
  const NOBODY = /^之后将没有可用的管理员/
  const HIDDEN = /^之后将没有人能在菜单里找到/
  const refusedAs = (reply: Reply, message: RegExp) => {
    expect(reply).toMatchObject({ success: false, message: expect.stringMatching(message) })
    expect(reply.status).toBeLessThan(500)
  }
  const menu = async (url: string) => {
    const { rows: found } = await test.services.db.execute<Row & { version: number }>(
      sql`select id, version, parent_id as "parentId" from sys_permission where url = ${url} and delete_time is null`,
    )
    return found[0]!
  }

  it('the only tenant cannot be frozen, ended or emptied of its administrator', async () => {
    const [tenant] = await rows('/sys/tenant/list')
    const edit = (change: object) => admin('PUT', '/sys/tenant/edit', { ...tenant, ...change })
    refusedAs(await edit({ status: 0 }), NOBODY)
    refusedAs(await edit({ endDate: '2026-01-01 00:00:00' }), NOBODY)
    // It would come true on a day on which nobody does anything.
    refusedAs(await edit({ endDate: '2099-01-01 00:00:00' }), NOBODY)
    refusedAs(await edit({ beginDate: '2099-01-01 00:00:00' }), NOBODY)
    expect((await rows('/sys/tenant/list'))[0]).toMatchObject({ status: 1, endDate: null })
  })

  it('the last administrator keeps the role, and two who give it up together do not both', async () => {
    const { id: another } = (await rows('/sys/role/list?pageSize=50')).find(({ id }) => id !== adminRole)!
    const without = { ...me, selectedroles: another }
    refusedAs(await admin('PUT', '/sys/user/edit', without), NOBODY)
    const [second] = await rows('/sys/user/list?username=ops_manager')
    const promoted = { ...second, selectedroles: adminRole }
    expect(await admin('PUT', '/sys/user/edit', promoted)).toMatchObject({ success: true })
    const [again] = await rows('/sys/user/list?username=ops_manager')
    const both = await Promise.all([
      admin('PUT', '/sys/user/edit', without),
      admin('PUT', '/sys/user/edit', { ...again, selectedroles: another }),
    ])
    expect(both.filter(({ success }) => success).length).toBeLessThan(2)
    const { rows: left } = await test.services.db.execute(
      sql`select user_id from sys_user_role where role_id = ${adminRole}`,
    )
    expect(left.length).toBeGreaterThan(0)
    await test.services.db.execute(
      sql`insert into sys_user_role (user_id, role_id, tenant_id) values (${me.id}, ${adminRole}, 0) on conflict do nothing`,
    )
    await test.services.db.execute(onlyMe())
  })

  it.each([
    ['freezing', sql`update sys_user set status = 2 where username = 'admin'`],
    ['deleting', sql`update sys_user set delete_time = now() where username = 'admin'`],
    ['deleting for good', sql`delete from sys_user where username = 'admin'`],
    ['taking out of the tenant', sql`update sys_user set rel_tenant_ids = '77' where username = 'admin'`],
    ['deleting the role', sql`update sys_role set delete_time = now() where role_code = 'admin'`],
    ['renaming the role', sql`update sys_role set role_code = 'boss' where role_code = 'admin'`],
    ['deleting the tenant', sql`update sys_tenant set delete_time = now()`],
  ])('%s the last administrator is refused, by whichever way it is tried', async (_, statement) => {
    await expect(test.services.db.execute(statement)).rejects.toMatchObject({ cause: { code: 'VD001' } })
  })

  it('the menus that give rights back cannot be hidden, neither by themselves nor by what stands above them', async () => {
    for (const url of ['/isystem/newPermissionList', '/isystem/roleUserList']) {
      const own = await menu(url)
      const { result: record } = await admin('GET', `/sys/permission/queryById?id=${own.id}`)
      const edit = (change: object) => admin('PUT', '/sys/permission/edit', { ...record, ...change })
      refusedAs(await edit({ hidden: true }), HIDDEN)
      refusedAs(await edit({ status: validStates.invalid }), HIDDEN)
      refusedAs(await admin('DELETE', `/sys/permission/delete?id=${own.id}`), HIDDEN)
      refusedAs(await admin('DELETE', `/sys/permission/delete?id=${String(own.parentId)}`), HIDDEN)
    }
  })

  it('the machine has a way back from everything, and it is written down', async () => {
    // As somebody with the database in hand could have left it.
    await test.services.db.transaction(async (tx) => {
      for (const table of ['sys_user', 'sys_user_role', 'sys_tenant', 'sys_permission', 'sys_role'])
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
      await tx.execute(sql`update sys_user set status = 2, delete_time = now(), del_flag = 1 where username = 'admin'`)
      await tx.execute(sql`delete from sys_user_role where user_id = ${me.id}`)
      await tx.execute(sql`update sys_tenant set status = 0, end_date = now() - interval '1 day'`)
      await tx.execute(sql`update sys_permission set hidden = true where url like '/isystem/%'`)
      await tx.execute(sql`update sys_role set delete_time = now() where role_code = 'admin'`)
      for (const table of ['sys_user', 'sys_user_role', 'sys_tenant', 'sys_permission', 'sys_role'])
        await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
    })
    const { username, password, mended } = await rescue(test.services.db, 'admin')
    expect(mended.length).toBeGreaterThanOrEqual(5)
    expect(await test.anonymous('POST', '/sys/login', { username, password: PASSWORD })).toMatchObject({
      success: false,
    })
    const entered = await test.anonymous('POST', '/sys/login', { username, password })
    expect(entered, entered.message).toMatchObject({ success: true, result: { mustChangePassword: true } })
    const { rows: written } = await test.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from sys_data_log where operation = '救援恢复' and data_id = ${me.id}`,
    )
    expect(written[0]!.n).toBe(1)
    await expect(rescue(test.services.db, 'nobody')).rejects.toThrow('没有用户名为“nobody”的账号')
  })
})
