// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { local } from '#headless/connection/storage.ts'
import { api, ApiError } from '#headless/session/api.ts'
import { dictItems, followDictionaries, loadDictionaries } from '#headless/session/dictionary.ts'
import { keepDictionaries, showMeanwhile } from '#headless/session/keptDictionaries.ts'
import { forgetSession, keepSession } from '#headless/session/session.ts'

afterEach(() => vi.restoreAllMocks())

test('who asks for a dictionary that is on its way waits for it, and a failure is not kept', async () => {
  let answer = (_: unknown) => {}
  const asked = vi.spyOn(api, 'get').mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const both = [dictItems('colour'), dictItems('colour')]
  answer([{ value: 1, text: '红' }])
  expect(await Promise.all(both)).toEqual(Array(2).fill([{ value: '1', text: '红' }]))
  expect(asked).toHaveBeenCalledTimes(1)

  asked.mockRejectedValueOnce(new Error('断网'))
  await expect(dictItems('size')).rejects.toThrow('断网')
  asked.mockResolvedValueOnce([{ value: 'L', text: '大' }])
  expect(await dictItems('size')).toEqual([{ value: 'L', text: '大' }])
})

test('of several answers the one that was asked for last is kept, and none after the session has ended', async () => {
  const answers: ((sent: unknown) => void)[] = []
  vi.spyOn(api, 'get').mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const sent = (text: string) => ({ weather: [{ value: '1', text }] })
  const [older, newer] = [loadDictionaries(), loadDictionaries()]
  answers[1]!(sent('晴'))
  answers[0]!(sent('雨'))
  await Promise.all([older, newer])
  expect(await dictItems('weather')).toEqual([{ value: '1', text: '晴' }])

  const late = loadDictionaries()
  forgetSession()
  answers[2]!(sent('雪'))
  await late
  expect(local.get('UI_CACHE_DB_DICT_DATA')).toBeUndefined()
})

test('of one dictionary the answer that was asked for before all of them came is not kept', async () => {
  let late = (_: unknown) => {}
  const asked = vi.spyOn(api, 'get').mockImplementationOnce(() => new Promise((resolve) => (late = resolve)))
  const old = dictItems('tide')
  asked.mockResolvedValueOnce({ tide: [{ value: '1', text: '涨' }] })
  await loadDictionaries()
  late([{ value: '1', text: '落' }])
  expect(await old).toEqual([{ value: '1', text: '涨' }])
  expect(await dictItems('tide')).toEqual([{ value: '1', text: '涨' }])
})

test('what comes with a record is used until all have come, and is not kept for the next visit', async () => {
  forgetSession()
  const asked = vi.spyOn(api, 'get')
  showMeanwhile({ tide: [{ value: '1', text: '涨', itemColor: 'blue' }] })
  expect(await dictItems('tide')).toEqual([{ value: '1', text: '涨', color: 'blue' }])
  expect(asked).not.toHaveBeenCalled()
  expect(local.get('UI_CACHE_DB_DICT_DATA')).toBeUndefined()
  // Whoever shows more has not been told everything.
  asked.mockResolvedValueOnce({ tide: [{ value: '1', text: '满' }] })
  const stop = followDictionaries()
  await vi.waitFor(async () => expect(await dictItems('tide')).toEqual([{ value: '1', text: '满' }]))
  stop()
  keepDictionaries({ tide: [{ value: '1', text: '退' }] })
  expect(local.get('UI_CACHE_DB_DICT_DATA')).toMatchObject({ tide: [{ text: '退' }] })
  forgetSession()
  expect(local.get('UI_CACHE_DB_DICT_DATA')).toBeUndefined()
})

test('whoever follows asks again when no answer came, ever later, and not after a refusal', async () => {
  forgetSession()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = vi.spyOn(api, 'get').mockRejectedValue(new ApiError('断网', 0, 0))
  const stop = followDictionaries()
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(2)
  asked.mockRejectedValue(new ApiError('没有权限', 403, 403))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveBeenCalledTimes(3)
  stop()
  vi.useRealTimers()
})

test('who needs one while all are on their way waits for those, and asks alone when it is not among them', async () => {
  forgetSession()
  keepSession({ token: 'T' })
  let answer = (_: unknown) => {}
  const asked = vi.spyOn(api, 'get').mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const all = loadDictionaries()
  const [here, other] = [dictItems('tide'), dictItems('moon')]
  asked.mockResolvedValueOnce([{ value: '1', text: '圆' }])
  answer({ tide: [{ value: '1', text: '涨' }] })
  await all
  expect(await here).toEqual([{ value: '1', text: '涨' }])
  expect(await other).toEqual([{ value: '1', text: '圆' }])
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/sys/dict/queryAllDictItems', '/sys/dict/getDictItems/moon'])
  forgetSession()
})
