/** The advanced query on both shells: building, running, saving, sharing. */
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Request } from '@playwright/test'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { columnTexts, tableReady, tableRows } from './antd.ts'
import { back, cards, toast, top } from './touch.ts'
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'

const CONSUMERS = '/customer/userMessage'
const ORDERS = '/order/orderMessage'

const asked = (page: Page, resource = 'userMessage') =>
  page.waitForRequest(
    (request) => request.url().includes(`/rental/${resource}/list?`) && request.url().includes('superQueryParams'),
  )
const linesOf = (request: Request) => {
  const params = new URL(request.url()).searchParams
  return {
    match: params.get('superQueryMatchType'),
    lines: JSON.parse(decodeURIComponent(params.get('superQueryParams')!)) as Record<string, unknown>[],
  }
}
const query = (lines: object[], match = 'and') =>
  `superQueryMatchType=${match}&superQueryParams=${encodeURIComponent(JSON.stringify(lines))}`
/** How many consumers the query found that `work` runs: other tests add and change people meanwhile. */
async function found(page: Page, work: () => Promise<unknown>): Promise<number> {
  const [answer] = await Promise.all([
    page.waitForResponse(
      (one) => one.url().includes('/rental/userMessage/list?') && one.url().includes('superQueryParams'),
    ),
    work(),
  ])
  return ((await answer.json()) as { result: { total: number } }).result.total
}
/** What axe finds serious or worse within a part of the page. */
async function grave(page: Page, part: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
/** What stands in the name of two consumers whom nobody else changes. */
async function partOfName(): Promise<string> {
  const part = `查${String(Date.now()).slice(-9)}`
  for (const n of [1, 2]) {
    const phone = `13${n}${String(Date.now()).slice(-8)}`
    const made = await calling('admin').post('/rental/userMessage/add', {
      nickName: `${part}-${n}`,
      phone,
      status: consumerStates.normal,
    })
    expect(made.message).toBe('添加成功！')
  }
  return part
}
const savedBy = async (role: 'admin' | 'ops_manager') =>
  (await calling(role).get('/sys/savedQuery/list?resource=userMessage')).result as { title: string }[]

test.describe('1440 px', () => {
  test.use(as('admin', DESKTOP))

  const dialog = (page: Page) => page.getByRole('dialog', { name: '高级查询' })
  const button = (page: Page) => page.getByRole('button', { name: /^高级查询/ })
  const line = (page: Page, number: number) => dialog(page).getByRole('group', { name: `第${number}行`, exact: true })
  const warning = (page: Page, text: string) => page.locator('.ant-message-warning').filter({ hasText: text })

  async function open(page: Page, address = CONSUMERS): Promise<void> {
    await page.goto(address)
    await tableReady(page)
    await button(page).click()
    await expect(dialog(page)).toBeVisible()
  }
  async function pick(page: Page, box: Locator, text: string): Promise<void> {
    await box.click()
    await page
      .locator('.ant-select-item-option:visible')
      .filter({ hasText: new RegExp(`^${text}$`) })
      .click()
  }
  const field = (page: Page, number: number) => line(page, number).getByRole('combobox', { name: `第${number}行字段` })
  const rule = (page: Page, number: number) => line(page, number).getByRole('combobox', { name: `第${number}行规则` })
  const value = (page: Page, number: number) => line(page, number).getByLabel(`第${number}行值`, { exact: true })
  async function setField(page: Page, number: number, label: string): Promise<void> {
    await field(page, number).fill(label)
    await pick(page, field(page, number), label)
  }

  test('F01: builds conditions in a window of 1000 px, for all or any of them', async ({ page }) => {
    await open(page)
    await expect(page.locator('.ant-modal:visible').first()).toHaveCSS('width', '1000px')
    await expect(line(page, 1)).toBeVisible()
    await dialog(page).getByRole('button', { name: '添加条件' }).click()
    await dialog(page).getByRole('button', { name: '添加条件' }).click()
    await expect(line(page, 3)).toBeVisible()
    await dialog(page).getByRole('button', { name: '删除第3行' }).click()
    await expect(line(page, 3)).toHaveCount(0)

    await setField(page, 1, '订单数')
    await pick(page, rule(page, 1), '大于等于')
    await value(page, 1).fill('3')
    await setField(page, 2, '余额')
    await pick(page, rule(page, 2), '大于')
    await value(page, 2).fill('0')
    expect(await grave(page, '.query')).toEqual([])
    for (const [words, match] of [
      ['所有条件', 'and'],
      ['任一条件', 'or'],
    ] as const) {
      if (match === 'or') await button(page).click()
      await pick(page, dialog(page).getByRole('combobox', { name: '匹配模式' }), words)
      const request = asked(page)
      const total = await found(page, () =>
        match === 'or'
          ? value(page, 1).press('Enter')
          : dialog(page)
              .getByRole('button', { name: /^查\s?询$/ })
              .click(),
      )
      await expect(dialog(page)).toBeHidden()
      const sent = linesOf(await request)
      expect(sent.match).toBe(match)
      expect(sent.lines).toMatchObject([
        { field: 'orderCount', rule: 'ge', val: '3' },
        { field: 'balance', rule: 'gt', val: '0' },
      ])
      await expect(page.getByText(new RegExp(`共 ${total} 条$`))).toBeVisible()
    }
  })

  test('F02: offers the rules that fit a field and the input of its kind', async ({ page }) => {
    await open(page)
    const expectRules = async (texts: string[]) => {
      await rule(page, 1).click()
      const options = page.locator('.ant-select-item-option:visible')
      await expect(options).toHaveText(texts)
      await page.keyboard.press('Escape')
      await expect(options).toHaveCount(0)
    }
    await expect(dialog(page)).toBeVisible()
    await setField(page, 1, '昵称')
    await expectRules(['包含', '以…开始', '以…结尾', '等于', '不等于', '在…中'])
    await expect(value(page, 1)).toHaveAttribute('type', 'text')
    await setField(page, 1, '余额')
    await expectRules(['等于', '不等于', '大于', '大于等于', '小于', '小于等于', '在…中'])
    await setField(page, 1, '注册时间')
    await pick(page, rule(page, 1), '大于等于')
    await expect(line(page, 1).locator('.ant-picker')).toBeVisible()
    await setField(page, 1, '状态')
    await pick(page, rule(page, 1), '在…中')
    await pick(page, value(page, 1), '正常')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeVisible()
    await expect(line(page, 1).locator('.ant-select-selection-item', { hasText: '正常' })).toBeVisible()
    const request = asked(page)
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    expect(linesOf(await request).lines).toEqual([
      { field: 'status', rule: 'in', val: '1', type: 'list', dbType: 'string', dictCode: 'pb_user_status' },
    ])

    await open(page, ORDERS)
    await setField(page, 1, '服务商')
    const [order] = await calling('admin').rows('/rental/orderMessage/list?pageSize=1')
    const provider = String(order!.providerId_dictText)
    await value(page, 1).fill(provider)
    await pick(page, value(page, 1), provider)
    const orders = asked(page, 'orderMessage')
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    expect(linesOf(await orders).lines).toMatchObject([
      { field: 'providerId', rule: 'eq', type: 'sel_search', dictTable: 'rental_service_provider' },
    ])
    await tableReady(page)
    await expect.poll(async () => [...new Set(await columnTexts(page, '服务商'))]).toEqual([provider])
  })

  test('its buttons stand still under a click when the saved queries come', async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/sys\/savedQuery\//, async (route) => {
      await held
      await route.continue()
    })
    await open(page)
    const run = dialog(page).getByRole('button', { name: /^查\s?询$/ })
    await expect(dialog(page).locator('.ant-spin')).toBeVisible()
    const before = await run.boundingBox()
    letGo()
    await expect(dialog(page).getByText(/还没有保存的查询/)).toBeVisible()
    expect(await run.boundingBox()).toEqual(before)
  })

  test('F03: refuses empty conditions, marks a running query, keeps it in the address and lets it go', async ({
    page,
  }) => {
    await open(page)
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    await expect(warning(page, '不能查询空条件')).toBeVisible()
    await setField(page, 1, '昵称')
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    await expect(warning(page, '不能查询空条件').first()).toBeVisible()
    await expect(page).toHaveURL(CONSUMERS)

    const part = await partOfName()
    await value(page, 1).fill(part)
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: '高级查询，已启用 1 个条件' })).toBeVisible()
    await expect(page.getByText(/共 2 条$/)).toBeVisible()

    await page.reload()
    await expect(page.getByRole('button', { name: '高级查询，已启用 1 个条件' })).toBeVisible()
    await expect(page.getByText(/共 2 条$/)).toBeVisible()
    const [file] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/rental/userMessage/exportXls')),
      (async () => {
        await page.getByRole('button', { name: '导出' }).click()
        await page.getByRole('menuitem', { name: /CSV/ }).click()
      })(),
    ])
    expect(linesOf(file).lines).toMatchObject([{ field: 'nickName', val: part }])

    await button(page).click()
    await expect(value(page, 1)).toHaveValue(part)
    await dialog(page)
      .getByRole('button', { name: /^重\s?置$/ })
      .click()
    await expect(page.getByRole('button', { name: '高级查询', exact: true })).toBeVisible()
    await expect(page).toHaveURL(CONSUMERS)
    await expect(tableRows(page)).toHaveCount(10)
  })

  test('F03: a broken query in the address is refused with a sentence, and can be put right or let go', async ({
    page,
  }) => {
    await page.goto(`${CONSUMERS}?${query([{ field: 'shoeSize', rule: 'eq', val: '42' }])}`)
    await expect(page.getByText('加载失败：地址中的高级查询第1行：没有字段 shoeSize')).toBeVisible()
    await expect(tableRows(page)).toHaveCount(0)
    await button(page).click()
    await setField(page, 1, '昵称')
    await pick(page, rule(page, 1), '包含')
    await value(page, 1).fill(await partOfName())
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    await expect(page.getByRole('button', { name: '高级查询，已启用 1 个条件' })).toBeVisible()
    await expect(tableRows(page).first()).toBeVisible()

    await page.goto(`${CONSUMERS}?superQueryParams=${encodeURIComponent('[{')}`)
    await expect(page.getByText(/^加载失败：地址中的高级查询无法识别/)).toBeVisible()
    await page
      .getByRole('search')
      .getByRole('button', { name: /^重\s?置$/ })
      .click()
    await expect(tableRows(page)).toHaveCount(10)
  })

  test('F04: leaving 在…中 cuts several values to the first', async ({ page }) => {
    await open(page, `${CONSUMERS}?${query([{ field: 'status', rule: 'in', val: '1,2' }])}`)
    const chosen = line(page, 1).locator('.query-value .ant-select-selection-item')
    await expect(chosen).toHaveCount(2)
    const first = (await chosen.first().textContent())!.trim()
    await pick(page, rule(page, 1), '等于')
    await expect(line(page, 1).locator('.query-value')).toContainText(first)
    const request = asked(page)
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    expect(linesOf(await request).lines).toMatchObject([{ rule: 'eq', val: '1' }])
  })

  test('F05 F06: saves under a name, asks before it replaces, lists, takes and deletes', async ({ page }) => {
    await open(page)
    const saveButton = dialog(page).getByRole('button', { name: '保存查询条件' })
    await saveButton.click()
    await expect(warning(page, '空条件不能保存')).toBeVisible()

    await setField(page, 1, '昵称')
    await value(page, 1).fill('王')
    await saveButton.click()
    const naming = page.getByRole('dialog', { name: '保存查询条件' })
    const confirmSave = naming.getByRole('button', { name: /^保\s?存$/ })
    await confirmSave.click()
    await expect(warning(page, '保存的名称不能为空')).toBeVisible()
    await naming.getByLabel('名称').fill('姓王的')
    await confirmSave.click()
    await expect(page.locator('.ant-message-success').filter({ hasText: '保存成功' })).toBeVisible()
    await expect(naming).toBeHidden()
    const saved = dialog(page).getByRole('region', { name: '保存的查询' })
    await expect(saved.getByRole('button', { name: '姓王的', exact: true })).toBeVisible()

    await value(page, 1).fill('张')
    await saveButton.click()
    await naming.getByLabel('名称').fill('姓王的')
    await confirmSave.click()
    const overwrite = page.getByRole('dialog').filter({ hasText: '已存在，是否覆盖？' })
    await overwrite.getByRole('button', { name: /^覆\s?盖$/ }).click()
    await expect(naming).toBeHidden()
    await expect
      .poll(async () => (await savedBy('admin')).filter(({ title }) => title === '姓王的'))
      .toMatchObject([{ matchType: 'and', records: [{ field: 'nickName', rule: 'like', val: '张' }] }])

    await page.reload()
    await button(page).click()
    await expect(value(page, 1)).toHaveCount(0)
    await saved.getByRole('button', { name: '姓王的', exact: true }).click()
    await expect(value(page, 1)).toHaveValue('张')
    await saved.getByRole('button', { name: '删除查询 姓王的' }).click()
    const sure = page.getByRole('dialog').filter({ hasText: '确定要删除吗?' })
    await sure.getByRole('button', { name: /^删\s?除$/ }).click()
    await expect(saved.getByRole('button', { name: '姓王的', exact: true })).toHaveCount(0)
    await expect.poll(async () => (await savedBy('admin')).map(({ title }) => title)).not.toContain('姓王的')
  })

  test('F06: takes in once what an old client kept in this browser, also about a field that is gone', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const kept = [
        { title: '旧客户端的', matchType: 'or', records: [{ field: 'nickName', rule: 'like', val: '李' }] },
        { title: '少了字段的', matchType: 'and', records: [{ field: 'shoeSize', rule: 'eq', val: '42' }] },
      ]
      localStorage.setItem('pro__JSuperQuerySaved_/customer/userMessage', JSON.stringify({ value: kept, expire: null }))
    })
    await open(page)
    const saved = dialog(page).getByRole('region', { name: '保存的查询' })
    await expect(saved.getByRole('button', { name: '旧客户端的', exact: true })).toBeVisible()
    const gone = saved.getByRole('button', { name: /^少了字段的/ })
    await expect(gone).toContainText('第1行：没有字段 shoeSize，请修改后再查询')
    await gone.click()
    await expect(line(page, 1).getByRole('alert')).toHaveText('没有字段 shoeSize')
    await dialog(page)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    await expect(warning(page, '第1行：没有字段 shoeSize')).toBeVisible()
    await expect(page).toHaveURL(CONSUMERS)

    for (const title of ['旧客户端的', '少了字段的']) {
      await saved.getByRole('button', { name: `删除查询 ${title}` }).click()
      await page
        .getByRole('dialog')
        .filter({ hasText: '确定要删除吗?' })
        .getByRole('button', { name: /^删\s?除$/ })
        .click()
      await expect(saved.getByRole('button', { name: new RegExp(`^${title}`) })).toHaveCount(0)
    }
    await page.reload()
    await button(page).click()
    await expect(saved).toBeVisible()
    expect((await savedBy('admin')).map(({ title }) => title)).not.toContain('旧客户端的')
  })

  test('F06: a query shared with a role is there for its people, and only its owner may delete it', async ({
    another,
  }) => {
    const manager = await another('ops_manager')
    await open(manager)
    await setField(manager, 1, '昵称')
    await value(manager, 1).fill('李')
    await dialog(manager).getByRole('button', { name: '保存查询条件' }).click()
    const naming = manager.getByRole('dialog', { name: '保存查询条件' })
    await naming.getByLabel('名称').fill('给只读角色的')
    await naming.getByLabel('共享给角色').click()
    await manager
      .locator('.ant-select-item-option:visible')
      .filter({ hasText: /^只读$/ })
      .click()
    await naming.locator('.ant-modal-title').click()
    await naming.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(naming).toBeHidden()

    const viewer = await another('viewer')
    await open(viewer)
    const saved = dialog(viewer).getByRole('region', { name: '保存的查询' })
    const shared = saved.getByRole('button', { name: /^给只读角色的/ })
    await expect(shared).toContainText('周敏共享')
    await expect(saved.getByRole('button', { name: '删除查询 给只读角色的' })).toHaveCount(0)
    await shared.click()
    await dialog(viewer)
      .getByRole('button', { name: /^查\s?询$/ })
      .click()
    await expect(viewer.getByRole('button', { name: '高级查询，已启用 1 个条件' })).toBeVisible()
    await dialog(viewer).waitFor({ state: 'hidden' })
  })
})

test.describe('375 px', () => {
  test.use(as('admin', PHONE))

  const builder = (page: Page) => page.locator('.vd-query:visible')
  const line = (page: Page, number: number) => builder(page).getByRole('group', { name: `第${number}行`, exact: true })
  const option = (page: Page, text: string) => page.getByRole('option', { name: text, exact: true })

  async function open(page: Page, address = CONSUMERS): Promise<void> {
    await page.goto(address)
    await expect(cards(page).first().or(page.locator('.vd-nothing'))).toBeVisible()
    await top(page).getByRole('button', { name: /^筛选/ }).tap()
    await page.locator('.vd-advanced').tap()
    await expect(builder(page).getByRole('heading', { name: '高级查询' })).toBeVisible()
  }
  async function setField(page: Page, number: number, label: string): Promise<void> {
    await line(page, number).getByRole('button', { name: /^字段/ }).tap()
    await option(page, label).tap()
    await expect(line(page, number).getByRole('button', { name: `字段：${label}` })).toBeVisible()
  }
  async function setRule(page: Page, number: number, label: string): Promise<void> {
    await line(page, number).getByRole('button', { name: /^规则/ }).tap()
    await option(page, label).tap()
    await expect(line(page, number).getByRole('button', { name: `规则：${label}` })).toBeVisible()
  }
  const run = (page: Page) => builder(page).getByRole('button', { name: '查询', exact: true }).tap()

  test('F01 F02 F03 F04: builds, runs, marks and resets a query on the phone', async ({ page }) => {
    await open(page)
    await run(page)
    await expect(toast(page, '不能查询空条件')).toBeVisible()

    await setField(page, 1, '订单数')
    await setRule(page, 1, '大于等于')
    await line(page, 1).getByRole('textbox').fill('3')
    await builder(page).getByRole('button', { name: '添加条件' }).tap()
    await setField(page, 2, '状态')
    await setRule(page, 2, '在…中')
    await line(page, 2).getByText('正常', { exact: true }).tap()
    await line(page, 2).getByText('冻结', { exact: true }).tap()
    await setRule(page, 2, '等于')
    await builder(page).getByRole('button', { name: '任一条件' }).tap()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    expect(await grave(page, '.vd-query')).toEqual([])
    const request = asked(page)
    const total = await found(page, () => run(page))
    const sent = linesOf(await request)
    expect(sent.match).toBe('or')
    // Away from 在…中 only the first of the two is left.
    expect(sent.lines).toMatchObject([
      { field: 'orderCount', rule: 'ge', val: '3' },
      { field: 'status', rule: 'eq', val: '1', dictCode: 'pb_user_status' },
    ])
    await expect(builder(page)).toHaveCount(0)
    const marked = top(page).getByRole('button', { name: '筛选，已有 2 个条件' })
    await expect(marked).toBeVisible()
    await expect(
      top(page)
        .getByRole('status')
        .filter({ hasText: `共 ${total} 条` }),
    ).toBeVisible()
    await page.reload()
    await expect(marked).toBeVisible()

    await marked.tap()
    await page.locator('.vd-advanced').tap()
    await expect(line(page, 2)).toBeVisible()
    await builder(page).getByRole('button', { name: '删除第2行' }).tap()
    await expect(line(page, 2)).toHaveCount(0)
    await back(page)
    await expect(builder(page)).toHaveCount(0)
    await page.locator('.vd-advanced').tap()
    await builder(page).getByRole('button', { name: '重置' }).tap()
    await expect(top(page).getByRole('button', { name: '筛选', exact: true })).toBeVisible()
    await expect(page).toHaveURL(CONSUMERS)
  })

  test('F03: a broken query in the address is refused on the phone too', async ({ page }) => {
    await page.goto(`${CONSUMERS}?${query([{ field: 'shoeSize', rule: 'eq', val: '42' }])}`)
    await expect(page.getByText('地址中的高级查询第1行：没有字段 shoeSize')).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await page.getByRole('button', { name: '清除条件' }).tap()
    await expect(cards(page).first()).toBeVisible()
  })

  test('F05 F06: saves, asks before it replaces, takes and deletes on the phone', async ({ page }) => {
    await open(page)
    const saveButton = builder(page).getByRole('button', { name: '保存', exact: true })
    await saveButton.tap()
    await expect(toast(page, '空条件不能保存')).toBeVisible()
    await setField(page, 1, '昵称')
    await line(page, 1).getByRole('textbox').fill('赵')

    const naming = page.locator('.adm-popup-body:visible').filter({ hasText: '保存查询条件' }).last()
    const give = async (title: string) => {
      await naming.getByRole('textbox', { name: '名称' }).fill(title)
      await naming.getByRole('button', { name: '保存', exact: true }).tap()
    }
    await saveButton.tap()
    await give('')
    await expect(toast(page, '保存的名称不能为空')).toBeVisible()
    await give('手机上的')
    await expect(toast(page, '保存成功')).toBeVisible()
    const saved = builder(page).getByRole('region', { name: '保存的查询' })
    await expect(saved.getByRole('button', { name: '手机上的', exact: true })).toBeVisible()

    await line(page, 1).getByRole('textbox').fill('钱')
    await saveButton.tap()
    await give('手机上的')
    await expect(page.getByText('已存在，是否覆盖？')).toBeVisible()
    await page.getByRole('button', { name: '覆盖', exact: true }).tap()
    await expect
      .poll(async () => (await savedBy('admin')).find(({ title }) => title === '手机上的'))
      .toMatchObject({ records: [{ val: '钱' }] })

    await page.reload()
    await open(page)
    await saved.getByRole('button', { name: '手机上的', exact: true }).tap()
    await expect(line(page, 1).getByRole('textbox')).toHaveValue('钱')
    await saved.getByRole('button', { name: '删除查询 手机上的' }).tap()
    await page.locator('.adm-dialog-footer').getByRole('button', { name: '删除', exact: true }).tap()
    await expect(saved.getByRole('button', { name: '手机上的', exact: true })).toHaveCount(0)
    await expect.poll(async () => (await savedBy('admin')).map(({ title }) => title)).not.toContain('手机上的')
  })
})
