/** 日志管理, 在线用户, 数据日志 and 系统监控 as the administrator uses them, on both shells. */
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'
import { expectFits } from './fits.ts'
import { PASSWORD } from './people.ts'
import { moveTo } from './router.ts'
import { grave } from './screens.ts'

for (const size of [DESKTOP, PHONE]) {
  const isPhone = size === PHONE
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })

  test.describe(isPhone ? 'phone' : 'desktop', () => {
    test.use(as('admin', size))

    test('N14: somebody is put out after a question, and their next call is refused with the reason', async ({
      page,
    }) => {
      const victim = `out${Date.now()}${isPhone ? 'p' : 'd'}`.slice(-14)
      const made = await calling('admin').post('/sys/user/add', {
        username: victim,
        realname: '要下线的人',
        password: PASSWORD,
        phone: `1${isPhone ? 5 : 6}${String(Date.now()).slice(-9)}`,
        selectedroles: '',
        selecteddeparts: '',
        relTenantIds: '1',
      })
      expect(made.success, made.message).toBe(true)
      const send = async (path: string, init: RequestInit) => {
        const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot${path}`, init)
        return (await answer.json()) as { code: number; message: string; result: { token: string } }
      }
      const { result } = await send('/sys/mLogin', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: victim, password: PASSWORD }),
      })

      await page.goto('/isystem/online')
      const search = page.getByPlaceholder('姓名或账号')
      await search.fill(victim)
      await search.press('Enter')
      const own = page.locator(isPhone ? '.vd-online' : 'tr.ant-table-row').filter({ hasText: victim })
      await expect(own.first()).toContainText('127.0.0.1')
      for (let left = await own.count(); left > 0; left -= 1) {
        await own.first().getByRole('button', { name: '强制下线' }).click()
        const asked = page.getByRole('dialog').filter({ hasText: `（${victim}）下线？` })
        await expect(asked).toBeVisible()
        await asked.getByRole('button', { name: '强制下线' }).click()
        await expect(own).toHaveCount(left - 1)
      }
      // What the client makes of that is told in errors.spec.ts and host-kick.spec.ts.
      const next = await send('/sys/user/getUserInfo', { headers: { 'X-Access-Token': result.token } })
      expect(next).toMatchObject({ code: 401, message: expect.stringMatching(/Token失效.*当前账号已被管理员强制下线/) })
      await search.fill('admin')
      await search.press('Enter')
      const mine = page.locator(isPhone ? '.vd-online' : 'tr.ant-table-row').filter({ hasText: '当前登录' })
      await expect(mine).toHaveCount(1)
      await expect(mine.getByRole('button', { name: '强制下线' })).toHaveCount(0)
    })

    test('N15: two versions of a record are compared field by field', async ({ page }) => {
      const admin = calling('admin')
      const code = `cmp${Date.now()}${isPhone ? 'p' : 'd'}`
      const made = await admin.post('/sys/position/add', { name: `对比${code}`, code, postRank: '1' })
      expect(made.success, made.message).toBe(true)
      const { id } = made.result as { id: string }
      const rows = page.locator(isPhone ? '.vd-logged' : 'tr.ant-table-row').filter({ hasText: `改名${code}` })
      // What others write at the same moment may push it to the next page.
      await expect(async () => {
        const edited = { id, name: `改名${code}`, code, postRank: '3' }
        expect((await admin.put('/sys/position/edit', edited)).success).toBe(true)
        await page.goto('/sys/dataLog-list')
        await expect(rows.first()).toBeVisible({ timeout: 5000 })
      }).toPass()
      if (isPhone) await rows.first().tap()
      else await rows.first().getByRole('button', { name: '版本对比' }).click()
      const comparison = isPhone ? page.locator('.vd-comparison') : page.getByRole('dialog')
      await expect(comparison).toContainText(`版本对比：职务 改名${code}`)
      const named = comparison.locator(isPhone ? '.vd-differs' : 'tr.compared-differs')
      await expect(named.filter({ hasText: `对比${code}` })).toContainText(`改名${code}`)
      await expect(named.filter({ hasText: '员级' })).toContainText('中级')
      await expect(comparison).not.toContainText(code.toUpperCase())
      const count = await named.count()
      if (isPhone) await comparison.getByRole('switch').tap()
      else await comparison.getByRole('checkbox', { name: '只看不同' }).click()
      await expect(named).toHaveCount(count)
      await expect(comparison.getByText('编码', { exact: false }).first()).toBeVisible()
      expect(await grave(page, isPhone ? '.vd-comparison' : '.ant-modal')).toEqual([])
      await expectFits(page, 'comparison')
    })

    test('O01: the trace shows the last requests and is narrowed by their outcome', async ({ page }) => {
      await page.goto('/monitor/HttpTrace')
      const traces = page.locator(isPhone ? '.vd-traces > li' : 'tr.ant-table-row')
      await expect(traces.first()).toBeVisible()
      // The last hundred requests of everybody are kept: others may push it out before the page asks again.
      await expect(async () => {
        await calling('admin').get('/rental/device/list?nothing=1')
        await page.getByText('全部', { exact: true }).first().click()
        await page.getByText('被拒绝', { exact: true }).click()
        await expect(traces.filter({ hasText: '/rental/device/list' }).first()).toContainText('400', { timeout: 3000 })
      }).toPass()
      await expect(traces.getByText('200', { exact: true })).toHaveCount(0)
    })

    test('N08: visits are counted above the log, which is found by kind', async ({ page }) => {
      await page.goto('/isystem/log?logType=1')
      await expect(page.getByRole('region', { name: '访问统计' })).toContainText('今日访问')
      const bars = page.getByRole('list', { name: '每天的访问次数' }).getByRole('listitem')
      await expect(bars.last()).toContainText(/访问 \d+ 次，地址 \d+ 个/)
      const week = await bars.count()
      await page.getByText('最近 30 天').click()
      await expect.poll(() => bars.count()).toBeGreaterThan(week)
      await expect(page.getByText(/用户名: .+登录成功！/).first()).toBeVisible()
      if (!isPhone) await expect(press(page, '查询')).toBeVisible()
    })

    test('O01 O02: each page of the machine shows its figures, and of every disk what is used and left', async ({
      page,
    }) => {
      const shown = page.locator(isPhone ? '.vd-page:visible' : 'main > :not(nav):visible')
      await page.goto('/monitor/Disk')
      await expect(shown.getByText(/^已用 [\d.]+ [GM]B，剩余 [\d.]+ [GM]B，容量 [\d.]+ [GM]B$/).first()).toBeVisible()
      await expect(shown.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', /^\d+(\.\d+)?$/)
      for (const [address, about, figure] of [
        ['/monitor/JvmInfo', '没有 JVM', /^[\d.]+ MB$/],
        ['/monitor/redis/info', '没有 Redis', /^[\d.]+ [KMG]?B$/],
        ['/monitor/SystemInfo', '本节点所在的机器与进程', /^[\d.]+%$/],
        ['/monitor/TomcatInfo', '没有 Tomcat', /^[\d,]+ 次$/],
      ] as const) {
        await moveTo(page, address)
        await expect(shown.getByText(about)).toBeVisible()
        await expect(shown.getByText(figure).first()).toBeVisible()
        await expect(shown.getByText(/正在读取|暂时无法读取/)).toHaveCount(0)
      }
    })
  })
}
