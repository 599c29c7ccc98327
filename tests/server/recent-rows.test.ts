import { expect, test } from 'vitest'
import { Parts } from '#model/arrangement.ts'
import { RecentRows } from '../../server/sockets/recent-rows.ts'

const MB = 1024 * 1024
const LONG = 'x'.repeat(60_000)
const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0
const arranged = (socketKey: string, what: object) => ({
  ...{ tenant: 1, socketKey, caseId: 'v-a' },
  arrangement: { added: [], gone: [], order: [], ...what },
})
const said = (socketKey: string, row: { id: string; [field: string]: unknown }) => ({
  ...{ tenant: 1, socketKey, row, caseId: 'v-a' },
})

test('a row whose fields never end is not collected without end', () => {
  const recent = new RecentRows()
  for (let at = 0; at < 60; at++) recent.take(said('any', { id: 'r1', [`f${at}`]: LONG }), at)
  const told = recent.since(1, 'any', 0)
  expect(sizeOf(told)).toBeLessThan(100_000)
  expect(told.map(({ row }) => Object.keys(row))).toEqual([['id', 'f59']])
  for (let at = 0; at < 2000; at++) recent.take(said('any', { id: 'r2', [`f${at}`]: 1 }), 100 + at)
  expect(sizeOf(recent.since(1, 'any', 0))).toBeLessThan(200_000)
})

test('of a table the newest rows are told, up to a megabyte', () => {
  const recent = new RecentRows()
  for (let at = 0; at < 60; at++) recent.take(said('any', { id: `r${at}`, name: LONG }), at)
  const told = recent.since(1, 'any', 0)
  expect(sizeOf(told)).toBeLessThan(1.1 * MB)
  expect(told.at(-1)?.row.id).toBe('r59')
  expect(told.length).toBeGreaterThan(10)
})

test('a large paste of short cells is told whole', () => {
  const recent = new RecentRows()
  for (let at = 0; at < 1000; at++)
    recent.take(
      said('any', { id: `r${at}`, ...Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`f${n}`, at])) }),
      at,
    )
  expect(recent.since(1, 'any', 0)).toHaveLength(1000)
})

test('rows that came and went, and the order of a table, have their bounds', () => {
  const recent = new RecentRows()
  for (let at = 0; at < 60; at++) {
    const ids = (word: string) => Array.from({ length: 2000 }, (_, id) => `${word}${at}-${id}`)
    recent.arrange(arranged('any', { added: [{ id: `long${at}`, name: LONG }] }), at)
    recent.arrange(arranged('any', { added: ids('new').map((id) => ({ id })) }), at)
    recent.arrange(arranged('any', { gone: ids('old'), order: [] }), at)
  }
  expect(sizeOf(recent.arrangedSince(1, 'any', 0))).toBeLessThan(2 * MB)
})

test('all tables together take no more than their share of the memory', () => {
  const recent = new RecentRows()
  for (let table = 0; table < 60; table++)
    for (let at = 0; at < 16; at++) {
      recent.take(said(`t${table}`, { id: `r${at}`, name: LONG }), at)
      recent.arrange(arranged(`t${table}`, { added: [{ id: `a${at}`, name: LONG }] }), at)
    }
  const keys = Array.from({ length: 60 }, (_, table) => `t${table}`)
  const told = keys.map((key) => [recent.since(1, key, 0), recent.arrangedSince(1, key, 0)])
  expect(sizeOf(told)).toBeLessThan(35 * MB)
  // The newest are those that people come back to.
  expect(sizeOf(told.at(-1))).toBeGreaterThan(0.5 * MB)
})

test('what is over is forgotten also of a table that is spoken of on and on', () => {
  const recent = new RecentRows()
  for (let minute = 0; minute < 60; minute++)
    recent.take(said('any', { id: `r${minute}`, name: '甲' }), minute * 60_000)
  expect(recent.since(1, 'any', 0).map(({ row }) => row.id)).toEqual(
    Array.from({ length: 10 }, (_, at) => `r${50 + at}`),
  )
})

test('arrangements that are begun and never ended take no more than some megabytes', () => {
  const parts = new Parts()
  const part = (at: number, more: boolean) => ({ added: [{ id: `r${at}`, name: LONG }], gone: [], order: [], part: at, more }) // prettier-ignore
  for (let at = 0; at < 100; at++) parts.take('a', part(at, true))
  expect(sizeOf(parts.take('a', part(100, false)))).toBeLessThan(2.1 * MB)
  for (let speaker = 0; speaker < 12; speaker++)
    for (let at = 0; at < 30; at++) parts.take(`s${speaker}`, part(at, true))
  expect(parts.take('s0', part(30, false))).toBe('missed')
  expect(sizeOf(parts.take('s11', part(30, false)))).toBeGreaterThan(MB)
})
