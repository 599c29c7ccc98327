/** A withdrawal from request to pay-out, decided on the desktop and on the phone. */
import { resources } from '#resources/index.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { make } from '../make.ts'
import { choose, columnTexts, field, tableReady, tableRows } from './antd.ts'
import { DESKTOP, PHONE, calling, expect, test, type Page, type Row } from './browser.ts'
import { cardBelow, cards, expectOnScreen, toast, top } from './touch.ts'

const LIST = '/finance/userWithdrawal'
const MANAGER_LIMIT = 5000

/** A provider with that much money who has not asked lately: nobody may ask twice a day. */
async function providerWith(least: number): Promise<Row> {
  const admin = calling('admin')
  const providers = await admin.rows('/rental/serviceProvider/list?status=1&pageSize=200&column=balance&order=desc')
  const lately = await admin.rows('/rental/userWithdrawal/list?pageSize=100&column=applyTime&order=desc')
  const asked = new Set(lately.map(({ ownerId }) => ownerId))
  const one = providers.find(
    ({ id, frozen, balance }) => frozen === '0.00' && Number(balance) >= least && !asked.has(id),
  )
  expect(one, `a provider with ${least}`).toBeDefined()
  return one!
}
const told = async (answer: ReturnType<ReturnType<typeof calling>['post']>) => {
  const { success, message, result } = await answer
  expect(success, message).toBe(true)
  return result as Row
}
/** So much more on an account, which three people agreed to. */
async function give(ownerType: '1' | '2', ownerId: unknown, amount: number): Promise<void> {
  const path = '/rental/ledgerAdjustment'
  const [before] = await calling('admin').rows(`${path}/list?pageSize=1`)
  const asked = await told(
    calling('finance').post(`${path}/add`, {
      ownerType,
      ownerId,
      direction: directions.income,
      amount: amount.toFixed(2),
      adjustReason: '补差',
      voucher: before!.voucher,
    }),
  )
  for (const [role, step] of [
    ['ops_manager', 'approve'],
    ['admin', 'review'],
  ] as const) {
    const { version } = (await calling('admin').get(`${path}/queryById?id=${asked.id}`)).result as Row
    await told(calling(role).post(`${path}/${step}`, { id: asked.id, version }))
  }
}
/** A consumer of this test alone, with 20 元. */
async function consumer(): Promise<Row> {
  const owner = await told(
    calling('admin').post('/rental/userMessage/add', make(resources.userMessage, { avatar: null })),
  )
  await give('1', owner.id, 20)
  return owner
}
/** A request of this test alone, which waits for a manager. More than 50 元 are given to the provider, who may ask for them. */
async function request(ownerType: '1' | '2' = '2', amount = ownerType === ownerTypes.consumer ? 10 : 50): Promise<Row> {
  const owner = ownerType === ownerTypes.consumer ? await consumer() : await providerWith(75)
  if (amount > 50) {
    await give(ownerType, owner.id, 2 * amount)
    const path = '/rental/serviceProviderConfig'
    const [{ id, version }] = (await calling('admin').rows(`${path}/list?providerId=${String(owner.id)}`)) as [Row]
    await told(calling('admin').put(`${path}/edit`, { id, version, withdrawMax: (2 * amount).toFixed(2) }))
  }
  const { result, message } = await calling('operator').post('/rental/userWithdrawal/add', {
    ownerType,
    ownerId: owner.id,
    applyAmount: amount.toFixed(2),
    method: withdrawMethods.bankCard,
    ...(ownerType === ownerTypes.consumer && { bankName: '中国银行', bankNo: '6222000012345678' }),
  })
  expect(message).toBe('添加成功！')
  // Read by somebody who sees all: a consumer without an order is in nobody's department.
  return look((result as Row).id)
}
const yuan = (value: unknown) => Number(value).toLocaleString('en-US', { minimumFractionDigits: 2 })
const look = async (id: string): Promise<Row> =>
  (await calling('admin').get(`/rental/userWithdrawal/queryById?id=${id}`)).result as Row
type Step = Record<'step' | 'result' | 'reason', string>
const steps = async (id: string, step: string) =>
  ((await look(id)).auditTrail as Step[]).filter((one) => one.step === step)
const statusOf = (id: string) => expect.poll(async () => (await look(id)).status)

const detail = (page: Page) => page.getByRole('region', { name: '用户提现详情' })
const approveOnDesktop = async (page: Page) => {
  await detail(page).getByRole('button', { name: '通过', exact: true }).click()
  await page.getByRole('dialog', { name: '通过' }).getByRole('button', { name: '确定通过' }).click()
}
const confirmOnPhone = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('button', { name: text, exact: true })

test('the operator asks, the manager passes it on the desktop, the money is in the ledger', async ({ another }) => {
  const owner = await providerWith(250)
  const operator = await another('operator')
  await operator.goto(LIST)
  await operator.getByRole('button', { name: '新增' }).click()
  const form = operator.getByRole('dialog', { name: '新增', exact: true })
  await form.getByRole('button', { name: '保存' }).click()
  for (const text of ['请选择申请人类型', '请输入申请金额'])
    await expect(form.getByText(text, { exact: true }).last()).toBeVisible()
  await choose(form, '申请人类型', '服务商')
  const name = String(owner.providerName)
  await choose(form, '申请人', name, name)
  await field(form, '申请金额').fill('999999')
  await field(form, '收款账号').fill('0123')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请输入正确的银行卡号码')).toBeVisible()
  await field(form, '收款账号').fill('')
  await form.getByRole('button', { name: '保存' }).click()
  // The server's own sentence about the amount stands at the amount.
  await expect(form.getByText(/每笔不超过|超过可提现余额/)).toBeVisible()
  await field(form, '申请金额').fill('120')
  const made = operator.waitForResponse((answer) => answer.url().includes('/rental/userWithdrawal/add'))
  await form.getByRole('button', { name: '保存' }).click()
  const { id, withdrawNo } = (await (await made).json()).result as Row
  await expect(operator.getByText('添加成功！')).toBeVisible()
  await expect(form).toBeHidden()
  await tableReady(operator)
  const own = tableRows(operator).filter({ hasText: String(withdrawNo) })
  await expect(own).toContainText('120.00')
  // Who asked may not decide, and does not see how.
  await own.getByRole('link', { name: '详情' }).click()
  await expect(detail(operator)).toContainText(String(withdrawNo))
  await expect(detail(operator).getByRole('button', { name: '通过' })).toHaveCount(0)

  const manager = await another('ops_manager')
  await manager.goto(`${LIST}/${id}`)
  const effect = manager.getByRole('region', { name: '对账户的影响' })
  const request = await look(id)
  for (const text of ['提现冻结', '提现完成', yuan(request.arriveAmount), '提现手续费', yuan(request.feeAmount)])
    await expect(effect).toContainText(text)
  await approveOnDesktop(manager)
  await expect(manager.getByText('通过成功')).toBeVisible()
  await expect(detail(manager).getByRole('button', { name: '通过', exact: true })).toHaveCount(0)
  await statusOf(id).toBe('6')
  expect((await steps(id, '审核')).map(({ result }) => result)).toEqual(['通过'])

  await manager.goto(`/finance/amountDetail?bizNo=${String(withdrawNo)}`)
  await tableReady(manager)
  await expect(tableRows(manager)).toHaveCount(4)
  const kinds = await columnTexts(manager, '类型')
  expect([...kinds].sort()).toEqual(['提现冻结', '提现冻结', '提现完成', '提现手续费'].sort())
  const amounts = await columnTexts(manager, '金额')
  const sent = Number(request.arriveAmount) + Number(request.feeAmount)
  expect(amounts.map((text) => Number(text.replace(/[^\d.]/g, ''))).reduce((sum, one) => sum + one)).toBeCloseTo(
    240 + sent,
    2,
  )
  // Not by the balance alone, in which others book at the same time.
  const booked = await calling('admin').rows(`/rental/amountDetail/list?bizNo=${String(withdrawNo)}&pageSize=20`)
  const net = booked.map(({ direction, amount }) => (['1', '4'].includes(String(direction)) ? 1 : -1) * Number(amount))
  expect(net.reduce((sum, one) => sum + one)).toBeCloseTo(-120, 2)
  const after = (await calling('admin').get(`/rental/serviceProvider/queryById?id=${owner.id}`)).result as Row
  expect(after.frozen).toBe('0.00')
})

test('R06: on the phone two taps pass it, both buttons in sight; the second of two managers reads who was first', async ({
  another,
}) => {
  const first = await another('ops_manager', PHONE)
  await first.goto('/todo')
  await expect(top(first).getByRole('heading', { name: '待办' })).toBeVisible()
  const row = await request()
  await (await cardBelow(first, String(row.withdrawNo))).tap()
  await expect(first).toHaveURL(`${LIST}/${row.id}`)
  await expect(first).toHaveTitle(/^用户提现/)
  const yes = top(first).getByRole('button', { name: '通过', exact: true })
  const no = top(first).getByRole('button', { name: '驳回', exact: true })
  await expect(yes).toBeVisible()
  await expectOnScreen(first, yes)
  await expectOnScreen(first, no)
  await expect(top(first)).toContainText(`¥${yuan(row.applyAmount)}`)

  // The other manager has the same request open.
  const second = await another('admin', PHONE)
  await second.goto(`${LIST}/${row.id}`)
  await expect(top(second).getByRole('button', { name: '通过', exact: true })).toBeVisible()

  const decisions: string[] = []
  first.on('request', (request) => {
    if (request.url().endsWith('/rental/userWithdrawal/approve'))
      decisions.push(request.headers()['x-idempotency-key'] ?? '')
  })
  // Impatient fingers: each button twice.
  await yes.dblclick()
  await expect(first.getByRole('dialog')).toHaveCount(1)
  await confirmOnPhone(first, '通过').dblclick()
  await expect(toast(first, '通过成功')).toBeVisible()
  await expect(top(first).getByText(/已由 周敏 于 .+ 通过/)).toBeVisible()
  expect(decisions).toHaveLength(1)
  expect(decisions[0]).toMatch(/^[\w.-]{8,80}$/)

  // Paid meanwhile: who decided is still the manager, not the channel.
  await statusOf(row.id).toBe('6')
  const refused = second.waitForResponse(/\/rental\/userWithdrawal\/approve/)
  await top(second).getByRole('button', { name: '通过', exact: true }).tap()
  await confirmOnPhone(second, '通过').tap()
  const { message } = (await (await refused).json()) as { message: string }
  expect.soft(message).toMatch(/^已由 周敏 于 .*\d\d:\d\d 通过$/)
  await expect(toast(second, message)).toBeVisible()
  await expect(
    top(second)
      .getByRole('status')
      .filter({ hasText: /已由 周敏 于 .*\d\d:\d\d 通过/ }),
  ).toBeVisible()
  await expect(top(second).getByRole('button', { name: '通过', exact: true })).toHaveCount(0)
  expect(await steps(row.id, '审核')).toHaveLength(1)

  await top(first).getByRole('button', { name: '返回', exact: true }).tap()
  await expect(first).toHaveURL('/todo')
  await expect(cards(first).filter({ hasText: String(row.withdrawNo) })).toHaveCount(0)
})

test('on the desktop the second manager reads the same sentence, and a double click decides once', async ({
  another,
}) => {
  const row = await request()
  const [first, second] = [await another('ops_manager'), await another('admin')]
  await Promise.all([first.goto(`${LIST}/${row.id}`), second.goto(`${LIST}/${row.id}`)])
  let sent = 0
  first.on('request', (request) => {
    if (request.url().endsWith('/rental/userWithdrawal/approve')) sent += 1
  })
  await detail(second).getByRole('button', { name: '通过', exact: true }).click()
  await detail(first).getByRole('button', { name: '通过', exact: true }).click()
  await first.getByRole('dialog', { name: '通过' }).getByRole('button', { name: '确定通过' }).dblclick()
  await expect(first.getByText('通过成功')).toBeVisible()
  expect(sent).toBe(1)
  const refused = second.waitForResponse(/\/rental\/userWithdrawal\/approve/)
  await second.getByRole('dialog', { name: '通过' }).getByRole('button', { name: '确定通过' }).click()
  const { message } = (await (await refused).json()) as { message: string }
  expect.soft(message).toMatch(/^已由 周敏 于 .*\d\d:\d\d 通过$/)
  await expect(second.getByText(message).first()).toBeVisible()
  await statusOf(row.id).toBe('6')
  expect(await steps(row.id, '审核')).toHaveLength(1)
})

test('a rejection needs a reason and returns the frozen money, at both sizes', async ({ another }) => {
  for (const size of [DESKTOP, PHONE]) {
    const row = await request('1')
    const page = await another('ops_manager', size)
    await page.goto(`${LIST}/${row.id}`)
    const reason = size === PHONE ? '收款账户信息有误' : '户名与实名不一致'
    if (size === PHONE) {
      await top(page).getByRole('button', { name: '驳回', exact: true }).tap()
      const sheet = page.locator('.vd-sheet:visible')
      await sheet.getByRole('button', { name: '驳回', exact: true }).tap()
      await expect(sheet.getByRole('alert')).toHaveText('请输入原因')
      await sheet.getByRole('button', { name: reason }).tap()
      await sheet.getByRole('button', { name: '驳回', exact: true }).tap()
      await expect(toast(page, '驳回成功')).toBeVisible()
    } else {
      await detail(page).getByRole('button', { name: '驳回', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '驳回' })
      await dialog.getByRole('button', { name: '确定驳回' }).click()
      await expect(dialog.getByText('请输入驳回原因', { exact: true }).last()).toBeVisible()
      await dialog.getByLabel(/原因/).fill(reason)
      await dialog.getByRole('button', { name: '确定驳回' }).click()
      await expect(page.getByText('驳回成功')).toBeVisible()
    }
    await expect(page.getByText('审核驳回').first()).toBeVisible()
    expect(await steps(row.id, '审核')).toMatchObject([{ result: '驳回', reason }])
    const ledger = await calling('admin').rows(`/rental/amountDetail/list?bizNo=${String(row.withdrawNo)}&pageSize=20`)
    expect(ledger.map(({ amountType, direction }) => `${String(amountType)}:${String(direction)}`).sort()).toEqual([
      '203:3',
      '205:4',
    ])
  }
})

test('a batch says how much it is and what it leaves out', async ({ another }) => {
  const [a, b] = [await request(), await request()]
  const [paid] = await calling('admin').rows('/rental/userWithdrawal/list?status=6&pageSize=1')
  const page = await another('ops_manager')
  await page.goto(LIST)
  await tableReady(page)
  await page.getByRole('button', { name: '批量通过' }).click()
  await expect(page.getByText('请选择一条记录！')).toBeVisible()
  for (const row of [a, b, paid!]) {
    // Chosen on three pages of results: the choice stays.
    await page.getByLabel('提现单号', { exact: true }).first().fill(String(row.withdrawNo))
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await expect(tableRows(page)).toHaveCount(1)
    await page.getByRole('checkbox', { name: `选择 ${String(row.withdrawNo)}` }).check()
  }
  await expect(page.getByRole('status').filter({ hasText: '已选择 3 项' })).toBeVisible()
  await page.getByRole('button', { name: '批量通过' }).click()
  const dialog = page.getByRole('dialog', { name: '通过' })
  await expect(dialog).toContainText('将对 2 项执行“通过”')
  await expect(dialog).toContainText(`申请金额合计 ${yuan(Number(a.applyAmount) + Number(b.applyAmount))}`)
  await expect(dialog).toContainText('以下 1 项不在本次处理之内')
  await expect(dialog.getByRole('row').filter({ hasText: String(paid!.withdrawNo) })).toContainText(
    '当前状态为“提现成功”',
  )
  await dialog.getByRole('button', { name: '通过 2 项' }).click()
  await expect(page.getByText('已通过 2 条')).toBeVisible()
  for (const row of [a, b]) await statusOf(row.id).toBe('6')
})

test('on the phone several of 待办 pass together, with their total', async ({ another }) => {
  const [a, b] = [await request(), await request()]
  const page = await another('ops_manager', PHONE)
  await page.goto('/todo')
  await page.getByRole('button', { name: '批量' }).tap()
  for (const row of [a, b]) await (await cardBelow(page, String(row.withdrawNo))).tap()
  await page.getByRole('button', { name: '处理 2 条' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('通过 2 条？')
  await expect(dialog).toContainText(`¥${yuan(Number(a.applyAmount) + Number(b.applyAmount))}`)
  await confirmOnPhone(page, '通过').tap()
  await expect(toast(page, '已通过 2 条')).toBeVisible()
  for (const row of [a, b]) await statusOf(row.id).toBe('6')
})

test('above the limit of the manager finance looks a second time', async ({ another }) => {
  const row = await request('2', MANAGER_LIMIT + 1)
  const manager = await another('ops_manager')
  await manager.goto(`${LIST}/${row.id}`)
  await approveOnDesktop(manager)
  await expect(detail(manager)).toContainText('待复核')
  await expect(detail(manager).getByRole('button', { name: '复核通过' })).toHaveCount(0)
  await expect(manager.getByText(/超过 5000\.00 元待复核/).first()).toBeVisible()
  expect((await look(row.id)).status).toBe('1')

  const finance = await another('finance', PHONE)
  await finance.goto('/todo')
  await (await cardBelow(finance, String(row.withdrawNo))).tap()
  const review = top(finance).getByRole('button', { name: '复核通过' })
  await expect(review).toBeVisible()
  await expectOnScreen(finance, review)
  await review.tap()
  await confirmOnPhone(finance, '复核通过').tap()
  await expect(toast(finance, '复核通过成功')).toBeVisible()
  await statusOf(row.id).toBe('6')
  expect((await steps(row.id, '复核')).map(({ result }) => result)).toEqual(['通过'])
})

for (const size of [DESKTOP, PHONE])
  test(`S01: an answer that is lost on its way is asked for again under the same key, ${size === PHONE ? 'phone' : 'desktop'}`, async ({
    another,
  }) => {
    const row = await request()
    const page = await another('ops_manager', size)
    await page.goto(`${LIST}/${row.id}`)
    const keys: string[] = []
    let answered: () => void = () => undefined
    const secondMayGo = new Promise<void>((resolve) => (answered = resolve))
    await page.route('**/rental/userWithdrawal/approve', async (route) => {
      keys.push(route.request().headers()['x-idempotency-key'] ?? '')
      if (keys.length > 1) {
        await secondMayGo
        return route.continue()
      }
      // The server decides; the person's network is gone before the answer arrives.
      await route.fetch()
      await route.abort('connectionreset')
    })
    if (size === PHONE) {
      await top(page).getByRole('button', { name: '通过', exact: true }).tap()
      await confirmOnPhone(page, '通过').tap()
    } else await approveOnDesktop(page)
    await expect(page.getByText('结果未知，正在核实').first()).toBeVisible()
    answered()
    await expect(page.getByText('通过成功').first()).toBeVisible()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    await statusOf(row.id).toBe('6')
    expect(await steps(row.id, '审核')).toHaveLength(1)
    const ledger = await calling('admin').rows(
      `/rental/amountDetail/list?bizNo=${String(row.withdrawNo)}&amountType=204&pageSize=20`,
    )
    expect(ledger).toHaveLength(1)
  })
