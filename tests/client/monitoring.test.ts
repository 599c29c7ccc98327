// @vitest-environment jsdom
/** What 系统监控 and 访问统计 make of what the server sends. */
import { expect, it } from 'vitest'
import { compared } from '#headless/monitoring/dataLogs.ts'
import { cacheText, METRIC_PAGES } from '#headless/monitoring/metrics.ts'
import { barsOf, filledDays } from '#headless/monitoring/visits.ts'
import { versionOf } from '#headless/records/useHistory.ts'
import { resources } from '#resources/index.ts'
import { shelfStates } from '#resources/shelf.ts'
import { metrics } from '../../server/system/monitoring/metrics.ts'

it('asks for no figure that the server does not have', () => {
  const asked = Object.values(METRIC_PAGES).flatMap((page) => page.metrics.map(({ name }) => name))
  expect(asked.length).toBeGreaterThan(30)
  expect(asked.filter((name) => !Object.hasOwn(metrics, name))).toEqual([])
})

it('says a figure as people read it', () => {
  const said = (page: keyof typeof METRIC_PAGES, label: string, value: number) =>
    METRIC_PAGES[page].metrics.find((one) => one.label === label)?.words(value)
  expect(said('jvm', '最大内存', 256 * 1024 ** 2)).toBe('256.0 MB')
  expect(said('system', '机器处理器使用率', 0.1234)).toBe('12.34%')
  expect(said('system', '已运行', 90_061)).toBe('1 天 1 小时 1 分钟')
  expect(said('system', '已运行', 42.5)).toBe('42 秒')
  expect(said('tomcat', '请求', 12_345)).toBe('12,345 次')
  expect(cacheText({ value: '2097152', description: '数据库占用的磁盘，字节' })).toBe('2.0 MB')
  expect(cacheText({ value: '17.5', description: '数据库版本' })).toBe('17.5')
})

it('days on which nobody came stand between the others as nothing', () => {
  const day = (tian: string, visit: number) => ({ tian, type: tian.slice(5), visit, ip: 1 })
  expect(filledDays([])).toEqual([])
  const bars = barsOf([day('2026-02-27', 2), day('2026-03-02', 8)])
  expect(bars.map(({ type, visit, percent }) => [type, visit, percent])).toEqual([
    ['02-27', 2, 25],
    ['02-28', 0, 0],
    ['03-01', 0, 0],
    ['03-02', 8, 100],
  ])
  expect(bars[3]!.words).toBe('2026-03-02：访问 8 次，地址 1 个')
})

it('two versions are compared in the words of the definition, and what reads the same but is not is told as stored', () => {
  const older = { cardName: '月卡', price: '19.90', status: shelfStates.off, status_dictText: '未上架', notes: '甲' }
  const newer = { ...older, price: '29.90', status: shelfStates.on, status_dictText: '已上架' }
  const fields = compared(resources.card, older, newer)
  const differing = fields.filter(({ differs }) => differs)
  expect(differing.map(({ label, older, newer }) => [label, older, newer])).toEqual([
    ['售价', '19.90', '29.90'],
    ['状态', '未上架', '已上架'],
  ])
  expect(fields.find(({ name }) => name === 'notes')).toMatchObject({ differs: false, newer: '甲' })
  expect(compared(resources.card, null, newer).find(({ name }) => name === 'cardName')).toMatchObject({
    older: '',
    newer: '月卡',
    differs: true,
  })
})

it('what was changed in a sub-table is told row by row, never as it is stored', () => {
  const row = (id: string, fromMinutes: number, toMinutes: number | null, price: string) => ({
    id,
    fromMinutes,
    toMinutes,
    price,
  })
  const [first, second, third] = [
    row('01a', 0, 60, '2.00'),
    row('01b', 60, 120, '20.00'),
    row('01c', 120, null, '5.00'),
  ]
  const steps = (...rows: object[]) => ({ groupName: '夜间套餐', steps: rows })
  const said = (before: object | null, after: object | null) =>
    versionOf(resources.packageGroup, { id: '1', before, dataContent: JSON.stringify(after) })
      .changes.filter(({ label }) => label.startsWith('阶梯'))
      .map(({ label, before: was, after: is }) => `${label}：${was} → ${is}`)
  expect(said(steps(first, second), steps(first, { ...second, price: '25.00', toMinutes: null }))).toEqual([
    '阶梯第 2 行 到（分钟）：120 → ',
    '阶梯第 2 行 价格：20.00 → 25.00',
  ])
  expect(said(steps(first, second), steps(second, third))).toEqual([
    '阶梯第 2 行： → 从（分钟） 120，价格 5.00',
    '阶梯原第 1 行：从（分钟） 0，到（分钟） 60，价格 2.00 → （已删除）',
  ])
  expect(said(steps(first, second), steps(second, first))).toEqual(['阶梯的顺序：1、2 → 2、1'])
  expect(said(null, steps(first))).toEqual(['阶梯第 1 行： → 从（分钟） 0，到（分钟） 60，价格 2.00'])
  const pair = compared(resources.packageGroup, steps(first, second), steps(first, { ...second, price: '25.00' }))
  expect(pair.filter(({ differs }) => differs)).toMatchObject([
    { label: '阶梯第 2 行 价格', older: '20.00', newer: '25.00' },
  ])
  expect(
    compared(resources.packageGroup, steps(first), steps(first)).find(({ name }) => name === 'steps'),
  ).toMatchObject({ older: '1 行', newer: '1 行', differs: false })
})
