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

    test.describe('somebody who reads only', () => {
      test.use(as('viewer', size))

      test('asks about a page that is no list, and an address that nobody has is none', async ({ page }) => {
        await page.goto('/monitor/Disk')
        await page.getByRole('button', { name: '为什么？' }).click()
        await expect(page.getByText('没有“系统监控”这项权限')).toBeVisible()
        await page.goto('/monitor/nothing')
        await expect(page).toHaveURL('/404')
      })

      test('asks about a call that was refused, where that is said', async ({ page }) => {
        const refusal = { success: false, code: 403, message: 'x', result: { permission: 'system:online:list' } }
        await page.route('**/sys/user/getCurrentUserDeparts**', (route) =>
          route.fulfill({ status: 403, json: refusal }),
        )
        const askDepartments = async () => {
          if (shell === 'phone') return page.goto('/me')
          await page.goto('/dashboard/analysis')
          await page.getByRole('button', { name: /用户菜单/ }).click()
          return page.getByRole('menuitem', { name: '切换部门' }).click()
        }
        // Said for a few seconds, which an address that is still loading may outlast.
        await Promise.all([page.getByRole('button', { name: /为什么？$/ }).click(), askDepartments()])
        await expect(page.getByText('没有“在线用户”这项权限')).toBeVisible()
      })

      test('asks why nothing can be added to a list that has records', async ({ page }) => {
        await page.goto('/device/device')
        await page.getByRole('button', { name: '为什么不能…' }).click()
        await expect(page.getByText('没有“设备 · 新增”这项权限')).toBeVisible()
      })

      test('asks about a board that shows nothing, and reads of a panel why it cannot be counted', async ({ page }) => {
        const failed = {
          kind: 'failed',
          of: 'tile',
          resource: 'device',
          figure: 'online',
          message: '数据权限规则无法识别',
        }
        let panels: object[] = []
        await page.route('**/rental/figures/monitor**', (route) =>
          route.fulfill({
            json: { success: true, code: 200, message: '', result: { at: '2026-03-01 09:00:00', panels } },
          }),
        )
        await page.goto('/dashboard/monitor')
        await expect(page.getByText('还没有您可以查看的统计')).toBeVisible()
        await page.getByRole('button', { name: '为什么？' }).click()
        await expect(page.getByText('您的角色', { exact: true })).toBeVisible()
        panels = [failed]
        await page.reload()
        await expect(page.getByText('数据权限规则无法识别')).toBeVisible()
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
