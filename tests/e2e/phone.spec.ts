/** Lists and forms of any resource under a thumb. */
import { TODO } from '#model/addresses.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { problemTypes } from '#resources/content/commonProblem.ts'
import { bannersNamed, makeBanners } from './banners.ts'
import { PHONE, as, calling, expect, test, type Page, type Row } from './browser.ts'
import { back, cards, drag, holdOn, middleOf, toast, top } from './touch.ts'

const CONSUMERS = '/customer/userMessage'
async function consumer(nickName: string, phone: string): Promise<Row> {
  const made = await calling('admin').post('/rental/userMessage/add', {
    nickName,
    phone,
    status: consumerStates.normal,
  })
  expect(made.message).toBe('添加成功！')
  return made.result as Row
}
const lists = (page: Page) => page.waitForRequest(/\/rental\/userMessage\/list\?/)
/** What the next list of the page holds: other tests add and change people meanwhile. */
async function answered(page: Page, work: () => Promise<unknown>, { query = '' } = {}) {
  const [response] = await Promise.all([
    page.waitForResponse((one) => /\/rental\/userMessage\/list\?/.test(one.url()) && one.url().includes(query)),
    work(),
  ])
  return ((await response.json()) as { result: { records: Row[]; total: number } }).result
}
const params = (url: string) => Object.fromEntries(new URL(url).searchParams)
const line = (page: Page, name: string) => top(page).locator(`[data-field=${name}]`)

test.describe('admin', () => {
  test.use(as('admin', PHONE))

  test('R07 E01 E02 E03 E04: pulls for news, goes on without end, searches, sorts and filters', async ({ page }) => {
    const asked = lists(page)
    const { records } = await answered(page, () => page.goto(CONSUMERS))
    const first = records[0]!
    expect(params((await asked).url())).toMatchObject({
      pageNo: '1',
      pageSize: '10',
      column: 'createTime',
      order: 'desc',
      field: expect.stringContaining('nickName'),
    })
    await expect(page).toHaveTitle(/^用户信息/)
    await expect(cards(page).first()).toBeVisible()
    const card = cards(page).first()
    await expect(card).toContainText(String(first.nickName))
    for (const label of ['实名状态', '订单数', '消费额']) await expect(card).toContainText(label)

    const again = lists(page)
    await drag(page, { x: 180, y: 220 }, { y: 220 })
    expect(params((await again).url())).toMatchObject({ pageNo: '1' })

    const third = page.waitForRequest((request) => request.url().includes('pageNo=3'))
    await expect(async () => {
      await cards(page).last().scrollIntoViewIfNeeded()
      expect(await cards(page).count()).toBeGreaterThanOrEqual(30)
    }).toPass()
    await third

    await page.getByRole('searchbox').fill(String(first.nickName))
    const found = await answered(page, () => page.getByRole('searchbox').press('Enter'), { query: 'nickName=' })
    await expect(top(page).getByText(`共 ${found.total} 条，没有更多了`)).toBeVisible()
    await expect(cards(page).first()).toContainText(String(first.nickName))
    await page.getByRole('searchbox').fill('没有这个人')
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByText('没有符合条件的用户信息')).toBeVisible()
    const cleared = await answered(page, () => page.getByRole('button', { name: '清除条件' }).tap())
    await expect(cards(page).first()).toContainText(String(cleared.records[0]!.nickName))

    const sorted = page.waitForRequest((request) => request.url().includes('column=balance'))
    await page.getByRole('button', { name: '排序' }).tap()
    await page.getByText('余额 从高到低', { exact: true }).tap()
    expect(params((await sorted).url())).toMatchObject({ column: 'balance', order: 'desc' })
    await expect(page.getByRole('button', { name: '排序' })).toContainText('已排序')

    await page.getByRole('button', { name: '筛选' }).tap()
    const sheet = page.locator('.vd-side:visible')
    await sheet.getByRole('group', { name: '状态', exact: true }).getByRole('button', { name: '冻结' }).tap()
    const narrowed = await answered(page, () => sheet.getByRole('button', { name: '查询', exact: true }).tap(), {
      query: 'status=2',
    })
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: '筛选，已有 1 个条件' })).toBeVisible()
    await expect(top(page).getByText(`共 ${narrowed.total} 条`, { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: '筛选，已有 1 个条件' })).toBeVisible()
  })

  test('R07 E07: swipes to what may be done with a record', async ({ page }) => {
    const row = await consumer('左滑删除', '13900005001')
    await page.goto(`${CONSUMERS}?nickName=${encodeURIComponent('左滑删除')}`)
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: '删除', exact: true })).not.toBeInViewport()
    await drag(page, await middleOf(cards(page)), { x: -220 })
    await expect(page.getByRole('button', { name: '编辑', exact: true })).toBeInViewport()
    await page.getByRole('button', { name: '删除', exact: true }).tap()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('确定要删除吗?')
    await expect(dialog).toContainText('左滑删除')
    await dialog.getByRole('button', { name: '取消' }).tap()
    await expect(dialog).toBeHidden()
    await drag(page, await middleOf(cards(page)), { x: -220 })
    await page.getByRole('button', { name: '删除', exact: true }).tap()
    await dialog.getByRole('button', { name: '删除' }).tap()
    await expect(toast(page, '删除成功')).toBeVisible()
    await expect(page.getByText('没有符合条件的用户信息')).toBeVisible()
    expect((await calling('admin').get(`/rental/userMessage/queryById?id=${row.id}`)).status).toBe(404)
  })

  test('E07: a long press begins to choose, and what was chosen is deleted together', async ({ page }) => {
    const prefix = `多选${Date.now()}-`
    const phone = (n: number) => `138${String(Date.now() + n).slice(-8)}`
    for (const n of [1, 2, 3]) await consumer(`${prefix}${n}`, phone(n))
    await page.goto(`${CONSUMERS}?nickName=${encodeURIComponent(prefix)}`)
    await expect(cards(page)).toHaveCount(3)
    const card = (n: number) => cards(page).filter({ hasText: `${prefix}${n}` })
    const work = (n: number) => page.getByRole('button', { name: `处理 ${n} 项` })
    await holdOn(page, await middleOf(card(1)), () => expect(work(1)).toBeVisible())
    await expect(card(1)).toHaveAttribute('aria-pressed', 'true')
    await card(2).tap()
    await card(3).tap()
    await card(3).tap()
    await expect(card(3)).toHaveAttribute('aria-pressed', 'false')
    await work(2).tap()
    await page.getByText('批量删除', { exact: true }).tap()
    const dialog = page.getByRole('dialog').filter({ hasText: '确定要删除这 2 项吗?' })
    await dialog.getByRole('button', { name: '删除' }).tap()
    await expect(toast(page, '删除成功')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(card(3)).not.toHaveAttribute('aria-pressed')
  })

  test('R10: a decision page whose code does not come leads back to what waits', async ({ page }) => {
    const [one] = await calling('admin').rows('/rental/userWithdrawal/list?pageSize=1')
    await page.route(/mobileDecision/, (route) => route.abort())
    await page.goto(`/finance/userWithdrawal/${one!.id}`)
    await expect(page.getByText('页面加载失败，请检查网络后重新加载')).toBeVisible()
    await page.unroute(/mobileDecision/)
    await page.getByRole('button', { name: '返回待办' }).tap()
    await expect(page).toHaveURL('/todo')
    await expect(top(page).getByText('我已处理', { exact: true })).toBeVisible()
  })

  test('R10: a list whose definition does not come takes no other page with it', async ({ page }) => {
    await page.route(/assets\/customer-/, (route) => route.abort())
    await page.goto(TODO)
    await page.getByText('应用', { exact: true }).tap()
    const app = page.locator('.vd-apps:visible').getByRole('button', { name: '用户信息', exact: true })
    await app.tap()
    const sorry = page.getByText('页面加载失败，请检查网络后重新加载')
    await expect(sorry).toBeVisible()
    await back(page)
    await expect(app).toBeVisible()
    await page.unroute(/assets\/customer-/)
    // What failed is asked for anew after 3 s.
    await expect(async () => {
      if (await cards(page).first().isVisible()) return
      if (await sorry.isVisible()) await back(page)
      await app.tap({ timeout: 2000 })
      await expect(cards(page).first().or(sorry)).toBeVisible()
      await expect(sorry).toBeHidden({ timeout: 1 })
    }).toPass()
  })

  test('E07: a batch action of the desktop is done to what was chosen, with its reason; back ends the choosing', async ({
    page,
  }) => {
    const batchNo = `P${Date.now()}`
    const numbers = { startNo: `${Date.now()}00`, endNo: `${Date.now()}00`.replace(/0$/, '2') }
    const made = await calling('admin').post('/rental/deviceNumber/add', {
      batchNo,
      deviceType: deviceTypes.cabinet,
      softVersion: '1',
      ...numbers,
    })
    expect(made.success, made.message).toBe(true)
    await page.goto(`/device/deviceNumber?batchNo=${batchNo}`)
    await expect(cards(page)).toHaveCount(3)
    await page.getByRole('button', { name: '批量', exact: true }).tap()
    await page.getByText('全选', { exact: true }).tap()
    await expect(page.getByRole('button', { name: '处理 3 项' })).toBeVisible()
    await back(page)
    await expect(page.getByRole('button', { name: /^处理/ })).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(batchNo))
    await page.getByRole('button', { name: '批量', exact: true }).tap()
    await cards(page).nth(0).tap()
    await cards(page).nth(1).tap()
    await page.getByRole('button', { name: '处理 2 项' }).tap()
    await page.getByText('批量作废', { exact: true }).tap()
    await page.getByRole('textbox', { name: '原因' }).fill('印错了')
    await page.getByRole('button', { name: '作废', exact: true }).last().tap()
    await expect(cards(page).filter({ hasText: '已作废' })).toHaveCount(2)
    const after = await calling('admin').rows(`/rental/deviceNumber/list?batchNo=${batchNo}`)
    expect(after.filter(({ voidReason }) => voidReason === '印错了')).toHaveLength(2)
  })

  test('E12: a tree is a tree: a branch opens in its place, and a search is flat', async ({ page }) => {
    const admin = calling('admin')
    const root = `树根${Date.now()}`
    const made = await admin.post('/sys/category/add', { name: root, pid: '0' })
    await admin.post('/sys/category/add', { name: `${root}枝`, pid: made.result.id })
    await page.goto('/isystem/category')
    const card = (name: string) => cards(page).filter({ has: page.getByText(name, { exact: true }) })
    await expect(card(root)).toBeVisible()
    await expect(card(`${root}枝`)).toHaveCount(0)
    await page.getByRole('button', { name: `展开${root}`, exact: true }).tap()
    await expect(card(`${root}枝`)).toBeVisible()
    expect((await card(`${root}枝`).boundingBox())!.x).toBeGreaterThan((await card(root).boundingBox())!.x)
    await page.getByRole('button', { name: `收起${root}`, exact: true }).tap()
    await expect(card(`${root}枝`)).toHaveCount(0)
    await page.goto(`/isystem/category?name=${encodeURIComponent(`${root}枝`)}`)
    await expect(card(`${root}枝`)).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
  })

  test('R08 E08 E09: the form says what the desktop says, keeps what was typed, and shows both sides of a conflict', async ({
    page,
  }) => {
    await consumer('手机占用', '13900006001')
    await page.goto(CONSUMERS)
    await page.getByRole('button', { name: '新增用户信息' }).tap()
    await expect(page).toHaveURL(`${CONSUMERS}/add`)
    await expect(page).toHaveTitle(/^新增用户信息/)
    const save = () => top(page).getByRole('button', { name: '保存' }).tap()
    const phone = line(page, 'phone').getByRole('textbox')
    await expect(line(page, 'phone').locator('.vd-required')).toBeVisible()
    await save()
    await expect(line(page, 'phone').getByRole('alert')).toHaveText('请输入手机号')
    await phone.fill('12345')
    await phone.blur()
    await expect(line(page, 'phone').getByRole('alert')).toHaveText('请输入正确手机号')
    const check = page.waitForRequest(/\/sys\/duplicate\/check/)
    await phone.fill('13900006001')
    await phone.blur()
    expect(params((await check).url())).toMatchObject({ fieldVal: '13900006001' })
    await expect(line(page, 'phone').getByRole('alert')).toContainText(/已存在|不可用|已被使用/)
    await phone.fill('13900006002')
    await line(page, 'nickName').getByRole('textbox').fill('路上填的')
    await line(page, 'status').getByRole('option', { name: '冻结' }).tap()
    await save()
    await expect(line(page, 'freezeReason').getByRole('alert')).toHaveText('请输入冻结原因')

    // Choosing from a sheet; back closes the sheet and not the form.
    await line(page, 'areaCode').getByRole('button').first().tap()
    await expect(page.locator('.adm-cascader:visible, .adm-picker:visible').first()).toBeVisible()
    await back(page)
    await expect(page.locator('.adm-cascader:visible')).toHaveCount(0)
    await expect(page).toHaveURL(`${CONSUMERS}/add`)

    await page.reload()
    await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible()
    await expect(line(page, 'nickName').getByRole('textbox')).toHaveValue('路上填的')
    await line(page, 'freezeReason').getByRole('textbox').fill('恶意欠费')
    await save()
    await expect(toast(page, '添加成功！')).toBeVisible()
    // The form leaves by itself; an address asked for before would meet its way out.
    await expect(page).not.toHaveURL(/\/add$/)
    const [made] = await calling('admin').rows(`/rental/userMessage/list?nickName=${encodeURIComponent('路上填的')}`)
    expect(made).toMatchObject({ status: consumerStates.frozen, freezeReason: '恶意欠费' })

    await page.goto(`${CONSUMERS}/${made!.id}`)
    await expect(top(page)).toContainText('恶意欠费')
    await expect(top(page).getByRole('textbox')).toHaveCount(0)
    await top(page).getByRole('button', { name: '编辑' }).tap()
    await expect(page).toHaveTitle(/^编辑用户信息/)
    await line(page, 'nickName').getByRole('textbox').fill('我在手机上改')
    await calling('ops_manager').put('/rental/userMessage/edit', {
      id: made!.id,
      version: made!.version,
      nickName: '别人先改了',
    })
    await save()
    const both = top(page).getByRole('alert').filter({ hasText: '这条记录刚被别人修改' })
    await expect(both).toContainText('别人先改了')
    await expect(both).toContainText('我在手机上改')
    // Saving before anything is chosen leads to the choice.
    await save()
    await expect(top(page).getByText('请先选择保留谁的内容：昵称')).toBeVisible()
    const mine = both.getByRole('radiogroup', { name: '昵称' }).getByRole('radio', { name: '我在手机上改' })
    await expect(mine).toBeInViewport()
    await mine.tap()
    await expect(both).toContainText('已全部选好')
    await save()
    await expect(toast(page, '修改成功!')).toBeVisible()
    await expect(page).toHaveURL(`${CONSUMERS}/${made!.id}`)
    await expect(top(page)).toContainText('我在手机上改')
  })

  test('E05: a list that fails says the message of the server and can be asked again', async ({ page }) => {
    await page.route('**/rental/userMessage/list?**', (route) =>
      route.fulfill({ status: 200, json: { success: false, code: 500, message: '用户库正在维护', result: null } }),
    )
    await page.goto(CONSUMERS)
    await expect(top(page).getByText('用户库正在维护')).toBeVisible()
    await page.unroute('**/rental/userMessage/list?**')
    await top(page).getByRole('button', { name: '重试' }).tap()
    await expect(cards(page).first()).toBeVisible()
  })

  test('Q04: banners are put in order with buttons and with the thumb, and a refusal is said', async ({ page }) => {
    const prefix = `手排${Date.now()}-`
    await makeBanners(prefix, [8000, 8000, 8000])
    const [a, b, c] = [0, 1, 2].map((n) => `${prefix}${n}`) as [string, string, string]
    const stored = async () => (await bannersNamed(prefix)).map(({ title }) => title)
    await page.goto(`/content/banner?title=${encodeURIComponent(prefix)}`)
    await expect(cards(page)).toHaveCount(3)
    await page.getByRole('button', { name: '排序' }).tap()
    await page.getByText('手动排序', { exact: true }).tap()
    const lines = page.locator('.vd-arrange li')
    await expect(lines).toHaveText([a, b, c].map((title) => new RegExp(title)))
    await expect(page.getByRole('button', { name: `上移“${a}”` })).toBeDisabled()
    await page.getByRole('button', { name: `下移“${a}”` }).tap()
    await expect(lines).toHaveText([b, a, c].map((title) => new RegExp(title)))
    await expect(page.getByRole('status').filter({ hasText: `${a}移到第 2 项，共 3 项` })).toBeVisible()
    await drag(page, await middleOf(lines.nth(2).locator('.vd-thumb')), { y: -120 })
    await expect(lines).toHaveText([c, b, a].map((title) => new RegExp(title)))

    const said = '已由 周敏 于 10:32 排序，请核对后再保存'
    await page.route('**/rental/banner/sort', (route) =>
      route.fulfill({ status: 409, json: { success: false, code: 409, message: said, result: null } }),
    )
    await page.getByRole('button', { name: '保存' }).tap()
    await expect(toast(page, said)).toBeVisible()
    await expect(lines).toHaveText([a, b, c].map((title) => new RegExp(title)))
    await page.unroute('**/rental/banner/sort')

    await page.getByRole('button', { name: `上移“${c}”` }).tap()
    await page.getByRole('button', { name: '保存' }).tap()
    await expect(toast(page, '排序已保存')).toBeVisible()
    await expect(lines).toHaveCount(0)
    await expect.poll(stored).toEqual([a, c, b])
    await expect(cards(page)).toHaveText([a, c, b].map((title) => new RegExp(title)))
  })

  test('E11: a switch of the form maps on and off to its pair of values, a prompt checks and does its work', async ({
    page,
  }) => {
    const admin = calling('admin')
    const draft = {
      category: problemTypes.rent,
      title: `手机开关 ${Date.now()}`,
      answer: '<p>答案</p>',
      isHot: 'N',
      sortNo: 1,
    }
    const { id } = (await admin.post('/rental/commonProblem/add', draft)).result as Row
    await page.goto(`/content/commonProblem/${id}/edit`)
    await line(page, 'isHot').getByRole('switch').tap()
    await top(page).getByRole('button', { name: '保存' }).tap()
    await expect(toast(page, '修改成功!')).toBeVisible()
    await expect(page).not.toHaveURL(/\/edit$/)
    expect((await admin.get(`/rental/commonProblem/queryById?id=${id}`)).result.isHot).toBe('Y')

    const startNo = String(7_700_000_000 + (Date.now() % 99_999_999))
    const range = { startNo, endNo: startNo, batchNo: 'E11', deviceType: deviceTypes.cabinet, softVersion: '1.0' }
    const number = (await admin.post('/rental/deviceNumber/add', range)).result as Row
    await page.goto(`/device/deviceNumber/${number.id}`)
    await top(page).getByRole('button', { name: '更多' }).tap()
    await page.locator('.adm-action-sheet').getByText('作废', { exact: true }).tap()
    const prompt = page.locator('.vd-sheet:visible')
    const send = prompt.getByRole('button', { name: '作废', exact: true })
    await send.tap()
    await expect(prompt.getByRole('alert')).toHaveText('请输入原因')
    await prompt.getByRole('textbox', { name: '原因' }).fill('印刷错误')
    await send.tap()
    await expect(prompt).toHaveCount(0)
    await expect
      .poll(async () => (await admin.get(`/rental/deviceNumber/queryById?id=${number.id}`)).result.voidReason)
      .toBe('印刷错误')
  })

  test('R10: back closes what lies on top before it leaves the page, and the title follows', async ({ page }) => {
    await page.goto('/todo')
    await expect(page).toHaveTitle(/^待办/)
    await page.getByRole('navigation', { name: '主导航' }).getByText('应用').tap()
    await expect(page).toHaveTitle(/^应用/)
    await page.getByRole('button', { name: '用户信息' }).tap()
    await expect(page).toHaveTitle(/^用户信息/)
    await cards(page).first().waitFor()

    await page.getByRole('button', { name: '筛选' }).tap()
    await expect(page.locator('.vd-side')).toBeVisible()
    await back(page)
    await expect(page.locator('.vd-side')).toBeHidden()
    await expect(page).toHaveURL(CONSUMERS)

    await page.getByRole('button', { name: '新增用户信息' }).tap()
    await line(page, 'nickName').getByRole('textbox').fill('不想丢')
    await back(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('放弃已填写的内容？')
    await back(page)
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(`${CONSUMERS}/add`)
    await expect(line(page, 'nickName').getByRole('textbox')).toHaveValue('不想丢')
    await back(page)
    await dialog.getByRole('button', { name: '放弃' }).tap()
    await expect(page).toHaveURL(CONSUMERS)
    await expect(page).toHaveTitle(/^用户信息/)
    await back(page)
    await expect(page).toHaveURL('/apps')

    // A page opened by a link has the work queue beneath it.
    await page.goto('about:blank')
    await page.goto(CONSUMERS)
    await cards(page).first().waitFor()
    await page.getByRole('button', { name: '返回', exact: true }).tap()
    await expect(page).toHaveURL('/todo')
    await expect(page).toHaveTitle(/^待办/)
  })

  test('C07 R08: messages after an action are seen', async ({ page }) => {
    await page.goto('/me')
    await page.getByText('清理缓存').tap()
    await expect(toast(page, '刷新缓存完成！')).toBeVisible()
    await expect(toast(page, '刷新缓存完成！')).toBeInViewport()
  })
})

test.describe('viewer', () => {
  test.use(as('viewer', PHONE))

  test('E10: what is not permitted is not there', async ({ page }) => {
    await page.goto(CONSUMERS)
    await cards(page).first().waitFor()
    for (const name of ['新增用户信息', '编辑', '删除'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(page.locator('.vd-add')).toHaveCount(0)
    await cards(page).first().tap()
    await expect(page).toHaveURL(/\/customer\/userMessage\/\w+$/)
    await expect(top(page).getByRole('heading', { name: '基本资料' })).toBeVisible()
    for (const name of ['编辑', '删除']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    for (const address of [`${new URL(page.url()).pathname}/edit`, `${CONSUMERS}/add`]) {
      await page.goto(address)
      await expect(page.getByText('抱歉，您没有权限访问此页面')).toBeVisible()
      await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
    }
  })
})
