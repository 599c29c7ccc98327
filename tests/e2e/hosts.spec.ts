/** Inside WeCom and DingTalk, on the six clients: from a tapped notification to a decision, and what can go wrong. */
import { chatEntry } from '#model/chatNames.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { variants, type Variant } from '../hosts/bridges/variants.ts'
import { calling, expect, type Page, type Row } from './browser.ts'
import { test } from './clients.ts'
import { toast, top } from './touch.ts'

const LIST = '/finance/userWithdrawal'

/** Providers who may ask for money, those with the least first: other tests take the richest. */
let owners: Row[] = []
/** A request nobody here decides. */
let undecided: Row

/** A fresh request that waits for a manager. One an owner at a time is open, so the next owner is asked when one has. */
async function ask(): Promise<Row> {
  for (const owner of [...owners].reverse()) {
    // Next time the others come first.
    owners = [owner, ...owners.filter((one) => one !== owner)]
    const { success, result } = await calling('operator').post('/rental/userWithdrawal/add', {
      ownerType: ownerTypes.provider,
      ownerId: owner.id,
      applyAmount: '120.00',
      method: withdrawMethods.bankCard,
    })
    if (success) return look((result as Row).id)
  }
  throw new Error('no provider is left who may ask for money')
}
const look = async (id: string): Promise<Row> =>
  (await calling('admin').get(`/rental/userWithdrawal/queryById?id=${id}`)).result as Row
const audits = async (id: string) =>
  ((await look(id)).auditTrail as Record<string, string>[]).filter(({ step }) => step === '审核')

test.beforeAll(async () => {
  const rows = await calling('admin').rows(
    '/rental/serviceProvider/list?status=1&pageSize=200&column=balance&order=desc',
  )
  // Of others than the colleague who may see their own.
  const [colleague] = await calling('admin').rows('/sys/user/list?username=provider01')
  owners = rows.filter(
    ({ frozen, balance, sysOrgCode }) =>
      frozen === '0.00' && Number(balance) > 200 && !String(sysOrgCode).startsWith(String(colleague!.orgCode)),
  )
  undecided = await ask()
})

for (const variant of variants)
  test.describe(variant.name, () => {
    const screen = screenOf(variant)

    test('a tapped link signs in by itself and opens exactly that record; two taps decide it; its list is handed to the client as a file', async ({
      client,
    }) => {
      const row = await ask()
      const { page, calls, requests } = await client(variant, 'ops_manager')
      await page.goto(`${LIST}/${row.id}?from=notice`)
      await expect(screen.at(page)).toContainText(String(row.withdrawNo))
      await expect(page).toHaveURL(`${LIST}/${row.id}?from=notice`)
      // Three answers and no script before the last: the page, the chat's, and the page again with the session in it.
      if (chatEntry(variant.chat).byAddress)
        expect(requests.filter((path) => !path.startsWith('/assets/')).slice(0, 3)).toEqual([
          `${LIST}/${row.id}`,
          expect.stringMatching(/\/connect\/oauth2\/authorize$/),
          expect.stringMatching(/\/sys\/thirdLogin\/oauth2\/\w+\/callback$/),
        ])
      // It came with the session, in the page or in the answer to the code.
      expect(requests.filter((path) => path.endsWith('/queryById'))).toEqual([])
      await screen.approve(page)
      await expect.poll(async () => (await audits(row.id)).map(({ result }) => result)).toEqual(['通过'])

      await page.goto(LIST)
      await screen.exportCsv(page)
      const opening = fileCallOf(variant)
      await expect.poll(() => calls.map(({ name }) => name)).toContain(opening)
      const sdks = new Set(requests.filter((path) => /\/assets\/.+-sdk-.+\.js$/.test(path)))
      expect([...sdks]).toEqual([expect.stringContaining(`${variant.chat}-sdk`)])
      const asked = new URL(String(calls.find(({ name }) => name === opening)?.params.url))
      // DingTalk wraps the address so that the computer's own browser opens it. Nobody who fetches it has a session.
      const file = await fetch(asked.searchParams.get('url') ?? asked.href)
      expect(file.status).toBe(200)
      expect(await file.text()).toContain('提现单号')
    })

    test('a session that ends while a reason is typed is renewed; the text is saved once', async ({ client }) => {
      const row = await ask()
      const { page } = await client(variant, 'ops_manager')
      await page.goto(`${LIST}/${row.id}`)
      await screen.startRejecting(page)
      await screen.reason(page).fill('户名与实名不一致，请核对')
      const again = page.waitForResponse(/\/sys\/thirdLogin\/(oauth2\/\w+\/callback|exchange)/)
      await endSession(page)
      // The page may have been told before the press, which then is made on the one that has come back.
      await screen.reject(page).catch(() => undefined)
      await again
      // A client that is recognised by an address comes back to the page, with the question and its text.
      await expect(async () => {
        if (!(await audits(row.id)).length) await screen.reject(page, 2_000)
        expect((await audits(row.id)).map(({ result, reason }) => [result, reason])).toEqual([
          ['驳回', '户名与实名不一致，请核对'],
        ])
      }).toPass({ timeout: 60_000 })
    })

    test('a colleague without rights reads 无权限, and nothing changes', async ({ client }) => {
      const { page } = await client(variant, 'provider01')
      const before = await look(undecided.id)
      await page.goto(`${LIST}/${undecided.id}`)
      await expect(page.getByText('无权限').first()).toBeVisible()
      expect(await look(undecided.id)).toEqual(before)
    })
  })

/** How a client is told of a file that it may fetch. */
const fileCallOf = ({ chat, phone }: Variant): string => {
  if (chat === 'wecom') return phone ? 'previewFile' : 'openDefaultBrowser'
  return phone ? 'biz.file.downloadFile' : 'biz.util.openLink'
}

/** The server forgets the session; the page does not know. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('voltdesk:session')!) as { value: { token: string } }).value.token,
  )
  await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot/sys/logout`, {
    method: 'POST',
    headers: { 'X-Access-Token': token },
  })
}

function screenOf({ phone }: Variant) {
  const press = (page: Page, name: string) => top(page).getByRole('button', { name, exact: true })
  if (phone)
    return {
      at: (page: Page) => top(page),
      async exportCsv(page: Page) {
        await top(page)
          .getByRole('button', { name: /^文件：/ })
          .tap()
        await page.getByText(/^导出 .*csv/i).tap()
      },
      async approve(page: Page) {
        await press(page, '通过').tap()
        await page.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).tap()
        await expect(toast(page, '通过成功')).toBeVisible()
      },
      startRejecting: (page: Page) => press(page, '驳回').tap(),
      reason: (page: Page) => page.getByRole('textbox', { name: '原因' }),
      reject: (page: Page, timeout = 30_000) =>
        page.locator('.vd-sheet:visible').getByRole('button', { name: '驳回', exact: true }).tap({ timeout }),
    }
  const detail = (page: Page) => page.getByRole('region', { name: '用户提现详情' })
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
  return {
    at: detail,
    async exportCsv(page: Page) {
      await page.getByRole('button', { name: '导出' }).click()
      await page.getByText('CSV (.csv)').click()
    },
    async approve(page: Page) {
      await detail(page).getByRole('button', { name: '通过', exact: true }).click()
      await dialog(page, '通过').getByRole('button', { name: '确定通过' }).click()
      await expect(page.getByText('通过成功')).toBeVisible()
    },
    startRejecting: (page: Page) => detail(page).getByRole('button', { name: '驳回', exact: true }).click(),
    reason: (page: Page) => dialog(page, '驳回').getByLabel(/原因/),
    reject: (page: Page, timeout = 30_000) =>
      dialog(page, '驳回').getByRole('button', { name: '确定驳回' }).click({ timeout }),
  }
}
