// @vitest-environment jsdom
import { expect, test } from 'vitest'

const appears = async (text: string) => {
  for (let tries = 0; tries < 250; tries++) {
    if (document.body.textContent?.includes(text)) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}

test('a message of the core is there to be read on the phone', async () => {
  const { toast } = await import('../../src/mobile/layout/toast.tsx')
  toast({ tone: 'success', text: '通过成功' })
  expect(await appears('通过成功')).toBe(true)
  const box = [...document.querySelectorAll('.adm-toast-main')].find((one) => one.textContent?.includes('通过成功'))
  expect(box).toBeTruthy()
  expect(getComputedStyle(box!).display).not.toBe('none')
})

test('a notification says its title above its text', async () => {
  const { toast } = await import('../../src/mobile/layout/toast.tsx')
  toast({ tone: 'error', title: '系统提示', text: '拒绝访问' })
  expect(await appears('系统提示拒绝访问')).toBe(true)
})
