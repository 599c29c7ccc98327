// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { dictItems } from '#headless/session/dictionary.ts'
import { api } from '#headless/session/api.ts'

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
