/** What hangs on a record, and who did what to it, on both shells. */
import { complaintTypes } from '#resources/customer/complaint.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { DESKTOP, PHONE, as, calling, expect, test, type Row } from './browser.ts'
import { cards, top } from './touch.ts'

const PROVIDERS = '/partner/serviceProvider'
let provider: string
let devices: number

test.beforeAll(async () => {
  const rows = await calling('admin').rows('/rental/device/list?pageSize=100')
  provider = rows.find(({ providerId }) => providerId)!.providerId as string
  const { result } = await calling('admin').get(`/rental/device/list?providerId=${provider}`)
  devices = (result as { total: number }).total
  expect(devices).toBeGreaterThan(0)
})

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('a record shows what hangs on it and leads there', async ({ page }) => {
    await page.goto(`${PROVIDERS}/${provider}`)
    const related = page.getByRole('region', { name: '相关记录' })
    await related.getByRole('tab', { name: `设备 ${devices}`, exact: true }).click()
    await expect(related.getByRole('tabpanel').locator('.ant-table-row:visible').first()).toBeVisible()
    await related.getByRole('link', { name: `查看全部 ${devices} 条设备` }).click()
    await expect(page).toHaveURL(new RegExp(`/device/device\\?providerId=${provider}`))
    await expect(page.getByText(new RegExp(`共 ${devices} 条`)).first()).toBeVisible()
  })

  test('a record is read while what hangs on it is still on its way; a dialog that is says so', async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/assets\/(Related|History|ActionDialog)-[^/]+\.js$/, async (route) => {
      await held
      await route.continue()
    })
    const [who] = await calling('admin').rows('/rental/userMessage/list')
    const said = { complaintType: complaintTypes.billing, userId: who!.id, phone: '13700001111', content: '多扣' }
    const { result } = await calling('admin').post('/rental/complaint/add', said)
    await page.goto(`/customer/complaint/${(result as Row).id}`)
    await expect(page.getByRole('region', { name: '记录信息' })).toBeVisible()
    const opening = page.getByText('正在打开…')
    await page.getByRole('button', { name: '受理', exact: true }).click()
    await expect(opening).toBeVisible()
    letGo()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(opening).toBeHidden()
    await expect(page.getByRole('region', { name: '变更记录' })).toBeVisible()
  })

  test('a record tells who did what to it', async ({ page }) => {
    const made = await calling('operator').post('/rental/userMessage/add', {
      nickName: '时间线',
      phone: '19200009911',
      status: consumerStates.normal,
    })
    const { id, version } = made.result as Row
    const edited = await calling('admin').put('/rental/userMessage/edit', { id, version, nickName: '时间线二' })
    expect(edited.message).toBe('修改成功!')
    await page.goto(`/customer/userMessage/${id}`)
    const history = page.getByRole('region', { name: '变更记录' })
    await history.getByRole('button', { name: '展开' }).click()
    await expect(history.getByRole('listitem').first()).toContainText('时间线二')
    await expect(history.getByRole('listitem')).toHaveCount(2)
  })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('a record shows what hangs on it and leads there', async ({ page }) => {
    await page.goto(`${PROVIDERS}/${provider}`)
    await top(page)
      .getByRole('button', { name: `设备 ${devices} ›` })
      .tap()
    await expect(page).toHaveURL(new RegExp(`/device/device\\?providerId=${provider}`))
    await expect(cards(page).first()).toBeVisible()
  })
})
