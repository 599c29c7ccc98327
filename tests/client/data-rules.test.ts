// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseTypes } from '#resources/system/dataSource.ts'
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

test('a data rule goes with what it was when the changing began', async () => {
  const { saveDataRule } = await import('#headless/forms/dataRules.ts')
  const rule = {
    ruleName: '待审',
    ruleColumn: 'status',
    ruleConditions: '=',
    ruleValue: '0',
    status: validStates.valid,
  }
  server.reply = () => ok(null)
  await saveDataRule('m1', { ...rule, ruleValue: '1' }, { ...rule, id: 'x1', permissionId: 'm1' })
  const sent = server.asked.findLast(({ url }) => url.includes('editPermissionRule'))!
  expect(sent.body).toEqual({ ...rule, id: 'x1', permissionId: 'm1', ruleValue: '1', lastRule: rule })
})

test('the value of a data rule is chosen by the word and kept as the code, and what is typed narrows what is offered', async () => {
  const { ownWords, ruleOffers, ruleValueText, RULE_VARIABLES } = await import('#headless/forms/dataRules.ts')
  const { resources } = await import('#resources/index.ts')
  const states = [
    { value: '0', text: '待审核' },
    { value: '1', text: '待复核' },
  ]
  const dicts = (code: string) => (code === 'pb_withdraw_status' ? states : [])
  const words = ownWords(resources.userWithdrawal, 'status', dicts)
  expect(words).toEqual(states)
  expect(ownWords(resources.appConfig, 'needAudit', dicts)).toEqual([
    { value: 'Y', text: '是' },
    { value: 'N', text: '否' },
  ])
  expect(ownWords(resources.userWithdrawal, 'applyAmount', dicts)).toEqual([])

  const offered = (typed: string, condition = '=') => ruleOffers(words, typed, condition).map(({ value }) => value)
  expect(offered('')).toEqual(['0', '1', ...Object.keys(RULE_VARIABLES)])
  expect(offered('待审')).toEqual(['0'])
  expect(offered('sys_user')).toEqual(['#{sys_user_code}', '#{sys_user_name}', '#{sys_user_id}'])
  expect(offered('LSC2026')).toEqual([])
  expect(offered('0,待', 'IN')).toEqual(['0,1'])
  expect(ruleValueText(words, '0,1')).toBe('待审核（0），待复核（1）')
  expect(ruleValueText(words, '#{sys_user_code}')).toBe('#{sys_user_code}')
})

test('what a connection said is about the values it was tried with', async () => {
  const { useConnectionTest } = await import('#headless/forms/dataSource.ts')
  const tried = {
    dbUrl: 'jdbc:mysql://a/x',
    dbName: 'x',
    dbUsername: 'u',
    dbType: databaseTypes.mysql,
    dbPassword: 'p',
  }
  let answer = () => {}
  server.reply = () => new Promise((done) => (answer = () => done(ok(null))))
  const { result, rerender } = renderHook((values) => useConnectionTest({ values, row: undefined }), {
    initialProps: tried,
  })
  const asked = () => server.asked.filter(({ url }) => url.includes('testConnection')).length
  act(() => void result.current.test())
  await waitFor(() => expect(asked()).toBe(1))
  // Corrected while it is being tried: the answer is about the old one.
  rerender({ ...tried, dbPassword: 'other' })
  await act(async () => answer())
  await waitFor(() => expect(result.current.busy).toBe(false))
  expect(result.current.tested).toBeUndefined()
  rerender(tried)
  expect(result.current.tested).toMatchObject({ good: true })
  rerender({ ...tried, dbUrl: 'jdbc:mysql://b/x' })
  expect(result.current.tested).toBeUndefined()
})
