/** A setting is what its 值类型 says: checked, made safe, changed, kept with its change, written into sheets and read again. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { valueTypes } from '#resources/finance/configValue.ts'
import { settings, unreadable, valueTypeOf } from '#resources/finance/settings.ts'
import { resources } from '#resources/index.ts'
import { seedRecord } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { Refusal } from '../../server/kernel/errors.ts'
import { hundredthsOf, readConfig } from '../../server/resource/config.ts'
import { appConfigs } from '../../server/seed/app-config.ts'
import { seed } from '../../server/seed/index.ts'
import { make } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

const { appConfig, configChange } = resources
type Row = Record<string, unknown> & { id: string; version: number }

describe.each([await oneKind()])('values of settings on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const add = (over: Record<string, unknown>) => admin('POST', `${appConfig.path}/add`, make(appConfig, over))
  const made = async (valueType: string, configValue: string): Promise<Row> => {
    const reply = await add({ valueType, configValue, defaultValue: null, valueRange: null })
    expect(reply.success, reply.message).toBe(true)
    return reply.result as Row
  }
  const change = (row: Row, newValue: unknown): Promise<Reply> =>
    admin('POST', `${appConfig.path}/change`, { id: row.id, newValue, reason: '试改' })
  const look = async (resource: Resource, query: string): Promise<Row[]> =>
    (await admin('GET', `${resource.path}/list?${query}`)).result.records as Row[]

  it.each([
    ['2', '十二', '请输入数字'],
    ['2', '1.23456', '最多4位小数'],
    ['3', '开', '请选择列出的值'],
    ['6', '{"a":', '不是完整的 JSON'],
    ['6', '{\n  "a": 1,\n  b: 2\n}', '不是正确的 JSON：第3行有错误'],
    ['6', '甲', '不是正确的 JSON'],
  ])('of type %s refuse %j, when made and when changed', async (valueType, wrong, message) => {
    const refusal = { status: 400, success: false, message: expect.stringContaining(message) as string }
    expect(await add({ valueType, configValue: wrong })).toMatchObject(refusal)
    const right = { '2': '1', '3': 'Y', '6': '[]' }[valueType]!
    const row = await made(valueType, right)
    expect(await change(row, wrong)).toMatchObject(refusal)
    const edit = { id: row.id, version: row.version, defaultValue: wrong }
    expect(await admin('PUT', `${appConfig.path}/edit`, edit)).toMatchObject(refusal)
    const [same] = await look(appConfig, `id=${row.id}`)
    expect(same).toMatchObject({ configValue: right, defaultValue: null, version: row.version })
  })

  it('are not longer than their type has room for', async () => {
    expect((await add({ valueType: valueTypes.text, configValue: '长'.repeat(5001) })).message).toContain(
      '最大长度5000位字符',
    )
    expect(
      (await add({ valueType: valueTypes.json, configValue: `"${'长'.repeat(5001)}"`, defaultValue: null })).success,
    ).toBe(true)
  })

  it('say which field is wrong', async () => {
    const { result } = await add({ valueType: valueTypes.json, configValue: '{', defaultValue: ']' })
    expect(Object.keys((result as { fields: object }).fields)).toEqual(['configValue', 'defaultValue'])
  })

  it('keep the range of numbers, of the value and of its default', async () => {
    const within = { valueType: valueTypes.number, valueRange: '1-100' }
    const said = '应在 1 到 100 之间'
    expect((await add({ ...within, configValue: '101', defaultValue: null })).message).toContain(said)
    expect((await add({ ...within, configValue: '100', defaultValue: '0.5' })).message).toContain(said)
    expect((await add({ ...within, configValue: '100', defaultValue: '1' })).success).toBe(true)
  })

  it.each([
    ['1', '甲', '乙', '乙', undefined],
    ['2', '1', ' 12.50 ', '12.5', undefined],
    ['3', 'N', 'Y', 'Y', '是'],
    ['4', 'temp/a.png', 'temp/b.png', 'temp/b.png', undefined],
    ['5', '<p>甲</p>', '<h2>乙</h2><script>alert(1)</script><img src="x" onerror="alert(1)">', '<h2>乙</h2><img src="x" />', undefined], // prettier-ignore
    ['6', '{}', '{"页":["首页","附近"]}', '{"页":["首页","附近"]}', undefined],
  ])('of type %s change from %j to %j and the change keeps both', async (valueType, before, sent, after, words) => {
    const row = await made(valueType, before)
    const reply = await change(row, sent)
    expect(reply.success, reply.message).toBe(true)
    const [now] = await look(appConfig, `id=${row.id}`)
    expect(String(now!.configValue).replace(/\.?0+$/, '')).toBe(after.replace(/\.?0+$/, ''))
    expect(now!.configValue_dictText).toBe(words)
    const [log] = await look(configChange, `configId=${row.id}`)
    expect(log).toMatchObject({ valueType, beforeValue: before, status: configChangeStates.done })
    expect(log!.afterValue).toBe(now!.configValue)
    expect(log!.afterValue_dictText).toBe(words)
  })

  it('cannot get a type that the value is not of', async () => {
    const row = await made('1', '不是数字')
    const reply = await admin('PUT', `${appConfig.path}/edit`, {
      id: row.id,
      version: row.version,
      valueType: valueTypes.number,
    })
    expect(reply).toMatchObject({ status: 400, message: expect.stringContaining('参数值：请输入数字') })
  })

  it('come out of a sheet as they went into one', async () => {
    const values = [
      ['1', '甲，乙'],
      ['2', '12.5'],
      ['3', 'Y'],
      ['4', 'temp/a.png'],
      ['5', '<p>甲<strong>乙</strong></p>'],
      ['6', '{"a":[1,2]}'],
    ] as const
    const rows = await Promise.all(values.map(([type, value]) => made(type, value)))
    const selections = rows.map(({ id }) => id).join(',')
    const exportFields = [...appConfig.excel.import].reverse().join(',')
    const query = `format=xlsx&selections=${selections}&exportFields=${exportFields}`
    const sheet = await admin('GET', `${appConfig.path}/exportXls?${query}`)
    expect(sheet.raw.statusCode).toBe(200)
    for (const { id } of rows) expect((await admin('DELETE', `${appConfig.path}/delete?id=${id}`)).success).toBe(true)
    const reply = await upload(admin, `${appConfig.path}/importExcel`, 'APP配置.xlsx', sheet.raw.rawPayload)
    expect(reply, reply.message).toMatchObject({ success: true })
    for (const row of rows) {
      const [again] = await look(appConfig, `configKey=${String(row.configKey)}`)
      expect(again).toMatchObject({ valueType: row.valueType, configValue: row.configValue })
    }
  })

  describe('that the server reads', () => {
    const setting = async (key: string): Promise<Row> => (await look(appConfig, `configKey=${key}`))[0]!
    const refusal = (message: string) => ({ success: false, message: expect.stringContaining(message) as string })
    const store = (id: string, over: Record<string, unknown>) =>
      test.services.db.update(table).set(over).where(eq(table.id, id))
    const table = tableOf(appConfig)
    const gone = async (key: string): Promise<void> => {
      await test.services.db.delete(table).where(and(eq(table.configKey, key), eq(table.tenantId, 1)))
    }

    it.each([
      ['withdraw.feeRate', '0.625', '最多两位小数'],
      ['withdraw.managerMax', '5000.005', '最多两位小数'],
      ['billing.hourPrice', '2.5001', '最多两位小数'],
      ['complaint.agentRefundMax', '20.001', '最多两位小数'],
      ['approval.cardMax', '1000.005', '最多两位小数'],
      ['billing.freeMinutes', '2.5', '应为不小于 0 的整数'],
      ['withdraw.confirmHours', '1.5', '应为不小于 0 的整数'],
    ])('%s does not become %s', async (key, value, message) => {
      expect(await change(await setting(key), value)).toMatchObject(refusal(message))
    })

    it('are asked for in the way they are read, for each key there is', () => {
      for (const key of Object.keys(settings)) {
        const shipped = appConfigs[key]
        expect(unreadable(key, settings[key as keyof typeof settings].initial), key).toBeUndefined()
        expect(shipped, key).toMatchObject({
          type: valueTypeOf(key as keyof typeof settings),
          value: settings[key as keyof typeof settings].initial,
        })
      }
    })

    it('are not added as what they are not, and never without the second person, by a form or a sheet', async () => {
      const key = 'withdraw.autoMax'
      const draft = { configKey: key, valueRange: null, defaultValue: null, needAudit: 'N' }
      await gone(key)
      const asText = await add({ ...draft, valueType: valueTypes.text, configValue: '200' })
      expect(asText).toMatchObject(refusal('值类型'))
      const broken = await add({ ...draft, valueType: valueTypes.number, configValue: '200.001' })
      expect(broken).toMatchObject(refusal('最多两位小数'))
      const other = await add({ ...draft, valueType: valueTypes.number, configValue: '900' })
      expect(other).toMatchObject(refusal('系统参数以默认值新增'))
      const made = await add({ ...draft, valueType: valueTypes.number, configValue: '200' })
      expect(made.success, made.message).toBe(true)
      const row = await setting(key)
      expect(row).toMatchObject({ needAudit: 'Y' })
      const query = `format=xlsx&selections=${row.id}&exportFields=${appConfig.excel.import.join(',')}`
      await store(row.id, { needAudit: 'N' })
      const sheet = await admin('GET', `${appConfig.path}/exportXls?${query}`)
      await gone(key)
      const reply = await upload(admin, `${appConfig.path}/importExcel`, 'APP配置.xlsx', sheet.raw.rawPayload)
      expect(reply, reply.message).toMatchObject({ success: true })
      expect(await setting(key)).toMatchObject({ needAudit: 'Y' })
    })

    it('of money wait for the second person, also where a record says they need not', async () => {
      const { id } = await setting('withdraw.autoMax')
      await store(id, { needAudit: 'N' })
      const weak = await setting('withdraw.autoMax')
      const range = { id, version: weak.version, valueRange: '0-9999' }
      expect(await admin('PUT', `${appConfig.path}/edit`, range)).toMatchObject(refusal('需复核的参数不能单独修改'))
      const asked = await change(weak, '300')
      expect(asked.success, asked.message).toBe(true)
      expect(await setting('withdraw.autoMax')).toMatchObject({ configValue: '200' })
      expect((await admin('DELETE', `${appConfig.path}/delete?id=${id}`)).success).toBe(false)
      const { version } = await setting('withdraw.autoMax')
      const mended = await admin('PUT', `${appConfig.path}/edit`, { id, version, remark: '说明' })
      expect(mended.success, mended.message).toBe(true)
      expect(await setting('withdraw.autoMax')).toMatchObject({ needAudit: 'Y' })
    })

    it('are not agreed to when the server could not read them', async () => {
      const row = await setting('withdraw.taxRate')
      const asked = await change(row, '21')
      expect(asked.success, asked.message).toBe(true)
      const changes = tableOf(configChange)
      await test.services.db.update(changes).set({ afterValue: '20.125' }).where(eq(changes.configId, row.id))
      const [open] = await look(configChange, `configId=${row.id}`)
      const finance = await test.as('finance')
      const reply = await finance('POST', `${configChange.path}/approve`, { id: open!.id, version: open!.version })
      expect(reply).toMatchObject({ status: 200, ...refusal('最多两位小数') })
    })

    it('are named when one that is older than the check cannot be read', async () => {
      const config = { ...(await readConfig(test.services.db, 1)), 'withdraw.feeRate': '0.625' }
      expect(() => hundredthsOf(config, 'withdraw.feeRate')).toThrow(Refusal)
    })

    it('come to every tenant with the version that brings them', async () => {
      const { result } = await admin('POST', `${resources.sysTenant.path}/add`, make(resources.sysTenant, {}))
      const tenantId = Number((result as Row).id)
      const of = (key: string) => and(eq(table.tenantId, tenantId), eq(table.configKey, key))
      const keys = ['withdraw.autoMax', 'share.title']
      const withoutKeys = async (parts: string[]) => {
        for (const key of keys) await test.services.db.delete(table).where(of(key))
        await test.services.db
          .update(seedRecord)
          .set({ fingerprint: '', keys: parts })
          .where(eq(seedRecord.part, 'appConfig'))
        await seed(test.services, () => import('../../demo/index.ts'))
        return Promise.all(keys.map(async (key) => (await test.services.db.select().from(table).where(of(key))).length))
      }
      const known = Object.keys(appConfigs)
      // A database of a version that gave new keys to the first tenant only.
      expect(await withoutKeys(known)).toEqual([1, 1])
      const [record] = await test.services.db.select().from(seedRecord).where(eq(seedRecord.part, 'appConfig'))
      const newOne = record!.keys.filter((key) => key !== 'withdraw.autoMax')
      expect(await withoutKeys(newOne)).toEqual([1, 0])
    })
  })
})
