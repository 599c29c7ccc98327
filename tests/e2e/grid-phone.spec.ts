/** R09: the same lines on the phone. */
import type { Locator } from '@playwright/test'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { PHONE, as, calling, expect, test } from './browser.ts'
import { picture, text } from './files.ts'
import { PAGE, UPLOAD, alone, packageGroup } from './grid.ts'
import { back, toast, top } from './touch.ts'

test.describe('375', () => {
  test.use(as('admin', PHONE))

  const lineIn = (sheet: Locator, name: string) => sheet.locator(`[data-field="${name}"]`)

  test('R09 I03 I07 I09 I14: lines as cards, each filled in on a page of its own, with the same checks and statistics', async ({
    page,
  }) => {
    const [box] = await calling('admin').rows('/rental/blindBox/list?status=0&pageSize=1')
    await alone(page)
    await page.goto(`/product/blindBox/${box!.id}/edit`)
    const here = top(page)
    const cards = here.getByRole('list', { name: '奖品' }).getByRole('listitem')
    const before = await cards.count().then(async () => {
      await expect(cards.first()).toBeVisible()
      return cards.count()
    })
    const totals = here.getByLabel('统计')
    await expect(totals).toContainText('概率合计100.00')
    await here.getByRole('button', { name: '添加一行' }).click()
    const sheet = page.locator('.vd-line-page:visible')
    await expect(sheet.getByRole('heading', { name: `奖品 ${before + 1}` })).toBeVisible()
    expect((await sheet.boundingBox())!.height).toBeCloseTo(PHONE.viewport.height)
    const done = sheet.getByRole('button', { name: '确定' })
    await done.click()
    await expect(sheet.getByRole('alert')).toHaveText(['请输入奖品名称', '请选择奖品类型', '请输入概率'])
    await sheet.getByRole('textbox', { name: '奖品名称' }).fill('手机支架')
    await sheet.getByRole('textbox', { name: '概率' }).fill('1.234')
    await done.click()
    await expect(sheet.getByRole('alert')).toHaveText(['请选择奖品类型', '比例最多两位小数'])
    await sheet.getByRole('textbox', { name: '概率' }).fill('1.5')
    await sheet.getByRole('button', { name: '奖品类型' }).click()
    await page.getByRole('option', { name: '实物', exact: true }).click()
    await sheet.getByRole('textbox', { name: '库存' }).fill('7')
    // The back key asks before it throws away.
    await back(page)
    await page.getByRole('button', { name: '继续填写' }).click()
    await done.click()
    await expect(sheet).toBeHidden()
    await expect(cards).toHaveCount(before + 1)
    await expect(cards.last()).toContainText('手机支架')
    await expect(totals).toContainText('概率合计101.50')
    await here.getByRole('button', { name: '保存' }).click()
    await expect(here.getByRole('alert').filter({ hasText: '概率合计应为 100.00%，现在是 101.50%' })).toBeVisible()
    await here.getByRole('button', { name: `删除奖品第${before + 1}行` }).click()
    await page.getByRole('button', { name: '删除', exact: true }).last().click()
    await expect(cards).toHaveCount(before)
    await expect(totals).toContainText('概率合计100.00')
    // No sideways scrolling.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  test('R09: back leaves the row and not its form, and of a picture that is thrown away nothing arrives', async ({
    page,
  }) => {
    const [box] = await calling('admin').rows('/rental/blindBox/list?status=0&pageSize=1')
    const address = `/product/blindBox/${box!.id}/edit`
    await alone(page)
    await page.goto(address)
    const here = top(page)
    const cards = here.getByRole('list', { name: '奖品' }).getByRole('listitem')
    const sheet = page.locator('.vd-line-page:visible')
    const question = page.getByRole('dialog')
    const throwAway = async () => {
      await back(page)
      await expect(question).toContainText('放弃已填写的内容？')
      await question.getByRole('button', { name: '放弃' }).tap()
      await expect(question).toBeHidden()
      await expect(sheet).toBeHidden()
      await expect(page).toHaveURL(address)
    }
    await cards.first().getByRole('button', { name: '编辑奖品第1行' }).tap()
    const before = await cards.count()
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route(UPLOAD, async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    const gone = page.waitForEvent('requestfailed', (request) => request.url().includes('/sys/common/upload'))
    await lineIn(sheet, 'image').locator('input[type=file]').first().setInputFiles(picture('奖品.png'))
    await expect(sheet.locator('[data-status="uploading"]')).toBeVisible()
    await throwAway()
    await gone
    go()

    await here.getByRole('button', { name: '添加一行' }).tap()
    await expect(sheet.getByRole('heading', { name: `奖品 ${before + 1}` })).toBeVisible()
    await sheet.getByRole('textbox', { name: '库存' }).fill('77')
    await throwAway()
    await expect(cards).toHaveCount(before)
    // A new row in which nothing was written goes without a word.
    await here.getByRole('button', { name: '添加一行' }).tap()
    await expect(sheet.getByRole('heading', { name: `奖品 ${before + 1}` })).toBeVisible()
    await back(page)
    await expect(sheet).toBeHidden()
    await expect(question).toBeHidden()
    await expect(cards).toHaveCount(before)
    // Nothing is left that leaving would throw away.
    await back(page)
    await expect(page).not.toHaveURL(address)
    await expect(question).toBeHidden()
  })

  test('R09: one value is copied to all rows below, and a row among many is found', async ({ page }) => {
    const [box] = await calling('admin').rows('/rental/blindBox/list?status=0&pageSize=1')
    await alone(page)
    await page.goto(`/product/blindBox/${box!.id}/edit`)
    const here = top(page)
    const cards = here.getByRole('list', { name: '奖品' }).getByRole('listitem')
    await expect(cards.nth(5)).toBeVisible()
    const all = await cards.count()
    await cards.nth(1).getByRole('button', { name: '编辑奖品第2行' }).tap()
    const sheet = page.locator('.vd-line-page:visible')
    await sheet.getByRole('textbox', { name: '库存' }).fill('77')
    await sheet.getByRole('button', { name: '复制到下面各行' }).tap()
    await page.locator('.adm-action-sheet:visible').getByText('库存', { exact: true }).tap()
    await expect(page.getByText(`把下面 ${all - 2} 行的“库存”都改为“77”？`)).toBeVisible()
    await page.getByRole('button', { name: '复制', exact: true }).tap()
    await expect(toast(page, `已复制到下面 ${all - 2} 行`)).toBeVisible()
    await sheet.getByRole('button', { name: '确定' }).tap()
    await expect(sheet).toBeHidden()
    await expect(cards.filter({ hasText: '77' })).toHaveCount(all - 1)
    await expect(cards.first()).not.toContainText('77')
    // One of them: its own number, and what is changed there is changed in it.
    const name = (await cards.nth(3).locator('dd').first().textContent())!
    await here.getByPlaceholder('查找奖品').fill(name)
    await expect(cards).toHaveCount(1)
    await expect(cards.getByRole('button', { name: '编辑奖品第4行' })).toBeVisible()
    await expect(here.getByText(`显示 1 / ${all} 行`)).toBeVisible()
    await here.getByPlaceholder('查找奖品').fill('没有这样的')
    await expect(here.getByText('没有找到')).toBeVisible()
  })

  test('a row that is wrong is seen when it is to be saved, whatever is looked for', async ({ page }) => {
    const steps = Array.from({ length: 6 }, (_, at) => ({ fromMinutes: at * 60, toMinutes: at < 5 ? at * 60 + 60 : null, price: '3.00' })) // prettier-ignore
    await alone(page)
    await page.goto(`/product/packageGroup/${await packageGroup(`查找套餐 ${Date.now()}`, steps)}/edit`)
    const here = top(page)
    const cards = here.getByRole('list', { name: '阶梯' }).getByRole('listitem')
    await cards.nth(1).getByRole('button', { name: '编辑阶梯第2行' }).tap()
    const sheet = page.locator('.vd-line-page:visible')
    await sheet.getByRole('textbox', { name: '从（分钟）' }).fill('61')
    await sheet.getByRole('button', { name: '确定' }).tap()
    await expect(sheet).toBeHidden()
    await here.getByPlaceholder('查找阶梯').fill('300')
    await here.getByRole('button', { name: '保存' }).tap()
    // Besides the two that hold it.
    await expect(here.getByText('显示 3 / 6 行')).toBeVisible()
    await expect(cards.getByText(/^第2行从（分钟）：/)).toBeVisible()
    await expect(cards).toHaveCount(3)
  })

  test('R09 I05 I08: rows are moved, and saved in their order, new ones without an id', async ({ page }) => {
    const id = await packageGroup(`手机套餐 ${Date.now()}`)
    await page.goto(`/product/packageGroup/${id}/edit`)
    const here = top(page)
    const cards = here.getByRole('list', { name: '阶梯' }).getByRole('listitem')
    await expect(cards).toHaveCount(2)
    await here.locator('[data-field="steps"]').getByRole('button', { name: '添加一行' }).tap()
    const sheet = page.locator('.vd-line-page:visible')
    await sheet.getByRole('textbox', { name: '从（分钟）' }).fill('30')
    await sheet.getByRole('textbox', { name: '到（分钟）' }).fill('60')
    await sheet.getByRole('textbox', { name: '价格' }).fill('5')
    await sheet.getByRole('button', { name: '确定' }).tap()
    await expect(sheet).toBeHidden()
    await cards.nth(2).getByRole('button', { name: '上移阶梯第3行' }).tap()
    await expect(cards.nth(1)).toContainText('5.00')
    await cards.nth(0).getByRole('button', { name: '编辑阶梯第1行' }).tap()
    // Left without taking what was written: the row is what it was.
    await sheet.getByRole('textbox', { name: '价格' }).fill('777')
    await sheet.getByRole('button', { name: '返回' }).tap()
    await page.getByRole('button', { name: '放弃', exact: true }).tap()
    await expect(sheet).toBeHidden()
    await expect(cards.nth(0)).toContainText('3.00')
    await cards.nth(0).getByRole('button', { name: '编辑阶梯第1行' }).tap()
    await sheet.getByRole('textbox', { name: '到（分钟）' }).fill('30')
    await sheet.getByRole('button', { name: '确定' }).tap()
    await expect(sheet).toBeHidden()
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith('/rental/packageGroup/edit')),
      here.getByRole('button', { name: '保存' }).tap(),
    ])
    const { steps } = request.postDataJSON() as { steps: { id?: string; fromMinutes: number; price: string }[] }
    expect(steps.map((step) => [typeof step.id, step.fromMinutes, step.price])).toEqual([
      ['string', 0, '3.00'],
      ['undefined', 30, '5.00'],
      ['string', 60, '20.00'],
    ])
    await expect(toast(page, '修改成功!')).toBeVisible()
  })

  test('R09 I01 I09 I11 I12 I13 I18: every kind of value on the page of a row', async ({ page }) => {
    await alone(page)
    await page.goto(PAGE)
    const here = top(page)
    const cards = here.getByRole('list', { name: '奖品' }).getByRole('listitem')
    await expect(cards).toHaveCount(2)
    await cards.nth(0).getByRole('button', { name: '编辑奖品第1行' }).tap()
    const sheet = page.locator('.vd-line-page:visible')
    const line = (name: string) => lineIn(sheet, name)
    const picked = (name: string) => line(name).getByRole('button').first()
    const full = page.locator('.vd-sheet-full:visible')
    // Only what can become a number is taken; what is none when it is left becomes empty.
    const count = line('count').getByRole('textbox')
    await count.fill('')
    await count.pressSequentially('1a2')
    await expect(count).toHaveValue('12')
    await count.fill('-')
    await count.blur()
    await expect(count).toHaveValue('')
    await expect(line('count').getByRole('alert')).toHaveText('请输入数量')
    await count.fill('0')
    await count.blur()
    await expect(line('count').getByRole('alert')).toHaveText('不能小于1')
    await count.fill('12')
    await count.blur()
    await expect(line('count').getByRole('alert')).toHaveCount(0)
    const mobile = line('mobile').getByRole('textbox')
    await mobile.fill('12345')
    await mobile.blur()
    await expect(line('mobile').getByRole('alert')).toHaveText('请输入正确手机号')
    await mobile.fill('13800000001')
    await line('price').getByRole('textbox').fill('5')
    await line('rate').getByRole('textbox').fill('2.5')
    await line('remark').getByRole('textbox').fill('第一行\n第二行')
    await line('words').getByRole('textbox').pressSequentially('热门新品')
    await expect(line('words').getByRole('textbox')).toHaveValue('热门;新品')

    await line('open').getByRole('switch').tap()
    await line('level').getByRole('option').first().tap()
    for (const at of [0, 1]) await line('levels').getByRole('option').nth(at).tap()
    for (const name of ['day', 'moment']) {
      await picked(name).tap()
      const wheel = page.locator('.adm-picker:visible')
      await wheel.getByText('确定', { exact: true }).tap()
      await expect(wheel).toHaveCount(0)
    }
    await picked('person').tap()
    await full.getByRole('searchbox').fill('钱静')
    await full.getByRole('option', { name: /^钱静/ }).tap()
    await full.getByRole('button', { name: '确定 1' }).tap()
    await expect(full).toHaveCount(0)
    await picked('depart').tap()
    await full.getByRole('radio', { name: '财务部' }).tap()
    await expect(picked('depart')).toContainText('财务部')
    // What was chosen under one kind means nothing under another.
    await picked('cardId').tap()
    await full.getByRole('option').first().tap()
    await expect(picked('cardId')).not.toContainText('请选择')
    await line('cardKind').getByRole('option', { name: '次卡' }).tap()
    await expect(picked('cardId')).toContainText('请选择')
    const chooser = (name: string) => line(name).locator('input[type=file]:not([capture])')
    // On its way, refused, tried again.
    await page.route(UPLOAD, (route) => route.abort('connectionreset'))
    await chooser('picture').setInputFiles(picture('门头.png'))
    await expect(line('picture').locator('[data-status="error"]')).toContainText('上传失败')
    await sheet.getByRole('button', { name: '确定' }).tap()
    await expect(toast(page, /上传失败，请重试或删除$/)).toBeVisible()
    await page.unroute(UPLOAD)
    await line('picture').getByRole('button', { name: '重试门头.png' }).tap()
    await expect(line('picture').locator('[data-status="done"] img')).toBeVisible()
    await chooser('paper').setInputFiles(text('说明.txt'))
    await expect(line('paper').locator('[data-status="done"]')).toContainText('说明.txt')

    await sheet.getByRole('button', { name: '确定' }).tap()
    await expect(sheet).toBeHidden()
    for (const text of ['充电宝', '12', '5.00', '热门', '财务部', '钱静', '说明.txt'])
      await expect(cards.nth(0)).toContainText(text)
    await expect(here.getByLabel('统计')).toContainText('数量合计17')
    const [row] = JSON.parse((await here.getByLabel('读取结果').textContent())!) as Record<string, unknown>[]
    expect(row).toMatchObject({
      id: 'r1', prizeName: '充电宝', mobile: '13800000001', count: 12, price: '5.00', rate: '2.50', open: 'N',
      cardKind: cardKinds.times, cardId: null, words: '热门;新品', remark: '第一行\n第二行',
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), moment: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/),
      level: expect.stringMatching(/^\w$/), levels: expect.stringMatching(/^\w,\w$/),
      person: expect.stringMatching(/^\w+$/), depart: expect.stringMatching(/^\w+$/),
      picture: expect.stringMatching(/门头_\w+\.png$/), paper: expect.stringMatching(/说明_\w+\.txt$/),
    }) // prettier-ignore
  })
})
