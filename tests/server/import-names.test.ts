/** How a cell names a record: by its title, or by what no second one has. */
import { eq } from 'drizzle-orm'
import * as SheetJS from 'xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '@voltdesk/sheets'
import { resources } from '#resources/index.ts'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import { tableOf } from '../../server/db/table.ts'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { importDesk } from './import-file.ts'

const HEAD = '/online/cgform/head'
const FORM = '/online/cgform/data/helpers'
const kind = await oneKind()

describe(`people in a sheet on ${kind}`, () => {
  const { app, admin, must, faultsOf, checked, confirmed } = importDesk(kind)
  const ids: string[] = []
  beforeAll(async () => {
    const fields = [
      { name: 'what', label: '事项', kind: onlineKinds.text },
      { name: 'who', label: '负责人', kind: onlineKinds.user },
    ]
    const form = { name: '登记', code: 'helpers', dataScope: formScopes.tenant, fields }
    const { id } = must(await admin('POST', `${HEAD}/add`, form))
    const { version } = must(await admin('GET', `${HEAD}/plan?id=${id}`))
    must(await admin('POST', `${HEAD}/publish`, { id, version }))
    const people = tableOf(resources.sysUser)
    for (const [username, workNo, phone] of [
      ['first_wang', 'GH-001', '13655551001'],
      ['second_wang', 'GH-002', '13655551002'],
    ] as const) {
      await makePerson(app(), { username, phone, tenants: [1] })
      const [made] = await app()
        .services.db.update(people)
        .set({ realname: '王小明', workNo })
        .where(eq(people.username, username))
        .returning({ id: people.id })
      ids.push(made!.id)
    }
    await makePerson(app(), { username: 'own_name', tenants: [1] })
  })
  const check = (rows: Cell[][]) => checked(FORM, ['事项', '负责人'], rows)

  it('are found by their user name and their number where two have one name', async () => {
    const found = await check([
      ['甲', 'first_wang'],
      ['乙', 'GH-002'],
      // Her name is her user name.
      ['丙', 'own_name'],
    ])
    expect(found.counts).toMatchObject({ added: 3, wrong: 0 })
    await confirmed(found)
    const { records } = must(await admin('GET', `${FORM}/list`)) as { records: Record<string, unknown>[] }
    const who = (what: string) => records.find((row) => row.what === what)?.who
    expect([who('甲'), who('乙')]).toEqual(ids)
  })

  it('are asked for by what tells them apart, and nobody is found by their phone', async () => {
    const { id } = await check([
      ['丁', '王小明'],
      ['戊', '13655551001'],
    ])
    expect((await faultsOf({ id }, '原因')).flat()).toEqual([
      '“王小明”有多个同名记录，请改用用户名或工号',
      '没有“13655551001”，或无权使用',
    ])
  })

  it('are asked for so by the template too', async () => {
    const { raw } = await admin('GET', `${FORM}/importTemplate`)
    const notes = SheetJS.utils.sheet_to_csv(SheetJS.read(raw.rawPayload).Sheets.填写说明!)
    expect(notes).toContain('填写用户的姓名、用户名或工号')
  })
})
