// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validStates } from '#resources/system/permission.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
beforeAll(async () => {
  server = await startToldServer()
  const { patience } = await import('#headless/session/idempotency.ts')
  patience.waitsMs = [0]
})
afterAll(() => server.close())

test('a data rule whose answer was lost, saved again, is the same rule', async () => {
  const { saveDataRule } = await import('#headless/forms/dataRules.ts')
  const status = validStates.valid
  const rule = { ruleName: '待审', ruleColumn: 'status', ruleConditions: '=', ruleValue: '0', status }
  server.reply = () => undefined
  await expect(saveDataRule('m1', rule)).rejects.toThrow('网络连接失败')
  server.reply = () => ok(null)
  await saveDataRule('m1', rule)
  const keys = server.asked.flatMap(({ url, key }) => (url.includes('addPermissionRule') ? [key] : []))
  expect(keys[0]).toBeTruthy()
  expect(new Set(keys).size).toBe(1)
})
