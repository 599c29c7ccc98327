import { expect, test } from 'vitest'
import { latestOf } from '#headless/records/decision.ts'
import { decidingNames, detailSections } from '#headless/records/detailSections.ts'
import type { Row } from '#headless/records/rows.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { allResources, resources } from '#resources/index.ts'

const { userWithdrawal, packageGroup } = resources
const asked = { step: '申请', person: '高芳', personId: 'p1', result: '已提交', time: '2026-03-02 08:00:00' }
const passed = { step: '审核', person: '周敏', personId: 'p2', result: '通过', time: '2026-03-02 09:39:00' }
const failed = { step: '打款', person: '系统', result: '打款失败', reason: '账户已注销', time: '2026-03-02 12:07:00' }
const withdrawal = (status: string, ...auditTrail: object[]): Row => ({
  id: '1',
  withdrawNo: 'TX1',
  ownerType: ownerTypes.provider,
  ownerId: 'o1',
  applyAmount: '132.00',
  taxAmount: '0.00',
  bankNo: '6222',
  method: withdrawMethods.bankCard,
  bankName: '交通银行',
  riskFlags: [],
  status,
  dueTime: '2026-03-03 08:00:00',
  createTime: '2026-03-02 08:00:00',
  auditTrail,
})
const head = [userWithdrawal.title, 'status']
const namesIn = (row: Row) =>
  detailSections(userWithdrawal, row, { said: [...head, ...decidingNames(userWithdrawal, row)], withBlank: false })

test('of every resource each field stands in one place, whether empty or not', () => {
  for (const resource of allResources()) {
    const { sections, blank } = detailSections(resource, { id: '1' }, { said: [], withBlank: true })
    const names = sections.flatMap((section) => section.names)
    expect(new Set(names).size, resource.name).toBe(names.length)
    expect(blank, resource.name).toBe(names.length)
    expect(detailSections(resource, { id: '1' }, { said: [], withBlank: false }).sections).toEqual([])
  }
})

test('what is decided on stands above while it waits, and in its sections when it is over', () => {
  const waiting = namesIn(withdrawal('0', asked))
  expect(waiting.sections).toEqual([
    { title: '申请信息', names: ['ownerType', 'ownerId'] },
    { title: '审核记录', names: ['auditTrail'] },
    { title: '记录信息', names: ['createTime'] },
  ])
  const over = namesIn(withdrawal('6', asked, passed)).sections
  expect(over[0]).toEqual({ title: '申请信息', names: ['ownerType', 'ownerId', 'applyAmount', 'method'] })
  expect(over[2]).toEqual({ title: '业务信息', names: ['taxAmount', 'dueTime'] })
})

test('what is empty is counted and comes with its section; nothing, none and 0 are not the same', () => {
  const row: Row = { id: '1', groupName: '组', dayCap: '0.00', isDefault: false, steps: [], createTime: '2026-03-02' }
  const { sections, blank } = detailSections(packageGroup, row, { said: ['groupName'], withBlank: false })
  expect(sections.map(({ names }) => names)).toEqual([['dayCap'], ['isDefault'], ['createTime']])
  const all = detailSections(packageGroup, row, { said: ['groupName'], withBlank: true }).sections
  expect(all.flatMap(({ names }) => names)).toHaveLength(blank + 3)
  expect(all.map(({ title }) => title)).toContain('阶梯')
})

test('what happened since the decision is said first, once it is over', () => {
  expect(latestOf(userWithdrawal, withdrawal('0', asked))).toBeUndefined()
  expect(latestOf(userWithdrawal, withdrawal('3', asked, passed))).toBeUndefined()
  expect(latestOf(userWithdrawal, withdrawal('7', asked, passed, failed))).toBe(
    '03-02 12:07 打款：打款失败（账户已注销）',
  )
})
