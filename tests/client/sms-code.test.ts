// @vitest-environment jsdom
/** A code goes to the number that was asked for last, and one press is one code. */
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCountedCode } from '#headless/session/useSmsCode.ts'

test('a number corrected while a code for the wrong one is on its way gets its own', async () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const order = (mobile: string) => {
    asked.push(mobile)
    return new Promise<{ message: string }>((resolve) => answers.push(() => resolve({ message: `给 ${mobile}` })))
  }
  const { result } = renderHook(() => useCountedCode(order))
  const wrong = [result.current.send('13800000001'), result.current.send('13800000001')]
  const right = result.current.send('13800000002')
  expect(asked).toEqual(['13800000001'])
  await act(async () => {
    answers[0]!()
    await Promise.all(wrong)
  })
  expect(asked).toEqual(['13800000001', '13800000002'])
  await act(async () => {
    answers[1]!()
    expect(await right).toBe('给 13800000002')
  })
  expect(result.current.left).toBe(60)
})

test('that the code before is still good is news, and any other refusal is said as one', async () => {
  const order = (mobile: string) =>
    Promise.reject(new Error(mobile === '13800000001' ? '验证码10分钟内，仍然有效！' : '手机号未注册'))
  const { result } = renderHook(() => useCountedCode(order))
  await expect(result.current.send('13800000001')).resolves.toBe('验证码10分钟内，仍然有效！')
  await expect(result.current.send('13800000002')).rejects.toThrow('手机号未注册')
})
