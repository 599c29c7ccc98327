/** Every kind of approval on both shells, what was decided, and a deputy who decides. */
import { enableStates } from '#resources/enabled.ts'
import { DESKTOP, PHONE, calling, expect, test, type Row } from './browser.ts'
import { aheadMs } from './moment.ts'
import { tokenOf } from './people.ts'
import { cards, expectOnScreen, toast, top } from './touch.ts'

interface Todo extends Row {
  resource: string
  title: string
  status: string
  summary: string
}
const KINDS = [
  { resource: 'agentApply', state: '待审核', path: '/partner', yes: '通过', no: '驳回', done: '待复审' },
  { resource: 'complaint', state: '待审批', path: '/customer', yes: '同意退款', no: '驳回', done: '已处理' },
  {
    resource: 'orderDeposit',
    state: '退押待审核',
    path: '/order',
    yes: '通过',
    no: '驳回',
    done: /退押中|已退|解冻中|已解冻|已转扣/,
  },
  { resource: 'orderMessage', state: '待审批', path: '/order', yes: '同意结单', no: '驳回结单', done: /已完成|已同意/ },
] as const
const waiting = async (resource: string, state: string) =>
  (await calling('ops_manager').rows('/sys/todo/list?pageSize=100')).filter(
    (todo) => todo.resource === resource && todo.status === state,
  ) as Todo[]

for (const { resource, state, path, yes, no, done } of KINDS)
  test(`R06: ${resource} shows its facts with both buttons on one phone screen and is decided in two taps`, async ({
    another,
  }) => {
    const [todo] = await waiting(resource, state)
    expect(todo, `${resource} of the demo that waits`).toBeDefined()
    const page = await another('ops_manager', PHONE)
    await page.goto(`${path}/${resource}/${todo!.id}`)
    const agree = top(page).getByRole('button', { name: yes, exact: true })
    await expect(agree).toBeVisible()
    await expectOnScreen(page, agree)
    await expectOnScreen(page, top(page).getByRole('button', { name: no, exact: true }))
    await expect(top(page)).toContainText(todo!.title)
    await expect(top(page)).toContainText('处理期限')
    // Without the menu at first: what it names leads on as soon as that has come.
    await expect(top(page).getByRole('link').first()).toBeVisible()
    // The desktop shows the same facts.
    const desk = await another('ops_manager', DESKTOP)
    await desk.goto(`${path}/${resource}/${todo!.id}`)
    await expect(desk.getByRole('region', { name: '审批要点' })).toContainText('处理期限')

    await agree.tap()
    await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).tap()
    await expect(toast(page, `${yes}成功`)).toBeVisible()
    await expect(
      top(page)
        .getByText(/已由 周敏 于 .+/)
        .first(),
    ).toBeVisible()
    await expect(top(page).getByText(done).first()).toBeVisible()
    // Who has it open elsewhere reads it without asking, and has nothing left to press.
    await expect(desk.getByText(/已由 周敏 于 .+/).first()).toBeVisible()
    await expect(desk.getByRole('button', { name: yes, exact: true })).toHaveCount(0)

    // On to the next one, in the place of this one.
    await top(page).getByRole('button', { name: '下一条' }).tap()
    await expect(page).not.toHaveURL(new RegExp(`${todo!.id}|/todo`))
    await expect(top(page)).toContainText('处理期限')
    await page.goBack()
    await expect(page).toHaveURL('/todo')
    await top(page).getByText('我已处理', { exact: true }).tap()
    await expect(cards(page).filter({ hasText: todo!.title }).first()).toContainText('周敏')
    await expect(cards(page).filter({ hasText: todo!.title })).toHaveCount(1)
  })

test('on the desktop what waits is sorted by its deadline, what is late is marked, and several pass together', async ({
  another,
}) => {
  const page = await another('ops_manager')
  await page.goto('/todo')
  const table = page.getByRole('region', { name: '我的待办' })
  await expect(table.getByText('已超时').first()).toBeVisible()
  // Above 5,000 somebody else looks a second time; a provider that was stopped is paid nothing.
  const stopped = await calling('admin').rows(`/rental/serviceProvider/list?status=${enableStates.off}&pageSize=100`)
  const [first, second] = (await waiting('userWithdrawal', '待审核')).filter(
    ({ amount, summary }) =>
      Number(amount) <= 5000 && !stopped.some(({ providerName }) => summary.includes(String(providerName))),
  )
  for (const todo of [first!, second!]) await table.getByRole('checkbox', { name: `选择 ${todo.title}` }).check()
  await table.getByRole('button', { name: '批量通过' }).click()
  const dialog = page.getByRole('dialog', { name: '通过' })
  await expect(dialog).toContainText('将对 2 项执行“通过”')
  await expect(dialog).toContainText('申请金额合计')
  await dialog.getByRole('button', { name: '通过 2 项' }).click()
  await expect(page.getByText('已通过 2 条')).toBeVisible()
  await page.getByRole('tab', { name: '我已处理' }).click()
  await expect(page.getByText(first!.title).first()).toBeVisible()
})

test('a deputy named on the phone decides for somebody whose menu they do not have', async ({ another }) => {
  const manager = await another('ops_manager', PHONE)
  await manager.goto('/me/deputy')
  await manager.getByRole('button', { name: '设置代理人' }).tap()
  await manager.getByRole('button', { name: '保存' }).tap()
  await expect(manager.getByRole('alert')).toHaveText('请选择代理人')
  const people = calling('ops_manager')
  const [deputy] = (await people.get('/sys/deputy/candidates?keyword=viewer')).result as { id: string }[]
  const at = (hours: number) =>
    new Date(Date.now() + aheadMs() + hours * 3_600_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  await people.post('/sys/deputy/add', { deputyId: deputy!.id, beginTime: at(-1), endTime: at(5), reason: '休假' })
  await manager.goto('/me/deputy')
  await expect(cards(manager).filter({ hasText: '由 赵明 代我处理' })).toContainText('代理中')

  const [todo] = await waiting('orderDeposit', '退押待审核')
  const page = await another('viewer', PHONE)
  await page.goto('/todo')
  await expect(cards(page).first()).toContainText('代 周敏')
  await page.goto(`/order/orderDeposit/${todo!.id}`)
  await expect(top(page)).toContainText('您代 周敏 处理')
  await top(page).getByRole('button', { name: '驳回', exact: true }).tap()
  const sheet = page.locator('.vd-sheet:visible')
  await sheet.getByRole('button', { name: '重复提交' }).tap()
  await sheet.getByRole('button', { name: '驳回', exact: true }).tap()
  await expect(toast(page, '驳回成功')).toBeVisible()
  const { result } = await people.get(`/rental/orderDeposit/queryById?id=${todo!.id}`)
  expect((result.auditTrail as Record<string, string>[]).at(-1)).toMatchObject({
    person: '赵明（代 周敏）',
    result: '驳回',
  })
  for (const { id } of (await people.get('/sys/deputy/list')).result as { id: string }[])
    await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot/sys/deputy/delete?id=${id}`, {
      method: 'DELETE',
      headers: { 'X-Access-Token': tokenOf('ops_manager') },
    })
})
