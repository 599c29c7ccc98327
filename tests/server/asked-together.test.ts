/** Questions of many requests in one statement: each is answered by what was read after it was asked. */
import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { askedTogether } from '../../server/db/asked-together.ts'

const pool = () => ({ pool: {} as Pool })

/** A database that answers when it is told to, with what it holds then. */
function slowDatabase() {
  const asked: { keys: string[]; answer(): void; fail(): void }[] = []
  const holds = new Map<string, number>()
  const ask = askedTogether(
    (_: { pool: Pool }, keys) =>
      new Promise<Map<string, number>>((resolve, reject) => {
        const read = new Map(holds)
        asked.push({ keys, answer: () => resolve(read), fail: () => reject(new Error('gone')) })
      }),
  )
  return { ask, asked, holds }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('asks alone when nobody else asks, and for all together who ask while an answer is on its way', async () => {
  const { ask, asked, holds } = slowDatabase()
  const source = pool()
  holds.set('a', 1)
  const first = ask(source, 'a')
  await turn()
  holds.set('a', 2)
  const others = [ask(source, 'a'), ask(source, 'b'), ask(source, 'a')]
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a']])
  asked[0]!.answer()
  expect(await first).toBe(1)
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']])
  asked[1]!.answer()
  // Of what nobody knows there is no answer, and what changed before it was asked is seen.
  expect(await Promise.all(others)).toEqual([2, undefined, 2])
})

it('keeps the connections of one pool apart from those of another', async () => {
  const { ask, asked } = slowDatabase()
  void ask(pool(), 'a')
  void ask(pool(), 'b')
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']])
})

it('fails for all who shared it, and for nobody after them', async () => {
  const { ask, asked } = slowDatabase()
  const source = pool()
  const failing = ask(source, 'a')
  await turn()
  const next = ask(source, 'a')
  asked[0]!.fail()
  await expect(failing).rejects.toThrow('gone')
  await turn()
  asked[1]!.answer()
  expect(await next).toBeUndefined()
})

it('waits for an answer that does not come for a moment only', async () => {
  const { ask, asked } = slowDatabase()
  const source = pool()
  void ask(source, 'stuck')
  await turn()
  const next = ask(source, 'a')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.answer()
  expect(await next).toBeUndefined()
})
