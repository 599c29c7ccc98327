/** 工作台: a record that is followed on one shell is on the desk of both, and so are the chosen ways. */
import { DESKTOP, PHONE, as, expect, test } from './browser.ts'
import { grave } from './screens.ts'

const RECORD = /^取消原因 /

test('C14: what is followed and chosen at the desk is there on the phone', async ({ browser }) => {
  const desk = await browser.newContext(as('admin', DESKTOP))
  const page = await desk.newPage()
  await page.goto('/order/cancelReason')
  await page.getByRole('row').nth(1).getByRole('link', { name: '详情' }).click()
  await page.getByRole('button', { name: /(^|\s)关注$/ }).click()
  await expect(page.getByRole('button', { name: '取消关注' })).toBeVisible()
  await page.goto('/dashboard/workplace')
  await expect(page.getByRole('region', { name: '我关注的' }).getByRole('link', { name: RECORD })).toBeVisible()
  const ways = page.getByRole('region', { name: '快捷入口' })
  await ways.getByRole('button', { name: '自选' }).click()
  const dialog = page.getByRole('dialog', { name: '自选快捷入口' })
  await dialog.getByRole('combobox').fill('设备地图')
  await page.getByTitle('设备地图').last().click()
  // The choices stay open until something else is clicked.
  await dialog.getByText('自选快捷入口').click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(ways.getByRole('link', { name: '设备地图' })).toBeVisible()
  expect(await grave(page, 'main')).toEqual([])
  await desk.close()

  const hand = await browser.newContext(as('admin', PHONE))
  const phone = await hand.newPage()
  await phone.goto('/dashboard/workplace')
  await expect(phone.getByRole('region', { name: '快捷入口' }).getByRole('button', { name: '设备地图' })).toBeVisible()
  await phone
    .getByRole('region', { name: '我关注的' })
    .getByRole('button', { name: /取消原因/ })
    .tap()
  await phone.getByRole('button', { name: '取消关注' }).tap()
  await expect(phone.getByRole('button', { name: '关注', exact: true })).toBeVisible()
  await hand.close()
})
