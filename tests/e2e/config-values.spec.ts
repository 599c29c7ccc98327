/** Q02: settings by group, each with the editor of its type, and what was changed. */
import type { Locator } from '@playwright/test'
import { configGroups } from '#resources/finance/appConfig.ts'
import { enableStates } from '#resources/enabled.ts'
import { choose, columnTexts, field, tableReady } from './antd.ts'
import { DESKTOP, PHONE, as, calling, expect, test, type Page, type Row } from './browser.ts'
import { picture } from './files.ts'
import { cards, top } from './touch.ts'

const LIST = '/finance/appConfig'
const PICTURE = picture('海报.png')

/** Each run makes its own: a key is taken once. */
async function setting(valueType: string, configValue: string): Promise<Row> {
  const key = `test.${Date.now()}${Math.random().toString(36).slice(2, 6)}`
  const draft = { groupCode: configGroups.version, configKey: key, configName: `参数 ${key}`, valueType, configValue, needAudit: 'N', status: enableStates.on } // prettier-ignore
  const { result, message } = await calling('admin').post('/rental/appConfig/add', draft)
  expect(result, message).toBeTruthy()
  return result as Row
}
const valueOf = async ({ id }: Row): Promise<string> =>
  (await calling('admin').rows(`/rental/appConfig/list?id=${id}`))[0]!.configValue as string

interface OneType {
  type: string
  name: string
  before: string
  after: string | RegExp
  /** Gives the new value; the old one stands there. */
  fill(editor: Locator, page: Page): Promise<void>
  /** How the value is read. */
  shown(place: Locator): Locator
  /** In a list, where that is another way. */
  listed?(place: Locator): Locator
}

async function writeAnew(area: Locator, page: Page, text: string): Promise<void> {
  await area.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}
async function send(editor: Locator): Promise<void> {
  await editor.locator('input[type=file]').last().setInputFiles(PICTURE)
  await expect(editor.locator('img[src*="temp/"]').last()).toBeVisible()
}
const words = (text: string) => (place: Locator) => place.getByText(text, { exact: true })

const common: Omit<OneType, 'fill'>[] = [
  { type: '1', name: '文本', before: '旧的文字', after: '新的文字', shown: words('新的文字') },
  { type: '2', name: '数字', before: '10', after: '12.5', shown: words('12.5') },
  { type: '3', name: '开关', before: 'N', after: 'Y', shown: (place) => place.locator('.ant-tag, .vd-tone').getByText('是', { exact: true }) }, // prettier-ignore
  { type: '4', name: '图片', before: '', after: /^temp\/.+\.png$/, shown: (place) => place.getByRole('img') },
  { type: '5', name: '富文本', before: '<p>旧的<b>文字</b></p>', after: /新的文字/, shown: words('新的文字') },
  {
    type: '6',
    name: 'JSON',
    before: '{"a":1}',
    after: '{"b":[2]}',
    shown: words('{"b":[2]}'),
    listed: words('1 项：b'),
  },
]

const onDesktop: Record<string, OneType['fill']> = {
  1: (editor) => editor.getByRole('textbox').fill('新的文字'),
  2: (editor) => editor.getByRole('spinbutton').fill('12.5'),
  3: (editor) => editor.getByRole('switch').click(),
  4: async (editor) => {
    await editor.getByRole('button', { name: /^删除/ }).click()
    await send(editor)
  },
  5: (editor, page) => writeAnew(editor.locator('[contenteditable=true]'), page, '新的文字'),
  6: (editor, page) => writeAnew(editor.locator('.cm-content'), page, '{"b":[2]}'),
}
const onPhone: Record<string, OneType['fill']> = {
  ...onDesktop,
  2: (editor) => editor.getByRole('textbox').fill('12.5'),
  3: (editor) => editor.getByRole('switch').tap(),
  4: send,
  6: (editor) => editor.getByRole('textbox').fill('{"b":[2]}'),
}

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('Q02: settings stand in groups, and the group is part of the address', async ({ page }) => {
    await page.goto(LIST)
    await tableReady(page)
    const groups = page.getByRole('navigation', { name: '分组' })
    await expect(groups.getByRole('tab')).toHaveText(['全部', '基础', '计费', '押金', '提现', '客服', '分享', '版本'])
    await groups.getByRole('tab', { name: '押金' }).click()
    await expect(page).toHaveURL(/groupCode=3/)
    await expect.poll(async () => new Set(await columnTexts(page, '分组'))).toEqual(new Set(['押金']))
    await page.reload()
    await expect(groups.getByRole('tab', { name: '押金' })).toHaveAttribute('aria-selected', 'true')
    await groups.getByRole('tab', { name: '全部' }).click()
    await expect.poll(async () => new Set(await columnTexts(page, '分组')).size).toBeGreaterThan(1)
  })

  test('Q02: the editor follows the type while a setting is made', async ({ page }) => {
    await page.goto(LIST)
    await tableReady(page)
    await page.getByRole('button', { name: 'plus 新增' }).click()
    const form = page.getByRole('dialog', { name: '新增', exact: true })
    const value = form.locator('.ant-form-item').filter({ hasText: '参数值' })
    await choose(form, '值类型', 'JSON')
    await writeAnew(value.locator('.cm-content'), page, '{"a":')
    await field(form, '参数名称').fill('编辑器')
    await expect(value.getByText('不是完整的 JSON')).toBeVisible()
    await choose(form, '值类型', '数字')
    // What was no number is gone.
    await expect(value.getByRole('spinbutton')).toHaveValue('')
    await value.getByRole('spinbutton').fill('7')
    await choose(form, '值类型', '文本')
    await expect(value.getByRole('textbox')).toHaveValue('7')
    await choose(form, '值类型', '开关')
    await expect(value.getByRole('switch')).not.toBeChecked()
    await choose(form, '值类型', '富文本')
    await expect(value.locator('[contenteditable=true]')).toBeVisible()
    await choose(form, '值类型', '图片')
    await expect(value.locator('input[type=file]').first()).toBeAttached()
  })

  for (const { type, name, before, after, shown, listed } of common)
    test(`Q02: a value of type ${name} is changed in its editor, and the change is kept (1440)`, async ({ page }) => {
      const row = await setting(type, before || (await demoPicture()))
      await page.goto(`${LIST}/${row.id}`)
      await page.getByRole('button', { name: '修改参数值' }).click()
      const dialog = page.getByRole('dialog', { name: '修改参数值' })
      const editor = dialog.locator('.ant-form-item').filter({ hasText: '新的值' })
      await onDesktop[type]!(editor, page)
      await dialog.getByRole('textbox', { name: '原因' }).fill('试改')
      await dialog.getByRole('button', { name: '确定修改参数值' }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => valueOf(row)).toMatch(after)
      await expect(shown(page.getByRole('region', { name: '参数', exact: true })).first()).toBeVisible()
      const log = page.getByRole('region', { name: '相关记录' })
      await expect(log.getByRole('tab', { name: '配置变更 1' })).toBeVisible()
      await expect((listed ?? shown)(log).first()).toBeVisible()
      await log.getByRole('link', { name: /^PZ/ }).click()
      await expect(page).toHaveURL(/\/configChange\//)
      await expect(shown(page.locator('main')).filter({ visible: true }).first()).toBeVisible()
    })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('Q02: settings stand in groups on the phone', async ({ page }) => {
    await page.goto(LIST)
    await expect(cards(page).first()).toBeVisible()
    const group = (name: string) => top(page).getByRole('group', { name: '分组' }).getByRole('button', { name })
    await group('押金').tap()
    await expect(page).toHaveURL(/groupCode=3/)
    await expect(group('押金')).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page).filter({ hasText: '押金金额' })).toBeVisible()
    await expect(cards(page).filter({ hasText: '提现最低' })).toHaveCount(0)
  })

  for (const { type, name, before, after, shown } of common)
    test(`Q02: a value of type ${name} is changed in its editor, and the change is kept (375)`, async ({ page }) => {
      const row = await setting(type, before || (await demoPicture()))
      await page.goto(`${LIST}/${row.id}`)
      await top(page).getByRole('button', { name: '修改参数值', exact: true }).tap()
      const sheet = page.locator('.vd-sheet:visible')
      await onPhone[type]!(sheet.locator('[data-field=newValue]'), page)
      await sheet.getByRole('button', { name: '修改参数值' }).tap()
      await page.getByRole('textbox', { name: '原因' }).fill('试改')
      await page.getByLabel('修改参数值原因').getByRole('button', { name: '修改参数值' }).tap()
      await expect.poll(() => valueOf(row)).toMatch(after)
      await expect(shown(top(page)).first()).toBeVisible()
      await top(page)
        .getByRole('button', { name: /^配置变更/ })
        .tap()
      await expect(page).toHaveURL(/configId=/)
      await expect(cards(page)).toHaveCount(1)
      await cards(page).tap()
      await expect(page).toHaveURL(/\/configChange\/\w+/)
      await expect(shown(top(page)).first()).toBeVisible()
    })
})

/** A picture that is there. */
const demoPicture = async (): Promise<string> =>
  (await calling('admin').rows('/rental/appConfig/list?configKey=share.poster'))[0]!.configValue as string
