/** A form that was begun goes on in a new window and on another device. */
import { discarding } from './antd.ts'
import { DESKTOP, PHONE, as, calling, expect, test } from './browser.ts'
import { top } from './touch.ts'

const title = '草稿试题'

test.use({ ...as('admin', DESKTOP), drafts: true })

test('R12: what was typed at the desk is on the phone, and back; saved it is gone everywhere', async ({
  page,
  another,
}) => {
  const drafts = async () => (await calling('admin').get('/sys/draft/one?resource=commonProblem')).result
  await page.goto('/content/commonProblem')
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('问题', { exact: true }).fill(title)
  await expect.poll(async () => (await drafts())?.values?.title as unknown).toBe(title)

  const phone = await another('admin', PHONE)
  await phone.goto('/content/commonProblem/add')
  const question = top(phone).locator('[data-field=title]').getByRole('textbox')
  await expect(question).toHaveValue(title)
  await expect(phone.getByRole('status').filter({ hasText: '在另一台设备（浏览器）上填写的内容' })).toBeVisible()
  await question.fill(`${title}，手机`)
  await expect.poll(async () => (await drafts())?.values?.title as unknown).toBe(`${title}，手机`)

  // The desk types on without having seen it: told, and the newest wins.
  await dialog.getByLabel('问题', { exact: true }).fill(`${title}，电脑`)
  await expect(dialog.getByText(/也在填写这张表单，以最后填写的为准/)).toBeVisible()

  // A closed window: another browser at the desk.
  const desk = await another('admin', DESKTOP)
  await page.close()
  await desk.goto('/content/commonProblem')
  await desk.getByRole('button', { name: '新增' }).click()
  await expect(desk.getByRole('dialog').getByLabel('问题', { exact: true })).toHaveValue(`${title}，电脑`)
  await desk.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
  await discarding(desk)
  await expect.poll(drafts).toBeNull()
})
