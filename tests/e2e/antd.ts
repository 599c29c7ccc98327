/** How a person works antd's parts. */
import { expect, type Locator, type Page } from '@playwright/test'

const exactly = (text: string) => new RegExp(`^(\\* )?${text}$`)

/** The input of a form field, by its label, with or without the sign of a required one. */
export const field = (form: Locator, label: string): Locator => form.getByLabel(exactly(label))

/** Opens a select and takes an option by its words; typing `keyword` first asks for it. */
export async function choose(form: Locator, label: string, text: string | RegExp, keyword?: string): Promise<void> {
  const page = form.page()
  const box = form.getByRole('combobox', { name: exactly(label) })
  await box.click()
  if (keyword) await box.fill(keyword)
  const option = page.locator('.ant-select-item-option:visible')
  await option
    .filter({ hasText: typeof text === 'string' ? new RegExp(`^${text}$`) : text })
    .first()
    .click()
}

/** Rows of the table that is shown, without those antd only measures with. */
export const tableRows = (page: Page): Locator => page.locator('main .ant-table-tbody > tr.ant-table-row:visible')

/** The table has answered: rows or the sentence for none, and no veil over them. */
export async function tableReady(page: Page): Promise<void> {
  await expect(page.locator('main .ant-table-tbody:visible > tr:not(.ant-table-measure-row)').first()).toBeVisible()
  await expect(page.locator('main .ant-spin-spinning:visible')).toHaveCount(0)
}

/** Texts of one column, by its head. */
export async function columnTexts(page: Page, title: string): Promise<string[]> {
  const heads = await page.locator('main .ant-table-thead:visible th').allTextContents()
  const at = heads.findIndex((text) => text.trim() === title)
  expect(at, `column ${title}`).toBeGreaterThanOrEqual(0)
  return tableRows(page)
    .locator(`td:nth-child(${at + 1})`)
    .allTextContents()
}

/** Says yes to the question before what was filled in is thrown away. */
export const discarding = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: '放弃已填写的内容吗?' }).getByRole('button', { name: '放弃' }).click()
