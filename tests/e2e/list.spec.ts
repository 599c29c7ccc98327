/** A list of any resource on the desktop: searching, paging, choosing, writing, files. */
import { readFileSync } from 'node:fs'
import { read, utils } from 'xlsx'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { choose, columnTexts, field, tableRows } from './antd.ts'
import { DESKTOP, as, calling, expect, test, type Page, type Row } from './browser.ts'

const CONSUMERS = '/customer/userMessage'
const PROVIDERS = '/partner/serviceProvider'

const totalText = (page: Page, from: number, to: number, total: number) =>
  page.getByText(`${from}-${to} 共 ${total} 条`, { exact: true })
const consumersIn = async (query = '') =>
  (await calling('admin').get(`/rental/userMessage/list?pageSize=100${query}`)).result as {
    total: number
    records: Row[]
  }
const listRequest = (page: Page) =>
  page.waitForRequest((request) => request.url().includes('/rental/userMessage/list?'))
const paramsOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

/** A consumer nobody else looks at. */
async function consumer(nickName: string, phone: string): Promise<Row> {
  const made = await calling('admin').post('/rental/userMessage/add', {
    nickName,
    phone,
    status: consumerStates.normal,
  })
  expect(made.message).toBe('添加成功！')
  return made.result as Row
}

test.describe('admin', () => {
  test.use(as('admin', DESKTOP))

  test('E01 E02 E03 E04: searches, pages and sorts, and the address keeps it', async ({ page }) => {
    const { total } = await consumersIn()
    expect(total).toBeGreaterThan(30)
    const asked = listRequest(page)
    await page.goto(CONSUMERS)
    expect(paramsOf((await asked).url())).toMatchObject({
      pageNo: '1',
      pageSize: '10',
      column: 'createTime',
      order: 'desc',
      field: expect.stringContaining('nickName'),
    })
    // Others add people meanwhile, so only the range is certain.
    const range = (from: number, to: number) => page.getByText(new RegExp(`^${from}-${to} 共 \\d+ 条$`))
    await expect(range(1, 10)).toBeVisible()
    await expect(tableRows(page)).toHaveCount(10)

    await page.locator('.ant-pagination-options-size-changer').click()
    const sizes = page.locator('.ant-select-item-option:visible')
    await expect(sizes).toHaveText(['10 条/页', '20 条/页', '30 条/页'])
    await sizes.nth(1).click()
    await expect(range(1, 20)).toBeVisible()
    await expect(tableRows(page)).toHaveCount(20)
    const jump = page.locator('.ant-pagination-options-quick-jumper input')
    await jump.fill('2')
    await jump.press('Enter')
    await expect(range(21, Math.min(40, total))).toBeVisible()
    await expect(page).toHaveURL(`${CONSUMERS}?pageNo=2&pageSize=20`)
    await page.reload()
    await expect(range(21, Math.min(40, total))).toBeVisible()

    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const sorted = listRequest(page)
      await page.getByRole('columnheader', { name: '余额', exact: true }).click()
      expect(paramsOf((await sorted).url())).toMatchObject({ column: 'balance', order, pageNo: '1' })
      await expect
        .poll(async () => {
          const money = (await columnTexts(page, '余额')).map((text) => Number(text.replace(/,/g, '')))
          return money.length > 1 && money.every((one, index) => !index || (one - money[index - 1]!) * sign >= 0)
        })
        .toBe(true)
    }

    const search = page.getByRole('search')
    const first = (await consumersIn()).records[0]!
    const part = String(first.nickName).slice(0, 2)
    await expect(search.getByText('注册时间')).toHaveCount(0)
    await search.getByRole('button', { name: /展开/ }).click()
    await expect(search.getByText('注册时间')).toBeVisible()
    await search.getByLabel('昵称', { exact: true }).fill(part)
    const searched = listRequest(page)
    await search.getByLabel('昵称', { exact: true }).press('Enter')
    expect(paramsOf((await searched).url())).toMatchObject({ nickName: `*${part}*`, pageNo: '1' })
    await expect.poll(async () => (await columnTexts(page, '昵称')).every((text) => text.includes(part))).toBe(true)
    await search.getByLabel('昵称', { exact: true }).fill('没有这个人')
    await search.getByRole('button', { name: '查询', exact: true }).click()
    await expect(page.getByText('没有符合条件的记录，请调整查询条件')).toBeVisible()
    await search.getByRole('button', { name: '重置' }).click()
    await expect(range(1, 20)).toBeVisible()
    await expect(search.getByLabel('昵称', { exact: true })).toHaveValue('')
  })

  test('E05: a list that fails says the message of the server and can be asked again', async ({ page }) => {
    await page.route('**/rental/userMessage/list?**', (route) =>
      route.fulfill({ status: 200, json: { success: false, code: 500, message: '用户库正在维护', result: null } }),
    )
    // It stands for three seconds, which a slow page may use up before it is called loaded.
    await Promise.all([
      page.locator('.ant-message-warning').filter({ hasText: '用户库正在维护' }).waitFor(),
      page.goto(CONSUMERS),
    ])
    await expect(page.getByText('加载失败：用户库正在维护')).toBeVisible()
    await page.unroute('**/rental/userMessage/list?**')
    await page.getByRole('button', { name: '重试' }).click()
    await expect(tableRows(page)).toHaveCount(10)
  })

  test('E06 E07: keeps the choice across pages, deletes one and many, and leaves an emptied page', async ({ page }) => {
    const made: Row[] = []
    for (let n = 0; n < 13; n += 1) made.push(await consumer(`删除样本${n}`, `1390000${String(1000 + n)}`))
    await page.goto(`${CONSUMERS}?nickName=${encodeURIComponent('删除样本')}`)
    await expect(totalText(page, 1, 10, 13)).toBeVisible()

    await page.getByRole('button', { name: '批量删除' }).click()
    await expect(page.getByText('请选择一条记录！')).toBeVisible()
    const boxes = tableRows(page).getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const chosen = page.getByRole('status').filter({ hasText: /已选择/ })
    await expect(chosen).toContainText('已选择 2 项')
    await expect(page.locator('.ant-table-thead:visible .ant-checkbox-indeterminate')).toBeVisible()
    const all = page.locator('.ant-table-thead:visible').getByRole('checkbox')
    await all.check()
    await expect(chosen).toContainText('已选择 10 项')
    await all.uncheck()
    await expect(chosen).toBeHidden()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await expect(totalText(page, 11, 13, 13)).toBeVisible()
    await expect(tableRows(page)).toHaveCount(3)
    await expect(chosen).toContainText('已选择 2 项')
    await tableRows(page).getByRole('checkbox').nth(0).check()
    await expect(chosen).toContainText('已选择 3 项')
    await page.getByRole('listitem', { name: '1', exact: true }).click()
    await expect(tableRows(page)).toHaveCount(10)
    await expect(boxes.nth(1)).toBeChecked()

    await page.getByRole('button', { name: '批量删除' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('确定要删除这 3 项吗?')
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: '批量删除' }).click()
    const many = page.waitForRequest((request) => request.method() === 'DELETE')
    await dialog.getByRole('button', { name: '确定' }).click()
    const { pathname, searchParams } = new URL((await many).url())
    expect(pathname).toBe('/jeecg-boot/rental/userMessage/deleteBatch')
    expect(searchParams.get('ids')!.split(',')).toHaveLength(3)
    await expect(totalText(page, 1, 10, 10)).toBeVisible()
    await expect(chosen).toBeHidden()

    // Ten are left: with an eleventh the second page holds one, and is gone with it.
    await consumer('删除样本末', '13900001099')
    await page.goto(`${CONSUMERS}?nickName=${encodeURIComponent('删除样本')}&pageNo=2`)
    await expect(totalText(page, 11, 11, 11)).toBeVisible()
    await tableRows(page)
      .getByRole('button', { name: /更多|删除/ })
      .click()
    // Below 更多, where there is more than this.
    const below = page.getByRole('menuitem', { name: '删除' })
    await expect(below.or(dialog).first()).toBeVisible()
    if (await below.isVisible()) await below.click()
    await expect(dialog).toContainText('确定要删除吗?')
    const one = page.waitForRequest((request) => request.method() === 'DELETE')
    await dialog.getByRole('button', { name: '确定' }).click()
    const single = new URL((await one).url())
    expect(single.pathname).toBe('/jeecg-boot/rental/userMessage/delete')
    expect(single.searchParams.get('id')).toMatch(/^\w+$/)
    await expect(totalText(page, 1, 10, 10)).toBeVisible()
  })

  test('E08 E09: adds with checks inline, survives a reload half-typed, and shows both sides of a conflict', async ({
    page,
  }) => {
    await consumer('占用号码', '13900002001')
    await page.goto(CONSUMERS)
    await page
      .getByRole('button', { name: '新增', exact: true })
      .or(page.getByRole('button', { name: 'plus 新增' }))
      .first()
      .click()
    const adding = page.getByRole('dialog', { name: '新增', exact: true })
    await expect(adding.locator('label.ant-form-item-required').filter({ hasText: '手机号' })).toBeVisible()
    await adding.getByRole('button', { name: '保存' }).click()
    await expect(adding.getByText('请输入手机号', { exact: true })).toBeVisible()
    await expect(field(adding, '手机号')).toBeFocused()
    await field(adding, '手机号').fill('12345')
    await field(adding, '手机号').blur()
    await expect(adding.getByText('请输入正确手机号')).toBeVisible()
    const check = page.waitForRequest(/\/sys\/duplicate\/check/)
    await field(adding, '手机号').fill('13900002001')
    await field(adding, '手机号').blur()
    expect(paramsOf((await check).url())).toMatchObject({ fieldVal: '13900002001' })
    await expect(adding.getByText(/已存在|不可用|已被使用/).first()).toBeVisible()
    await field(adding, '手机号').fill('13900002002')
    await choose(adding, '状态', '冻结')
    await field(adding, '昵称').fill('半途而废')
    await adding.getByRole('button', { name: '保存' }).click()
    await expect(adding.getByText('请输入冻结原因', { exact: true })).toBeInViewport()
    await expect(field(adding, '冻结原因')).toBeFocused()

    await page.reload()
    await page.getByRole('button', { name: 'plus 新增' }).click()
    await expect(adding.getByText('已恢复上次未提交的内容')).toBeVisible()
    await expect(field(adding, '手机号')).toHaveValue('13900002002')
    await expect(field(adding, '昵称')).toHaveValue('半途而废')
    await choose(adding, '状态', '正常')
    await field(adding, '昵称').fill('有始有终')
    await adding.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('添加成功！')).toBeVisible()
    await expect(adding).toBeHidden()
    await expect(tableRows(page).filter({ hasText: '有始有终' })).toBeVisible()

    // Alone: others add people meanwhile, until this one is on another page.
    await page.goto(`${CONSUMERS}?phone=13900002002`)
    await expect(tableRows(page)).toHaveCount(1)
    await tableRows(page).getByRole('button', { name: '编辑' }).click()
    const editing = page.getByRole('dialog', { name: '编辑', exact: true })
    await expect(field(editing, '昵称')).toHaveValue('有始有终')
    await field(editing, '昵称').fill('我改的')
    const [before] = (await consumersIn(`&nickName=${encodeURIComponent('有始有终')}`)).records
    const meanwhile = await calling('ops_manager').put('/rental/userMessage/edit', {
      id: before!.id,
      version: before!.version,
      nickName: '别人改的',
    })
    expect(meanwhile.success).toBe(true)
    await editing.getByRole('button', { name: '保存' }).click()
    await expect(editing.getByText('我的：我改的')).toBeVisible()
    await expect(editing.getByText('对方的：别人改的')).toBeVisible()
    // Saving before anything is chosen leads to the choice.
    await editing.getByRole('button', { name: '保存' }).click()
    await expect(editing.getByRole('alert').filter({ hasText: '请先选择保留谁的内容：昵称' })).toBeVisible()
    await expect(editing.getByRole('radio', { name: '我的：我改的' })).toBeFocused()
    await editing.getByRole('radio', { name: '我的：我改的' }).check()
    await editing.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('修改成功!')).toBeVisible()
    expect((await calling('admin').get(`/rental/userMessage/queryById?id=${before!.id}`)).result).toMatchObject({
      nickName: '我改的',
    })

    // Cancelling asks, because something was typed.
    await tableRows(page).filter({ hasText: '我改的' }).getByRole('button', { name: '编辑' }).click()
    await field(editing, '昵称').fill('不要了')
    await editing.getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog', { name: '放弃已填写的内容吗?' }).getByRole('button', { name: '放弃' }).click()
    await expect(editing).toBeHidden()

    await tableRows(page).filter({ hasText: '我改的' }).getByRole('link', { name: '详情' }).click()
    await expect(page).toHaveURL(`${CONSUMERS}/${before!.id}`)
    await expect(page.getByRole('region', { name: '用户信息详情' })).toContainText('我改的')
    await expect(page.getByRole('region', { name: '基本资料' })).toContainText('13900002002')
    await expect(page.locator('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('详情')
  })

  test('K03: exports what is found, or what is chosen, in three formats', async ({ page }) => {
    // Nobody else's: others freeze people meanwhile.
    const now = Date.now()
    const sample = `导出样本${now}-`
    const phone = (n: number) => `134${String(now + n).slice(-8)}`
    for (const n of [1, 2, 3]) {
      const frozen = { nickName: `${sample}${n}`, phone: phone(n), status: consumerStates.frozen, freezeReason: '逾期' }
      expect((await calling('admin').post('/rental/userMessage/add', frozen)).message).toBe('添加成功！')
    }
    await consumer(`${sample}4`, phone(4))
    const nickName = encodeURIComponent(sample)
    const { records, total } = await consumersIn(`&status=2&nickName=*${nickName}*`)
    expect(total).toBe(3)
    await page.goto(`${CONSUMERS}?status=2&nickName=${nickName}`)
    await expect(tableRows(page)).toHaveCount(total)
    const save = async (format: RegExp) => {
      await page.getByRole('button', { name: /导出/ }).click()
      const coming = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: format }).click()
      const file = await coming
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const rowsIn = (bytes: Buffer) => {
      const book = read(bytes)
      return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, blankrows: false })
    }
    for (const [format, ending, magic] of [
      [/\.xlsx/, /^用户信息.*\.xlsx$/, '504b0304'],
      [/\.xls\)/, /^用户信息.*\.xls$/, 'd0cf11e0'],
      [/CSV/, /^用户信息.*\.csv$/, ''],
    ] as const) {
      const { name, bytes } = await save(format)
      expect(name).toMatch(ending)
      expect(bytes.subarray(0, 4).toString('hex')).toContain(magic)
      const rows = rowsIn(bytes)
      const head = rows.findIndex((row) => row.includes('昵称'))
      expect(head).toBeGreaterThanOrEqual(0)
      expect(rows[head]).toEqual(expect.arrayContaining(['用户编号', '昵称', '状态']))
      expect(rows.length - head - 1).toBe(total)
      expect(rows.at(-1)).toContain('冻结')
    }
    await tableRows(page).first().getByRole('checkbox').check()
    const { bytes } = await save(/\.xlsx/)
    const rows = rowsIn(bytes)
    expect(rows.at(-1)).toContain(records[0]!.userNo)
    expect(rows.length - rows.findIndex((row) => row.includes('昵称')) - 1).toBe(1)
  })
})

test.describe('viewer', () => {
  test.use(as('viewer', DESKTOP))

  test('E10: what is not permitted is not there', async ({ page }) => {
    for (const address of [CONSUMERS, PROVIDERS]) {
      await page.goto(address)
      await expect(tableRows(page).first()).toBeVisible()
      const list = page.locator('main')
      await expect(list.getByRole('link', { name: '详情' }).first()).toBeVisible()
      for (const name of [/新增/, /导入/, /导出/, /删除/, /编辑/, /更多/])
        await expect(list.getByRole('button', { name })).toHaveCount(0)
    }
    const [one] = await calling('admin').rows('/rental/userMessage/list')
    for (const form of ['add', `${one!.id}/edit`]) {
      await page.goto(`${CONSUMERS}/${form}`)
      await expect(page.getByText('抱歉，您没有权限访问此页面')).toBeVisible()
      await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
    }
  })
})
