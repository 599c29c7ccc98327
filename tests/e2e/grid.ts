/** How a person works the editable grid. */
import type { Locator } from '@playwright/test'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { enableStates } from '#resources/enabled.ts'
import { billModes } from '#resources/product/billModes.ts'
import { packageScopes } from '#resources/product/packageGroup.ts'
import { calling, expect, type Page } from './browser.ts'

export const PAGE = '/examples/grid'
export const UPLOAD = '**/sys/common/upload'
export const ok = /确\s?定/

export const gridNamed = (page: Page, name: string): Locator => page.getByRole('grid', { name, exact: true })
/** The cell of a line (from 1) and a field. */
export async function cell(grid: Locator, line: number, field: string): Promise<Locator> {
  const heads = grid.locator('[data-head]')
  await heads.first().waitFor()
  const fields = await heads.evaluateAll((all) => all.map((head) => (head as HTMLElement).dataset.head))
  expect(fields).toContain(field)
  return grid.locator(`[aria-rowindex="${line + 1}"] [data-place="${fields.indexOf(field)}"]`)
}
/** Goes to a cell that is typed into, and replaces what is in it. */
export async function type(page: Page, at: Locator, text: string, end = 'Enter'): Promise<void> {
  await at.click()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  if (text) await page.keyboard.type(text)
  await page.keyboard.press(end)
}
/** As a spreadsheet puts it on the clipboard, from this cell on. */
export async function paste(page: Page, at: Locator, rows: readonly (readonly string[])[]): Promise<void> {
  await at.click()
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    rows.map((row) => row.join('\t')).join('\n'),
  )
}
export const textsOf = (grid: Locator, place: number) => grid.locator(`[role=row] [data-place="${place}"]`)
export const menuOf = async (page: Page, grid: Locator, line: number) => {
  const menu = page.locator('.ant-dropdown:visible')
  // That of another line may still be on its way out, with the same words.
  await expect(menu).toHaveCount(0)
  await grid.getByRole('button', { name: `第${line}行操作` }).click()
  return menu
}
export const said = (page: Page, text: string | RegExp) => page.locator('.ant-message-notice').filter({ hasText: text })
export async function read(page: Page, button: string): Promise<any> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const output = page.getByLabel('读取结果')
  await expect(output).not.toBeEmpty()
  return JSON.parse((await output.textContent())!)
}

/** Nobody else's rows come: a test beside this one may be in the same record. */
export const alone = (page: Page) =>
  page.routeWebSocket(/\/vxeSocket\//, (socket) =>
    socket.onMessage((text) => {
      if (String(text).includes('heart_beat')) socket.send(JSON.stringify({ type: 'heart_beat', data: true }))
    }),
  )

/** The page of examples, with its rows. */
export async function open(page: Page): Promise<Locator> {
  await alone(page)
  await page.goto(PAGE)
  const grid = gridNamed(page, '奖品')
  await expect(await cell(grid, 1, 'prizeName')).toHaveText('奖品1')
  return grid
}

const STEPS = [
  { fromMinutes: 0, toMinutes: 60, price: '3.00' },
  { fromMinutes: 60, toMinutes: null, price: '20.00' },
]
/** A record with two steps, or these. */
export async function packageGroup(
  groupName: string,
  steps: readonly { fromMinutes: number; toMinutes: number | null; price: string }[] = STEPS,
): Promise<string> {
  const { result, message } = await calling('admin').post('/rental/packageGroup/add', {
    groupName,
    deviceType: deviceTypes.cabinet,
    billMode: billModes.bySteps,
    freeMinutes: 5,
    unitMinutes: 60,
    unitPrice: '3.00',
    dayCap: '30.00',
    totalCap: '99.00',
    scope: packageScopes.platform,
    isDefault: 'N',
    status: enableStates.on,
    steps,
  })
  expect(result, message).toBeTruthy()
  return (result as { id: string }).id
}
