// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { during } from '#headless/connection/ready.ts'

const isReady = () => 'ready' in document.documentElement.dataset
const later = () => {
  let resolve = (): void => undefined
  let reject = (): void => undefined
  const promise = new Promise<void>((good, bad) => {
    resolve = good
    reject = bad
  })
  return { promise, resolve, reject }
}

test('the page is ready once everything under way has ended, well or badly', async () => {
  const [first, second] = [later(), later()]
  expect(isReady()).toBe(false)
  const kept = during(first.promise)
  const lost = during(second.promise).catch(() => 'lost')
  first.resolve()
  await kept
  await new Promise((resolve) => setTimeout(resolve))
  expect(isReady()).toBe(false)
  second.reject()
  expect(await lost).toBe('lost')
  await vi.waitFor(() => expect(isReady()).toBe(true))
})

test('it is no longer ready at the very moment something begins', async () => {
  await during(Promise.resolve())
  await vi.waitFor(() => expect(isReady()).toBe(true))
  const more = later()
  const work = during(more.promise)
  expect(isReady()).toBe(false)
  more.resolve()
  await work
  await vi.waitFor(() => expect(isReady()).toBe(true))
})
