/** Registering, the forgotten password, and a password that is due: without an administrator, at both sizes. */
import AxeBuilder from '@axe-core/playwright'
import type { Locator } from '@playwright/test'
import { DESKTOP, PHONE, calling, expect, kept, nobody, test, type Page } from './browser.ts'
import { PASSWORD } from './people.ts'
import { signIn } from './sign-in.ts'
import { codeSentTo } from './sms.ts'

const sizes = [
  { name: 'desktop', size: DESKTOP, home: '/dashboard/analysis', digit: '1' },
  { name: 'phone', size: PHONE, home: '/todo', digit: '2' },
] as const

const OWN = 'Own#20270'

for (const { name, size, home, digit } of sizes)
  test.describe(name, () => {
    test.use(nobody(size))

    const input = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`)).and(page.locator('input'))
    const alone = (page: Page, text: string) => page.getByText(text, { exact: true })
    const press = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true }).click()
    const follow = (page: Page, text: string) =>
      page
        .getByRole('link', { name: text })
        .or(page.getByRole('button', { name: text }))
        .click()

    /** A person as an administrator makes them. */
    async function made(username: string, phone: string) {
      const reply = await calling('admin').post('/sys/user/add', {
        username,
        realname: '新同事',
        password: PASSWORD,
        phone,
        selectedroles: '',
        selecteddeparts: '',
        relTenantIds: '1',
      })
      expect(reply).toMatchObject({ success: true })
    }

    test('A08 U01: registers with the sentences of the rules, and the result says what is still missing', async ({
      page,
    }) => {
      await page.goto('/user/login')
      await page.getByRole('link', { name: '注册账户' }).click()
      await expect(page).toHaveURL('/user/register')
      await press(page, '注册')
      for (const text of ['请输入用户名', '请输入密码', '请再次输入密码', '请输入手机号', '请输入验证码'])
        await expect(alone(page, text)).toBeVisible()
      for (const [label, value, sentence] of [
        ['用户名', 'abc', '长度4到18个字符'],
        ['用户名', '张三李四', '只允许字母、数字、下划线'],
        ['密码', 'short1#', '密码至少8位，须同时包含字母、数字和特殊字符'],
        ['邮箱', 'nobody', '邮箱格式不正确'],
        ['手机号', '12345678901', '请输入正确手机号'],
      ] as const) {
        await input(page, label).fill(value)
        await input(page, label).blur()
        await expect(alone(page, sentence)).toBeVisible()
      }
      await input(page, '密码').fill(PASSWORD)
      await input(page, '确认密码').fill('Other#2026')
      await expect(alone(page, '两次输入的密码不一样！')).toBeVisible()
      await input(page, '确认密码').fill(PASSWORD)
      for (const [label, value, sentence] of [
        ['用户名', 'viewer', '用户名已存在!'],
        ['手机号', '13800010005', '手机号已存在!'],
      ] as const) {
        await input(page, label).fill(value)
        await input(page, label).blur()
        await expect(alone(page, sentence)).toBeVisible()
      }
      const phone = `1360000000${digit}`
      await input(page, '用户名').fill(`walk_in_${digit}`)
      await input(page, '手机号').fill(phone)
      await input(page, '邮箱').fill('')
      await press(page, '获取验证码')
      await expect(page.getByText('验证码已发送')).toBeVisible()
      await expect(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled()
      const code = await codeSentTo(phone)
      await input(page, '短信验证码').fill(code === '000000' ? '000001' : '000000')
      await press(page, '注册')
      await expect(alone(page, '手机验证码错误')).toBeVisible()
      await input(page, '短信验证码').fill(code)
      const sent = page.waitForRequest(/\/sys\/user\/register/)
      await press(page, '注册')
      expect((await sent).postDataJSON()).toEqual({
        username: `walk_in_${digit}`,
        password: PASSWORD,
        email: '',
        phone,
        smscode: code,
      })
      await expect(page).toHaveURL('/user/register-result')
      await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible()
      await expect(page.getByText(`walk_in_${digit}`)).toBeVisible()
      await expect(page.getByText('新账户还没有角色和部门，请联系管理员分配。')).toBeVisible()
      await follow(page, '去登录')
      await signIn(page, `walk_in_${digit}`)
      await expect(page).toHaveURL(home)
    })

    test('A08: the result page says nothing that did not happen', async ({ page }) => {
      await page.goto('/user/register-result')
      await expect(page.getByRole('heading', { name: '没有刚完成的注册' })).toBeVisible()
      await follow(page, '去注册')
      await expect(page).toHaveURL('/user/register')
    })

    /** With the mouse, also on the phone: the events of a pointer are the same. */
    async function drag(page: Page, slider: Locator, part: number) {
      // What is said above it moves it down.
      await slider.hover()
      const handle = (await slider.boundingBox())!
      const track = (await slider.locator('..').boundingBox())!
      const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + (track.width - handle.width) * part, y, { steps: 8 })
    }

    test('A09 A10: a forgotten password is replaced step by step, after the slider', async ({ page }) => {
      const [username, phone] = [`forgetful_${digit}`, `1350000000${digit}`]
      await made(username, phone)
      await page.goto('/user/login')
      await page.getByRole('link', { name: '忘记密码' }).click()
      await expect(page).toHaveURL('/user/alteration')
      const step = (title: string) => expect(page.locator('[aria-current=step]')).toHaveText(title)
      await step('验证手机号')
      // No address skips a step.
      for (const address of ['/user/alteration?step=3', '/user/alteration?step=password#done']) {
        await page.goto(address)
        await step('验证手机号')
        await expect(page.getByLabel('新密码', { exact: true })).toHaveCount(0)
      }
      const slider = page.getByRole('slider', { name: '滑块验证' })
      await press(page, '获取验证码')
      await expect(alone(page, '请输入手机号')).toBeVisible()
      await expect(alone(page, '请先按住滑块拖动到最右边')).toBeVisible()
      await expect(alone(page, '请按住滑块拖动')).toBeVisible()
      await drag(page, slider, 0.9)
      await expect(slider).toHaveAttribute('aria-valuenow', /^(89|9\d)$/)
      await expect(alone(page, '验证通过')).toHaveCount(0)
      await page.mouse.up()
      await expect(slider).toHaveAttribute('aria-valuenow', '0')
      await drag(page, slider, 1.2)
      await expect(alone(page, '验证通过')).toBeVisible()
      await page.mouse.up()
      await expect(slider).toHaveAttribute('aria-valuenow', '100')

      await input(page, '手机号').fill('13599999999')
      await press(page, '获取验证码')
      await expect(page.getByText('该用户不存在或未绑定手机号')).toBeVisible()
      await input(page, '手机号').fill(phone)
      await press(page, '获取验证码')
      await step('输入验证码')
      // A reload begins anew; the code that was sent is still good.
      await page.reload()
      await step('验证手机号')
      await input(page, '手机号').fill(phone)
      await slider.focus()
      for (let n = 0; n < 9; n += 1) await slider.press('ArrowRight')
      await expect(slider).toHaveAttribute('aria-valuenow', '90')
      await slider.blur()
      await expect(slider).toHaveAttribute('aria-valuenow', '0')
      await slider.focus()
      for (let n = 0; n < 10; n += 1) await slider.press('ArrowRight')
      await expect(alone(page, '验证通过')).toBeVisible()
      await press(page, '获取验证码')
      await step('输入验证码')
      await expect(page.getByText('验证码10分钟内，仍然有效！')).toBeVisible()

      const code = await codeSentTo(phone)
      await input(page, '短信验证码').fill(code === '000000' ? '000001' : '000000')
      await press(page, '下一步')
      await expect(page.getByText('手机验证码错误')).toBeVisible()
      await input(page, '短信验证码').fill(code)
      await press(page, '下一步')
      await step('设置新密码')
      await input(page, '新密码').fill('weak')
      await input(page, '确认新密码').fill('weaker')
      await press(page, '提交')
      await expect(alone(page, '密码至少8位，须同时包含字母、数字和特殊字符')).toBeVisible()
      await expect(alone(page, '两次输入的密码不一样！')).toBeVisible()
      await input(page, '新密码').fill(OWN)
      await input(page, '确认新密码').fill(OWN)
      const sent = page.waitForRequest(/\/sys\/user\/passwordChange/)
      await press(page, '提交')
      expect((await sent).url()).not.toContain(OWN)
      await step('完成')
      await follow(page, '去登录')
      await signIn(page, username, OWN)
      await expect(page).toHaveURL(home)
    })

    test('a password that an administrator knows is changed before anything else', async ({ page }) => {
      const username = `beginner_${digit}`
      await made(username, `1340000000${digit}`)
      await page.goto('/customer/userMessage')
      await signIn(page, username)
      const title = page.getByRole('heading', { name: '请先修改密码' })
      await expect(title).toBeVisible()
      const { token } = (await kept(page, 'voltdesk:session')) as { token: string }
      const closed = await page.request.get('/jeecg-boot/sys/permission/getUserPermissionByToken', {
        headers: { 'X-Access-Token': token },
      })
      expect(closed.status()).toBe(403)
      // Neither a reload nor an address leads past it.
      await page.reload()
      await expect(title).toBeVisible()
      await page.goto('/customer/userMessage')
      await expect(title).toBeVisible()
      await press(page, '修改并进入')
      for (const text of ['请输入旧密码!', '请输入新密码!', '请确认新密码!'])
        await expect(alone(page, text)).toBeVisible()
      await input(page, '旧密码').fill('Wrong#2026')
      await input(page, '新密码').fill(OWN)
      await input(page, '确认新密码').fill(OWN)
      await press(page, '修改并进入')
      await expect(page.getByText('旧密码输入错误!')).toBeVisible()
      await input(page, '旧密码').fill(PASSWORD)
      await press(page, '修改并进入')
      await expect(title).toBeHidden()
      // What was asked for is not theirs to see yet, but the way there is open.
      await expect(page).not.toHaveURL(/\/user\/login/)
      expect(await kept(page, 'voltdesk:session')).toMatchObject({ token, mustChangePassword: false })
    })

    test('the pages fit and axe finds nothing grave', async ({ page }) => {
      for (const address of ['/user/register', '/user/register-result', '/user/alteration']) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(wide, address).toBeLessThanOrEqual(0)
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        expect(
          grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
          address,
        ).toEqual([])
      }
    })
  })
