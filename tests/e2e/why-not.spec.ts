/** 为什么 and 看作某人, on both shells. */
import { DESKTOP, PHONE, as, calling, expect, test } from './browser.ts'

const admin = calling('admin')

for (const [shell, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test.describe(shell, () => {
    test.describe('somebody without the right', () => {
      test.use(as(shell === 'desktop' ? 'viewer' : 'finance', size))

      test('reads why a page is not theirs, and asks for it in one tap', async ({ page }) => {
        await page.goto('/isys/tenant')
        await page.getByRole('button', { name: '为什么？' }).click()
        await expect(page.getByText('没有“租户管理”这项权限')).toBeVisible()
        await page.getByRole('button', { name: '申请', exact: true }).click()
        await expect(page.getByText('已提交申请，处理结果会通知您')).toBeVisible()
        await expect(page.getByText(/已申请（QX\d+）/)).toBeVisible()
      })
    })

    test.describe('an administrator', () => {
      test.use(as('admin', size))

      test('looks as somebody else under a banner, and is themselves again with one tap', async ({ page }) => {
        const [person] = await admin.rows('/sys/user/list?username=operator')
        await page.goto(`/isystem/user/${person!.id}`)
        await page.getByRole('button', { name: /看作此人/ }).click()
        await page.getByRole('button', { name: '开始查看' }).click()
        const banner = page.getByText(/正在看作“李伟”，只能查看/)
        await expect(banner).toBeVisible()
        // What the page asks for by itself before its scripts are there is the person's too.
        await page.goto('/isys/tenant')
        await expect(page.getByText(/没有权限访问此页面/)).toBeVisible()
        await expect(banner).toBeVisible()
        await page.getByRole('button', { name: /^结束/ }).click()
        await expect(banner).toBeHidden()
        await page.goto('/isys/tenant')
        await expect(page.getByRole('button', { name: /新增/ }).first()).toBeVisible()
      })
    })
  })
}
