/** Import, export and the task centre, as people use them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { read, utils, write } from 'xlsx'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { as, calling, DESKTOP, expect, PHONE, test, type Page } from './browser.ts'

const CONSUMERS = '/customer/userMessage'
const fixture = (name: string) =>
  fileURLToPath(new URL(`../../packages/sheets/tests/fixtures/${name}`, import.meta.url))

/** Numbers nobody else uses, also in a second try. */
let next = Date.now() % 10_000_000
const phone = () => String(13_600_000_000 + (next += 1))

function sheet(name: string, rows: (string | number)[][]) {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['昵称', '手机号'], ...rows]), '导入')
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array),
  }
}

const openImport = async (page: Page, label: string) => {
  await page.getByRole('button', { name: /导入/ }).click()
  const dialog = page.getByRole('dialog', { name: `导入${label}` })
  await expect(dialog.getByRole('button', { name: '开始上传' })).toBeDisabled()
  return dialog
}

/** More than 10,000 of them, made once by whoever comes first. */
async function manyNumbers(): Promise<void> {
  const admin = calling('admin')
  const total = async () => (await admin.get('/rental/deviceNumber/list?pageSize=1')).result.total as number
  if ((await total()) <= 10_000) {
    const range = {
      startNo: '4400000001',
      endNo: '4400010000',
      batchNo: 'E2E',
      deviceType: deviceTypes.cabinet,
      softVersion: '1.0',
    }
    await admin.post('/rental/deviceNumber/add', range)
  }
  await expect.poll(total, { timeout: 90_000 }).toBeGreaterThan(10_000)
}

test.describe('desktop', () => {
  test.use(as('admin', DESKTOP))

  test('K01 K02: several files are checked first, and the good rows are imported when that is wanted', async ({
    page,
  }) => {
    const admin = calling('admin')
    const name = `甲${next}`
    const found = async () =>
      (await admin.get(`/rental/userMessage/list?nickName=*${encodeURIComponent(name)}*&pageSize=1`)).result
        .total as number
    // A request with files shows its body to nobody, so the form is watched while it is filled.
    await page.addInitScript(() => {
      const fields: string[] = []
      Object.assign(window, { sentFields: fields })
      const append = FormData.prototype.append
      FormData.prototype.append = function (this: FormData, name: string, ...rest: [Blob, string]) {
        fields.push(name)
        append.call(this, name, ...rest)
      } as typeof append
    })
    await page.goto(CONSUMERS)
    const dialog = await openImport(page, '用户信息')
    const template = page.waitForEvent('download')
    await dialog.getByRole('button', { name: '下载模板' }).click()
    expect((await template).suggestedFilename()).toBe('用户信息导入模板.xlsx')
    await dialog.locator('input[type=file]').setInputFiles([
      sheet(
        '全对.xlsx',
        [1, 2, 3].map((index) => [`${name}-${index}`, phone()]),
      ),
      sheet('有错.xlsx', [
        [`${name}-4`, phone()],
        [`${name}-5`, phone()],
        [`${name}-6`, '123'],
      ]),
    ])
    await expect(dialog.getByText('有错.xlsx')).toBeVisible()
    await dialog.getByRole('button', { name: '开始上传' }).click()

    // Nothing is written before it is confirmed.
    const line = (file: string) => dialog.getByRole('row', { name: file })
    await expect(line('全对.xlsx').getByRole('cell')).toHaveText(['全对.xlsx', '3', '0', '0', '0', ''])
    await expect(line('有错.xlsx').getByRole('cell')).toHaveText(['有错.xlsx', '2', '0', '0', '1', /下载/])
    await expect(dialog.getByRole('alert').filter({ hasText: '有错误行的文件不会导入' })).toBeVisible()
    expect(await found()).toBe(0)
    const sent = await page.evaluate(() => (window as unknown as { sentFields: string[] }).sentFields)
    expect(sent).toEqual(expect.arrayContaining(['isSingleTableImport', 'foreignKeys', 'validateStatus']))
    expect(sent.filter((field) => field === 'files[]')).toHaveLength(2)

    await dialog.getByRole('switch', { name: '是否校验' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: '尚未写入任何数据' })).toBeVisible()
    await dialog.getByRole('button', { name: '确认导入' }).click()
    const partly = page.getByRole('dialog', { name: '导入成功，但有错误数据' })
    await expect(partly).toContainText('总上传行数：3，已导入行数：2，错误行数：1')
    expect(await found()).toBe(5)
    const link = partly.getByRole('link', { name: /点击下载/ })
    await expect(link).toHaveAttribute('download', /\.xlsx?$/)
    // The browser asks for it without the token, and so does this.
    const list = await page.request.get((await link.getAttribute('href'))!)
    expect(list.status()).toBe(200)
    const book = read(await list.body())
    const [head, first] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    expect(head).toEqual(['文件', '行号', '列', '内容', '原因'])
    expect(first!.slice(0, 4)).toEqual(['有错.xlsx', 4, '手机号', '123'])
    await partly.getByRole('button', { name: '知道了' }).click()
    await expect(dialog).toBeHidden()
  })

  test('K01: what a list exported is imported again with a word of warning where nothing tells records apart, on both shells', async ({
    page,
    another,
  }) => {
    await page.goto('/content/trend')
    await page.getByRole('button', { name: /导出/ }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    const file = await (await coming).path()
    const sheets = [{ name: '动态.csv', mimeType: 'text/csv', buffer: readFileSync(file) }]
    const warning = /\d+ 行与已有记录同名，表里没有可以对照的编号，导入后会成为重复的记录/

    const dialog = await openImport(page, '动态')
    await dialog.locator('input[type=file]').setInputFiles(sheets)
    await dialog.getByRole('button', { name: '开始上传' }).click()
    await expect(dialog.getByText(warning)).toBeVisible()

    const small = await another('admin', PHONE)
    await small.goto('/content/trend')
    await small.getByRole('button', { name: '导入' }).tap()
    await small.getByText('导入 Excel 文件').tap()
    const sheet = small.locator('.vd-sheet-full')
    await sheet.locator('input[type=file]').setInputFiles(sheets)
    await sheet.getByRole('button', { name: '开始上传' }).tap()
    await expect(sheet.getByText(warning)).toBeVisible()
  })

  test('K01 K02: 500 providers of an office file; a file of another kind and a lost line are said by name', async ({
    page,
  }) => {
    // Each provider gets its department and its terms: half a minute where nothing else runs.
    test.setTimeout(360_000)
    const admin = calling('admin')
    const total = async () => (await admin.get('/rental/serviceProvider/list?pageSize=1')).result.total as number
    const before = await total()
    await page.goto('/partner/serviceProvider')
    const dialog = await openImport(page, '服务商')
    const choose = dialog.locator('input[type=file]')
    const begin = dialog.getByRole('button', { name: '开始上传' })
    await choose.setInputFiles({ ...sheet('假的.xlsx', []), buffer: Buffer.from('%PDF-1.7') })
    await begin.click()
    await expect(dialog.getByRole('alert')).toContainText('假的.xlsx 文件不是有效的 Excel 文件')

    await page.route('**/importExcel', (route) => route.abort())
    await begin.click()
    await expect(dialog.getByRole('alert')).toContainText('假的.xlsx')
    await page.unroute('**/importExcel')
    await dialog.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click()

    await openImport(page, '服务商')
    await choose.setInputFiles(fixture('providers-500.xlsx'))
    await begin.click()
    await expect(dialog.getByRole('row', { name: 'providers-500.xlsx' })).toContainText('500', { timeout: 60_000 })
    await dialog.getByRole('button', { name: '确认导入' }).click()
    await expect(page.getByText('文件导入成功！数据行数：500')).toBeVisible({ timeout: 180_000 })
    expect(await total()).toBe(before + 500)

    // Taken back in the task centre.
    await page.getByRole('button', { name: /^任务中心/ }).click()
    const row = page.getByRole('row', { name: /导入服务商：providers-500\.xlsx/ })
    await row.getByRole('button', { name: '撤销本次导入' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^确\s?定$/ })
      .click()
    await expect(row).toContainText('已撤销本次导入：删除 500 行', { timeout: 120_000 })
    expect(await total()).toBe(before)
  })

  test('K04: a long export goes on in the background while one works, and is fetched in the task centre', async ({
    page,
  }) => {
    await manyNumbers()
    await page.goto('/device/deviceNumber')
    await page.getByRole('button', { name: /导出/ }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    await expect(page.getByText('数据较多，已转入后台导出，完成后会通知您')).toBeVisible()
    // The list goes on working.
    await page.getByRole('button', { name: '刷新列表' }).click()
    await expect(page.getByRole('link', { name: '详情' }).first()).toBeVisible()
    await page.getByRole('button', { name: /^任务中心/ }).click()
    const row = page.getByRole('row', { name: /导出设备编号/ }).first()
    const save = row.getByRole('button', { name: '下载' })
    await expect(save).toBeVisible({ timeout: 90_000 })
    const coming = page.waitForEvent('download')
    await save.click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('设备编号.csv')
    expect(
      readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n').length,
    ).toBeGreaterThan(10_000)
  })
})

test.describe('nobody has ordered anything', () => {
  test.use(as('viewer', DESKTOP))

  test('K04: an empty task centre says what it is for, on both shells', async ({ page, another }) => {
    await page.goto('/tasks')
    await expect(page.getByText('还没有任务。数据较多的导出和导入会在后台进行')).toBeVisible()
    const small = await another('viewer', PHONE)
    await small.goto('/tasks')
    await expect(small.getByText('还没有任务。数据较多的导出和导入会在后台进行')).toBeVisible()
  })
})

test.describe('phone', () => {
  test.use(as('admin', PHONE))

  test('K01 K02: files are checked first on the phone too, good rows are imported, what is wrong comes as a file', async ({
    page,
  }) => {
    const admin = calling('admin')
    const name = `手机导入${next}`
    const found = async () =>
      (await admin.get(`/rental/userMessage/list?nickName=*${encodeURIComponent(name)}*&pageSize=1`)).result
        .total as number
    await page.goto(CONSUMERS)
    await page.getByRole('button', { name: '导入' }).tap()
    await page.getByText('导入 Excel 文件').tap()
    const sheets = page.locator('.vd-sheet-full')
    const begin = sheets.getByRole('button', { name: '开始上传' })
    await expect(begin).toBeDisabled()
    const template = page.waitForEvent('download')
    await sheets.getByRole('button', { name: '下载模板' }).tap()
    expect((await template).suggestedFilename()).toBe('用户信息导入模板.xlsx')
    await sheets.locator('input[type=file]').setInputFiles([
      sheet('全对.xlsx', [[`${name}-1`, phone()]]),
      sheet('有错.xlsx', [
        [`${name}-2`, phone()],
        [`${name}-3`, '123'],
      ]),
      { ...sheet('说明.txt', []), mimeType: 'text/plain' },
    ])
    await expect(page.locator('.adm-toast-main')).toContainText('说明.txt 不是 .xlsx、.xls、.csv 文件')
    await begin.tap()
    await expect(sheets.getByRole('region', { name: '全对.xlsx' })).toContainText('新增 1 行，修改 0 行，错误 0 行')
    await expect(sheets.getByRole('region', { name: '有错.xlsx' })).toContainText('新增 1 行，修改 0 行，错误 1 行')
    await expect(sheets).toContainText('有错误行的文件不会导入')
    expect(await found()).toBe(0)

    await sheets.getByRole('switch', { name: '是否校验' }).tap()
    await expect(sheets).toContainText('尚未写入任何数据')
    await sheets.getByRole('button', { name: '确认导入' }).tap()
    const partly = page.getByRole('dialog').filter({ hasText: '导入成功，但有错误数据' })
    await expect(partly).toContainText('总上传行数：2，已导入行数：1，错误行数：1', { timeout: 60_000 })
    const coming = page.waitForEvent('download')
    await partly.getByRole('button', { name: '下载错误清单' }).tap()
    const list = await coming
    expect(list.suggestedFilename()).toBe('用户信息导入错误.xlsx')
    const book = read(readFileSync(await list.path()))
    const [, first] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    expect(first!.slice(0, 4)).toEqual(['有错.xlsx', 3, '手机号', '123'])
    await expect(sheets).toHaveCount(0)
    expect(await found()).toBe(2)
  })

  test('K03 K04: short exports come at once, long ones are found under 我的', async ({ page }) => {
    await page.goto(CONSUMERS)
    await page.getByRole('button', { name: '导出' }).tap()
    const coming = page.waitForEvent('download')
    await page.getByText('CSV (.csv)').tap()
    expect((await coming).suggestedFilename()).toBe('用户信息.csv')

    await manyNumbers()
    await page.goto('/device/deviceNumber')
    await page.getByRole('button', { name: '导出' }).tap()
    await page.getByText('CSV (.csv)').tap()
    await expect(page.getByText('数据较多，已转入后台导出')).toBeVisible()
    await page.goto('/me')
    await page.getByText('任务中心').tap()
    const card = page.locator('.vd-task:visible', { hasText: '导出设备编号' }).first()
    await expect(card).toContainText('已完成', { timeout: 90_000 })
    await card.tap()
    const fetched = page.waitForEvent('download')
    await page.getByText('下载文件').tap()
    expect((await fetched).suggestedFilename()).toBe('设备编号.csv')
  })
})
