/** H04, E12: the 分类字典 as a tree list and as a field; E11: a switch in a list; E: columns follow the person. */
import { problemTypes } from '#resources/content/commonProblem.ts'
import { field, tableReady, tableRows } from './antd.ts'
import { DESKTOP, PHONE, as, calling, expect, kept, ready, test, type Page } from './browser.ts'

const LIST = '/isystem/category'
const PROBLEMS = '/content/commonProblem'

const DICTIONARIES = 'UI_CACHE_DB_DICT_DATA'
const ITEMS = '/sys/dict/getDictItems/pb_cancel_scene'
/** Nothing is kept any more, and the server words its items in each of the ways there are. */
async function offerSome(page: Page): Promise<void> {
  await page.route(`**${ITEMS}*`, (route) =>
    route.fulfill({
      json: {
        success: true,
        code: 200,
        message: '',
        result: [
          { value: '1', text: '甲' },
          { value: '2', label: '乙' },
          { value: '3', title: '丙', disabled: true },
        ],
      },
    }),
  )
  await page.route('**/sys/dict/queryAllDictItems*', (route) => route.abort())
  // What was asked for before is kept when it comes, until the page starts again.
  await ready(page)
  await page.addInitScript((key) => localStorage.removeItem(key), DICTIONARIES)
  await page.reload()
}

const problem = async (title: string) => {
  const answer = await calling('admin').post('/rental/commonProblem/add', {
    category: problemTypes.rent,
    title,
    answer: '<p>答案</p>',
    isHot: 'N',
    sortNo: 1,
  })
  expect(answer.message).toBe('添加成功！')
  return (answer.result as { id: string }).id
}
const stored = async (id: string) => (await calling('admin').get(`/rental/commonProblem/queryById?id=${id}`)).result

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('E12: a tree loads below what is opened, an empty branch becomes a leaf, a strange answer is said', async ({
    page,
  }) => {
    const add = async (name: string, pid?: string) =>
      ((await calling('admin').post('/sys/category/add', { name, ...(pid && { pid }) })).result as { id: string }).id
    const root = await add(`树 ${Date.now()}`)
    const child = await add('唯一下级', root)
    await page.goto(LIST)
    await tableReady(page)
    const row = tableRows(page).filter({ hasText: '树 ' }).last()
    await expect(tableRows(page).filter({ hasText: '常见问题主题' })).toBeVisible()
    const arrow = row.locator('.ant-table-row-expand-icon')
    const [asked] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/sys/category/childList')),
      arrow.click(),
    ])
    expect(new URL(asked.url()).searchParams.get('pid')).toBe(root)
    await expect(tableRows(page).filter({ hasText: '唯一下级' })).toBeVisible()

    // What was below goes before it is opened: the branch is a leaf from then on.
    await page.reload()
    await tableReady(page)
    await calling('admin').remove(`/sys/category/delete?id=${child}`)
    await arrow.click()
    await expect(arrow).toHaveClass(/spaced/)
    await calling('admin').remove(`/sys/category/delete?id=${root}`)

    await page.route('**/sys/category/rootList*', (route) =>
      route.fulfill({ json: { success: true, code: 200, message: '', result: '不是列表' } }),
    )
    await page.reload()
    await expect(page.getByText('返回数据类型不识别').first()).toBeVisible()
  })

  test('H01: a dictionary select offers what is kept, asks when nothing is, and does not let a disabled item be chosen', async ({
    page,
  }) => {
    await page.goto('/order/cancelReason')
    await tableReady(page)
    const all = (await kept(page, DICTIONARIES)) as Record<string, { value: string; text: string }[]>
    expect(all.pb_cancel_scene!.length).toBeGreaterThan(1)
    const adding = page.getByRole('dialog', { name: '新增', exact: true })
    const options = page.locator('.ant-select-item-option:visible')
    const open = async () => {
      await page.getByRole('button', { name: 'plus 新增' }).click()
      await field(adding, '适用场景').click()
    }
    await open()
    await expect(options).toHaveText(all.pb_cancel_scene!.map(({ text }) => text))

    const asked = page.waitForRequest((one) => one.url().includes(ITEMS))
    await offerSome(page)
    expect(new URL((await asked).url()).search).toBe('')
    await open()
    await expect(options).toHaveText(['甲', '乙', '丙'])
    await expect(options.nth(2)).toHaveAttribute('aria-disabled', 'true')
    await options.nth(2).click({ force: true })
    await expect(options).toHaveCount(3)
    await options.nth(1).click()
    await expect(adding.locator('.ant-form-item').filter({ hasText: '适用场景' })).toContainText('乙')
  })

  test('H04: a category is chosen from its tree, kept by id, shown by name and searched; a failure is said', async ({
    page,
  }) => {
    const title = `分类字段 ${Date.now()}`
    const id = await problem(title)
    await page.goto(`${PROBLEMS}/${id}/edit`)
    const form = page.locator('main')
    const input = field(form, '细分主题')
    const [top] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/sys/category/loadTreeRoot')),
      input.click(),
    ])
    expect(new URL(top.url()).searchParams.get('pcode')).toBe('A01')
    expect(new URL(top.url()).searchParams.get('async')).toBe('true')
    const list = page.locator('.ant-select-dropdown:visible')
    const node = list.locator('.ant-select-tree-treenode').filter({ has: page.getByText('归还', { exact: true }) })
    const [below] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/sys/category/loadTreeChildren')),
      node.locator('.ant-select-tree-switcher').click(),
    ])
    expect(new URL(below.url()).searchParams.get('pid')).toMatch(/^\w{32}$/)
    await list.getByText('找不到空仓', { exact: true }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await stored(id)).topic).toMatch(/^\w{32}$/)
    // The form leaves by itself; an address asked for before would meet its way out.
    await expect(page).not.toHaveURL(/\/edit$/)

    const [echo] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/sys/category/loadDictItem/')),
      page.goto(`${PROBLEMS}/${id}/edit`),
    ])
    expect(new URL(echo.url()).searchParams.get('ids')).toMatch(/^\w{32}$/)
    await expect(form.locator('.ant-form-item').filter({ hasText: '细分主题' })).toContainText('找不到空仓')

    await page.route('**/sys/category/loadTreeRoot*', (route) =>
      route.fulfill({ json: { success: false, code: 500, message: '加载分类字典树参数有误.[A01]!', result: null } }),
    )
    await page.reload()
    await field(form, '细分主题').click()
    await expect(page.locator('.ant-select-dropdown:visible')).toContainText('加载分类字典树参数有误.[A01]!')
  })

  test('E11: a switch in the list maps on and off to its pair of values, for who may edit alone', async ({
    page,
    another,
  }) => {
    const title = `开关 ${Date.now()}`
    const id = await problem(title)
    await page.goto(`${PROBLEMS}?title=${encodeURIComponent(title)}`)
    const hot = page.getByRole('switch', { name: `${title} 热门` })
    await expect(hot).not.toBeChecked()
    const sent = async () => {
      const [request] = await Promise.all([
        page.waitForRequest((one) => one.url().endsWith('/rental/commonProblem/edit')),
        hot.click(),
      ])
      return (request.postDataJSON() as { isHot: string }).isHot
    }
    expect(await sent()).toBe('Y')
    await expect(hot).toBeChecked()
    await expect.poll(async () => (await stored(id)).isHot).toBe('Y')
    await expect(hot).toBeEnabled()
    expect(await sent()).toBe('N')
    await expect(hot).not.toBeChecked()

    const viewer = await another('viewer')
    await viewer.goto(`${PROBLEMS}?title=${encodeURIComponent(title)}`)
    await expect(tableRows(viewer)).toHaveCount(1)
    await expect(viewer.getByRole('switch', { name: `${title} 热门` })).toHaveCount(0)
  })

  test('E: columns of a list follow the person to another browser', async ({ page, another }) => {
    const heads = async (at: Page) =>
      (await at.locator('main .ant-table-thead:visible th').allTextContents()).map((text) => text.trim())
    await page.goto(PROBLEMS)
    await tableReady(page)
    await page.getByRole('button', { name: '列设置' }).click()
    const drawer = page.getByRole('dialog', { name: '列设置' })
    await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/sys/listColumns/save') && one.ok()),
      drawer.getByRole('checkbox', { name: '浏览' }).uncheck(),
    ])
    const elsewhere = await another('admin')
    await elsewhere.goto(PROBLEMS)
    await tableReady(elsewhere)
    await expect.poll(() => heads(elsewhere)).not.toContain('浏览')
    await Promise.all([
      page.waitForResponse((one) => one.url().includes('/sys/listColumns/delete') && one.ok()),
      drawer.getByRole('button', { name: '恢复默认' }).click(),
    ])
    await elsewhere.reload()
    await expect.poll(() => heads(elsewhere)).toContain('浏览')
  })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('H01: a dictionary select asks when nothing is kept, and does not let a disabled item be chosen', async ({
    page,
  }) => {
    await page.goto('/order/cancelReason/add')
    const line = page.locator('[data-field="scene"]')
    await expect(line).toBeVisible()
    const asked = page.waitForRequest((one) => one.url().includes(ITEMS))
    await offerSome(page)
    expect(new URL((await asked).url()).search).toBe('')
    await expect(line.getByRole('option')).toHaveText(['甲', '乙', '丙'])
    await line.getByRole('option', { name: '丙' }).tap({ force: true })
    await expect(line.getByRole('option', { selected: true })).toHaveCount(0)
    await line.getByRole('option', { name: '乙' }).tap()
    await expect(line.getByRole('option', { selected: true })).toHaveText(['乙'])
  })

  test('H04: a category is chosen from its tree over the whole screen', async ({ page }) => {
    const id = await problem(`手机分类 ${Date.now()}`)
    await page.goto(`${PROBLEMS}/${id}/edit`)
    const line = page.locator('[data-field="topic"]')
    await line.getByRole('button').first().tap()
    const tree = page.getByRole('radiogroup', { name: '细分主题' })
    await page.getByRole('button', { name: '展开费用' }).tap()
    await tree.getByRole('radio', { name: '计费规则' }).tap()
    await expect(page.locator('.vd-sheet-full')).toHaveCount(0)
    await expect(line).toContainText('计费规则')
    await page.getByRole('button', { name: '保存' }).tap()
    await expect.poll(async () => (await stored(id)).topic).toMatch(/^\w{32}$/)
  })
})
