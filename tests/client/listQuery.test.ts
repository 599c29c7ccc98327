import { expect, test } from 'vitest'
import { filled, problemOfFilters } from '#headless/lists/filled.ts'
import { listParams, readQuery, writeQuery } from '#headless/lists/listQuery.ts'
import { fieldOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'

const { serviceProvider, userWithdrawal } = resources
const named = (name: string) => fieldOf(userWithdrawal, name)

test('an address says the whole state of a list, and saying it again gives the same address', () => {
  const address = 'withdrawNo=TX&status=0%2C1&applyAmount_begin=10&column=applyTime&order=asc&pageNo=3&pageSize=20'
  const query = readQuery(userWithdrawal, new URLSearchParams(`${address}&nonsense=1&riskFlags=x`))
  expect(query).toEqual({
    page: 3,
    size: 20,
    sort: 'applyTime',
    filters: { withdrawNo: 'TX', status: '0,1', applyAmount_begin: '10' },
  })
  expect(readQuery(userWithdrawal, writeQuery(userWithdrawal, query))).toEqual(query)
})

test('an untouched list has an empty address and asks for page 1 of 10, newest first', () => {
  const query = readQuery(userWithdrawal, new URLSearchParams())
  expect(writeQuery(userWithdrawal, query).toString()).toBe('')
  expect(listParams(userWithdrawal, query)).toMatchObject({
    pageNo: 1,
    pageSize: 10,
    column: 'createTime',
    order: 'desc',
  })
})

test('what was typed or chosen becomes the contract’s value forms', () => {
  const params = listParams(serviceProvider, {
    page: 1,
    size: 10,
    sort: '-createTime',
    filters: { providerName: ' 便电 ', level: '1,2', areaCode: '440300', contractEnd_end: '2026-12-31' },
    superQuery: { match: 'or', lines: [{ field: 'address', rule: 'like', val: 'a+b' }] },
  })
  expect(params).toMatchObject({
    providerName: '*便电*',
    level: '1,2',
    areaCode: '4403*',
    contractEnd_end: '2026-12-31',
    superQueryMatchType: 'or',
  })
  expect(JSON.parse(decodeURIComponent(String(params.superQueryParams)))).toEqual([
    { field: 'address', rule: 'like', val: 'a+b' },
  ])
})

test('a range is asked from its smaller end, whichever was filled in first', () => {
  expect(filled(named, { applyAmount_begin: '10', applyAmount_end: '5', withdrawNo: ' ' })).toEqual({
    applyAmount_begin: '5',
    applyAmount_end: '10',
  })
  expect(filled(named, { applyAmount_begin: '9', applyAmount_end: '10' })).toEqual({
    applyAmount_begin: '9',
    applyAmount_end: '10',
  })
  expect(filled(named, { applyTime_begin: '2026-11-20', applyTime_end: '2026-11-01' })).toEqual({
    applyTime_begin: '2026-11-01',
    applyTime_end: '2026-11-20',
  })
  expect(filled(named, { applyTime_begin: '2026-11-20' })).toEqual({ applyTime_begin: '2026-11-20' })
})

test('what a list cannot be asked is named in the words of its field, not of the server', () => {
  const problem = (typed: Record<string, string>) => problemOfFilters(named, typed)
  expect(problem({ applyAmount_begin: '1.239' })).toBe('申请金额：应为金额（最多两位小数）')
  expect(problem({ applyTime_end: '月底' })).toMatch(/^申请时间：应为时间/)
  expect(problem({ applyAmount_begin: '1.23', applyTime_end: '2026-11-20', withdrawNo: '>= 5' })).toBeUndefined()
})
