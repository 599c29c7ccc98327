/** 回收站: what was deleted is seen with who deleted it, comes back, or goes for good. */
import { DESKTOP, PHONE, as, calling, expect, test } from './browser.ts'
import { PASSWORD } from './people.ts'
import { moveTo } from './router.ts'
import { top } from './touch.ts'

const admin = calling('admin')
async function deletedPerson(username: string, realname: string): Promise<void> {
  const person = {
    username,
    realname,
    password: PASSWORD,
    phone: `139${String(Date.now()).slice(-8)}`,
    relTenantIds: '1',
  }
  expect(await admin.post('/sys/user/add', person)).toMatchObject({ success: true })
  const [made] = await admin.rows(`/sys/user/list?username=${username}`)
  expect(await admin.remove(`/sys/user/delete?id=${made!.id}`)).toMatchObject({ success: true })
}

/** Two of them, whose codes end in what is answered. */
async function deletedDictionaries(): Promise<string> {
  const stamp = String(Date.now()).slice(-6)
  for (const part of ['a', 'b']) {
    const dictCode = `bin_${part}_${stamp}`
    expect(await admin.post('/sys/dict/add', { dictName: `临时${part}${stamp}`, dictCode })).toMatchObject({
      success: true,
    })
    const [made] = await admin.rows(`/sys/dict/list?dictCode=${dictCode}`)
    expect(await admin.remove(`/sys/dict/delete?id=${made!.id}`)).toMatchObject({ success: true })
  }
  return stamp
}

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('a deleted user comes back with all that belongs to him, another goes for good', async ({ page }) => {
    const stamp = String(Date.now()).slice(-6)
    await deletedPerson(`gone${stamp}`, '去而复返')
    await deletedPerson(`never${stamp}`, '一去不回')
    await page.goto('/isystem/user')
    await page.getByRole('button', { name: '回收站' }).click()
    const bin = page.getByRole('dialog', { name: '用户回收站' })
    const line = (username: string) => bin.getByRole('row').filter({ hasText: username })
    await expect(line(`gone${stamp}`)).toContainText('admin')
    await line(`gone${stamp}`).getByRole('button', { name: '还原' }).click()
    await expect(page.getByText('还原成功')).toBeVisible()
    await expect(line(`gone${stamp}`)).toHaveCount(0)
    await line(`never${stamp}`).getByRole('button', { name: '彻底删除' }).click()
    await expect(
      page.getByText(`确定要彻底删除“一去不回”吗？删除后不能恢复。登录过的用户名也不能再次使用。`),
    ).toBeVisible()
    await page.getByRole('button', { name: '确定', exact: true }).click()
    await expect(page.getByText('删除成功')).toBeVisible()
    await expect(line(`never${stamp}`)).toHaveCount(0)
    await bin
      .getByRole('button', { name: '关闭' })
      .or(bin.getByRole('button', { name: 'Close' }))
      .first()
      .click()
    await expect(page.locator('main tr.ant-table-row').filter({ hasText: `gone${stamp}` })).toBeVisible()
    expect(await admin.rows(`/sys/user/list?username=gone${stamp}`)).toHaveLength(1)
    const { result } = await admin.get('/sys/user/recycleBin')
    expect((result as { username: string }[]).filter(({ username }) => username.endsWith(stamp))).toEqual([])
  })

  test('dictionaries come back several at once, and an empty bin says so', async ({ page }) => {
    const stamp = await deletedDictionaries()
    await page.goto('/isystem/dict')
    await page.getByRole('button', { name: '回收站' }).click()
    const bin = page.getByRole('dialog', { name: '数据字典回收站' })
    for (const part of ['a', 'b'])
      await expect(bin.getByRole('row').filter({ hasText: `bin_${part}_${stamp}` })).toBeVisible()
    await bin.getByRole('checkbox').first().check()
    await bin.getByRole('button', { name: '批量还原' }).click()
    await expect(page.getByText('操作成功!')).toBeVisible()
    await expect(bin.getByText('回收站是空的')).toBeVisible()
    expect(await admin.rows(`/sys/dict/list?dictCode=*${stamp}`)).toHaveLength(2)
  })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('several come back at once, and an empty bin leads back to the list', async ({ page }) => {
    const stamp = await deletedDictionaries()
    await page.goto('/todo')
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await moveTo(page, '/isystem/dict')
    await top(page).getByRole('button', { name: '回收站' }).tap()
    const lines = top(page).locator('.vd-card').filter({ hasText: stamp })
    await expect(lines).toHaveCount(2)
    await top(page).getByRole('button', { name: '批量' }).tap()
    await lines.first().tap()
    await expect(lines.first()).toHaveAttribute('aria-pressed', 'true')
    await expect(top(page).getByRole('button', { name: '处理 1 条' })).toBeVisible()
    await top(page).getByText('全选').tap()
    await top(page)
      .getByRole('button', { name: /^处理 \d+ 条$/ })
      .tap()
    await page.getByText('还原', { exact: true }).last().tap()
    await expect(page.getByText('操作成功!').last()).toBeVisible()
    await expect(top(page).getByText('回收站是空的')).toBeVisible()
    expect(await admin.rows(`/sys/dict/list?dictCode=*${stamp}`)).toHaveLength(2)
    await top(page).getByRole('button', { name: '回到列表' }).tap()
    await expect(top(page).getByRole('button', { name: '新增数据字典' })).toBeVisible()
  })
})
