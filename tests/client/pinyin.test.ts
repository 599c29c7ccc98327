// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFits } from '#headless/lists/pinyin.ts'

test('a menu is found by its words, their pinyin and its initials', async () => {
  const { result, rerender } = renderHook(({ typed }) => useFits(typed), { initialProps: { typed: '' } })
  expect(result.current('用户提现', '提现')).toBe(true)
  expect(result.current('用户提现', 'tx')).toBe(false)
  rerender({ typed: 't' })
  await waitFor(() => expect(result.current('用户提现', 'tx')).toBe(true))
  for (const typed of ['yonghutixian', 'yhtx', 'YHTX', 'tixian', 'tix', ' 提现 '])
    expect(result.current('财务管理 / 用户提现', typed), typed).toBe(true)
  for (const typed of ['xt', 'dd', '订单']) expect(result.current('用户提现', typed), typed).toBe(false)
  // 重 is read by the word it stands in.
  expect(result.current('重新打款', 'cxdk')).toBe(true)
  expect(result.current('CRM 客户', 'crm')).toBe(true)
})
