/** Places of records that somebody moves by hand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moved, renumbered, type Place } from '#model/ordering.ts'

const byPlace = (a: Place, b: Place) => a.number - b.number || (a.id < b.id ? -1 : 1)

describe('order by hand', () => {
  it('moves one item and keeps the others in their order', () => {
    expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  })

  it('exchanges the numbers when each has its own, and touches nobody else', () => {
    const all = [
      { id: 'a', number: 10 },
      { id: 'b', number: 20 },
      { id: 'c', number: 30 },
    ]
    expect([...renumbered(all, ['c', 'a', 'b'])]).toEqual([
      ['c', 10],
      ['a', 20],
      ['b', 30],
    ])
  })

  it('puts any records into any order, however many stand on one number, and leaves the rest in theirs', () => {
    const places = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(places, fc.infiniteStream(fc.nat(1000)), (numbers, chance) => {
        const all = numbers
          .map((number, index): Place => ({ id: String(index).padStart(2, '0'), number }))
          .sort(byPlace)
        const chosen = all.filter(() => chance.next().value! % 2)
        const own = new Set(chosen.map(({ id }) => id))
        const wanted = chosen
          .map(({ id }) => [chance.next().value!, id] as const)
          .sort(([a], [b]) => a - b)
          .map(([, id]) => id)
        // The list begins with the number of the first of them, as the server reads it.
        const first = chosen[0]?.number ?? 0
        const from = all.filter(({ number }) => number >= first)
        const numbersNow = wanted.length ? renumbered(from, wanted) : new Map<string, number>()
        const after = all.map(({ id, number }) => ({ id, number: numbersNow.get(id) ?? number })).sort(byPlace)
        let next = 0
        expect(after.map(({ id }) => id)).toEqual(all.map(({ id }) => (own.has(id) ? wanted[next++] : id)))
        const mine = after.filter(({ id }) => own.has(id)).map(({ number }) => number)
        expect(mine.every((number, index) => !index || number > mine[index - 1]!)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
