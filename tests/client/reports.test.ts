// @vitest-environment jsdom
/** P02: what a group of popups or a page asks for is asked once in 30 s; conditions that did not come are a warning. */
import { renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportSource } from '#headless/forms/pickers/report.ts'
import { REPORT_CACHE_MS } from '#headless/forms/pickers/reportApi.ts'
import { useDataLogs } from '#headless/monitoring/dataLogs.ts'
import { cellText, numberText, REPORT, useReport } from '#headless/reports/useReport.ts'
import { api } from '#headless/session/api.ts'
import { queryClient } from '#headless/session/queries.ts'
import { text } from '#model/fields.ts'

const said = vi.hoisted(() => vi.fn())
vi.mock('#headless/connection/notices.ts', async (original) => ({ ...(await original<object>()), say: said }))

const COLUMNS = { cgRpConfigId: '7', cgRpConfigName: '收入', columns: [{ title: '名称', dataIndex: 'name' }] }
let asked: string[]
let failing: string | undefined

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T00:00:00Z') })
  queryClient.clear()
  said.mockClear()
  asked = []
  failing = undefined
  vi.spyOn(api, 'get').mockImplementation(async (url: string) => {
    const name = url.split('/').at(-2)!
    asked.push(name)
    if (name === failing) throw new Error('没有查看报表“收入”的权限')
    if (name === 'getRpColumns') return COLUMNS
    return name === 'getData' ? { records: [{ name: '甲' }], total: 1 } : []
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children)

const popup = { code: 'income', orgFields: 'name', destFields: 'provider', groupId: 'form-1' }
const page = { page: 1, size: 10, words: {} }

it('P02: the same group is not asked again within 30 s, another group and a later moment are', async () => {
  await (await reportSource(popup)).ask(page)
  await (await reportSource(popup)).ask(page)
  expect(asked).toEqual(['getRpColumns', 'getQueryInfo', 'getData'])
  vi.setSystemTime(Date.now() + REPORT_CACHE_MS - 1)
  await (await reportSource(popup)).ask(page)
  expect(asked).toHaveLength(3)
  await reportSource({ ...popup, groupId: 'form-2' })
  expect(asked).toHaveLength(5)
  vi.setSystemTime(Date.now() + 2)
  await (await reportSource(popup)).ask(page)
  expect(asked).toHaveLength(8)
})

it('P02: without its conditions a report is there all the same, and the server’s words are a warning', async () => {
  failing = 'getQueryInfo'
  const source = await reportSource(popup)
  expect(source.search).toEqual([])
  expect(said).toHaveBeenCalledWith('warning', '没有查看报表“收入”的权限')
  expect((await source.ask(page)).total).toBe(1)
  // What failed is asked again at once.
  failing = undefined
  await reportSource(popup)
  expect(asked.filter((name) => name === 'getQueryInfo')).toHaveLength(2)
})

it('numbers are read in groups, codes by their words', () => {
  expect(['1234567.80', '12', '-9876', '1e9', ''].map(numberText)).toEqual(['1,234,567.80', '12', '-9,876', '1e9', ''])
  const column = { name: 'rank', title: '级别', field: text('级别'), isNumber: false, sorter: false, total: false }
  expect(cellText(column, { rank: '1', rank_dictText: '省级代理' })).toBe('省级代理')
  expect(cellText(column, { rank: null })).toBe('')
})

it('a report says which parameter is empty, what holds by itself, and how much of it is drawn', async () => {
  vi.useRealTimers()
  const columns = [
    { title: '名称', dataIndex: 'name' },
    { title: '实收', dataIndex: 'income', fieldType: 'Number', sorter: true },
  ]
  let rows = [{ name: '甲', income: '3' }]
  vi.spyOn(api, 'get').mockImplementation(async (url: string) => {
    const name = url.split('/').at(-2)!
    if (name === 'getRpColumns') return { ...COLUMNS, columns, chart: { kind: 'bar', label: 'name', value: 'income' } }
    if (name === 'getParamsInfo')
      return [
        { paramName: 'days', paramTxt: '最近天数', paramValue: '30' },
        { paramName: 'city', paramTxt: '城市', paramValue: '' },
      ]
    return name === 'getData' ? { records: rows, total: rows.length && 66 } : []
  })
  const { result, unmount } = renderHook(() => useReport('income'), { wrapper })
  await waitFor(() => expect(result.current.chart?.lines).toHaveLength(1))
  expect(result.current.chart?.note).toBe('以上是最多的 1 项，共 66 项')
  expect(result.current.fields.self_days).toEqual(text('最近天数'))
  expect(result.current.defaults).toEqual({ self_days: '默认 30' })
  expect(result.current.empty).toBe('参数“城市”没有填写，请填写后再查询')
  rows = []
  act(() => void result.current.setFilters({ self_city: '深圳' }))
  await waitFor(() => expect(result.current.rows).toEqual([]))
  expect(result.current.empty).toBe(REPORT.none)
  unmount()
})

it('a day that is none is not asked of a report nor of the data log, and is named in the words of its field', async () => {
  vi.useRealTimers()
  const sent: object[] = []
  vi.spyOn(api, 'get').mockImplementation(async (url: string, params?: object) => {
    if (params) sent.push(params)
    if (url.includes('getRpColumns')) return COLUMNS
    if (url.includes('getQueryInfo')) return [{ field: 'day', label: '日期', view: 'date' }]
    return url.includes('getParamsInfo') ? [] : { records: [], total: 0 }
  })
  const report = renderHook(() => useReport('days'), { wrapper })
  await waitFor(() => expect(report.result.current.fields.day).toBeTruthy())
  const log = renderHook(() => useDataLogs(), { wrapper })
  const ask = (filters: Record<string, string>, logged: Record<string, string>) =>
    act(async () => [report.result.current.setFilters(filters), log.result.current.setFilters(logged)])
  expect(await ask({ day_begin: '2026-02-30' }, { createTime_end: '月底' })).toEqual([undefined, undefined])
  expect(said.mock.calls).toEqual([
    ['warning', expect.stringMatching(/^日期：应为日期/)],
    ['warning', expect.stringMatching(/^时间：应为时间/)],
  ])
  expect([report.result.current.filters, log.result.current.filters]).toEqual([{}, {}])
  expect(
    await ask({ day_begin: '2026-03-02', day_end: '2026-03-01' }, { createTime_end: '2026-03-01', createBy: ' ' }),
  ).toEqual([{ day_begin: '2026-03-01', day_end: '2026-03-02' }, { createTime_end: '2026-03-01' }])
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ createTime_end: '2026-03-01' }))
  expect(report.result.current.filters).toEqual({ day_begin: '2026-03-01', day_end: '2026-03-02' })
  expect(log.result.current.filters).toEqual({ createTime_end: '2026-03-01' })
  expect(JSON.stringify(sent)).not.toMatch(/月底|02-30/)
})
