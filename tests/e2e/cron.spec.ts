/** The cron editor on both shells, and the scheduled jobs that use it. */
import type { Locator } from '@playwright/test'
import { nextRuns } from '#cron/index.ts'
import { choose, field, tableReady, tableRows } from './antd.ts'
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'
import { cards, toast, top } from './touch.ts'

const JOBS = '/isystem/QuartzJobList'
const API = '/sys/quartzJob'

/** What a person does with the editor, on whichever shell. */
interface Editor {
  box: Locator
  part(name: string): Promise<void>
  mode(words: string | RegExp): Locator
  choose(words: string | RegExp): Promise<void>
  set(label: string, value: number): Promise<void>
  value(label: string): Promise<string>
  weekday(label: string, day: string): Promise<void>
  tick(label: string, ...values: string[]): Promise<void>
  expression: Locator
  runs: Locator
  done(): Promise<void>
}

async function openDesktop(page: Page): Promise<Editor> {
  await page.goto(JOBS)
  await tableReady(page)
  await page.getByRole('button', { name: 'plus 新增' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '编辑执行时间' }).click()
  const box = page.getByRole('dialog', { name: '执行时间编辑器' })
  await expect(box).toBeVisible()
  const mode = (words: string | RegExp) => box.getByRole('radio', { name: words }).filter({ visible: true })
  return {
    box,
    mode,
    part: (name) => box.getByRole('tab', { name, exact: true }).click(),
    choose: (words) => mode(words).check(),
    async set(label, value) {
      const input = box.getByRole('spinbutton', { name: label })
      await input.fill(String(value))
      await input.blur()
    },
    value: (label) => box.getByRole('spinbutton', { name: label }).inputValue(),
    async weekday(label, day) {
      await box.getByRole('combobox', { name: label }).click()
      await page.locator('.ant-select-item-option:visible').filter({ hasText: day }).click()
    },
    async tick(label, ...values) {
      for (const value of values)
        await box.getByRole('group', { name: label }).getByRole('checkbox', { name: value, exact: true }).check()
    },
    expression: box.getByRole('textbox', { name: '表达式', exact: true }),
    runs: box.getByRole('region', { name: '最近十次执行时间' }),
    done: () => box.getByRole('button', { name: '确定' }).click(),
  }
}

async function openPhone(page: Page): Promise<Editor> {
  await page.goto(JOBS)
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: '新增定时任务' }).tap()
  await page.getByRole('button', { name: '编辑执行时间' }).tap()
  const box = page.locator('.vd-cron')
  await expect(box).toBeVisible()
  const mode = (words: string | RegExp) => box.getByRole('radio', { name: words })
  return {
    box,
    mode,
    part: (name) => box.getByRole('tab', { name: new RegExp(`^${name}`) }).tap(),
    choose: (words) => mode(words).check(),
    async set(label, value) {
      const input = box.getByRole('textbox', { name: label })
      await input.fill(String(value))
      await input.blur()
    },
    value: (label) => box.getByRole('textbox', { name: label }).inputValue(),
    weekday: async (label, day) => void (await box.getByLabel(label).selectOption({ label: day })),
    async tick(label, ...values) {
      for (const value of values)
        await box.getByRole('group', { name: label }).getByRole('button', { name: value, exact: true }).tap()
    },
    expression: box.getByRole('textbox', { name: '表达式', exact: true }),
    runs: box.getByRole('region', { name: '最近十次执行时间' }),
    done: () => box.getByRole('button', { name: '确定' }).tap(),
  }
}

for (const { shell, size, open } of [
  { shell: 'desktop', size: DESKTOP, open: openDesktop },
  { shell: 'phone', size: PHONE, open: openPhone },
]) {
  const isPhone = size === PHONE
  test.describe(shell, () => {
    test.use(as('admin', size))

    test('M01: seven parts in order; empty ones are every, the week is left open', async ({ page }) => {
      const editor = await open(page)
      if (isPhone) {
        await expect.poll(() => editor.box.boundingBox()).toMatchObject(size.viewport)
      } else {
        // It grows into its place.
        const modal = page.locator('.cron-modal .ant-modal-container')
        await expect.poll(async () => Math.round((await modal.boundingBox())!.width)).toBe(608)
      }
      await expect(editor.box.getByRole('tab')).toHaveText([/^秒/, /^分/, /^时/, /^日/, /^月/, /^周/, /^年/])
      await expect(editor.expression).toHaveValue('* * * * * ? *')
      await editor.expression.fill('0 15 10')
      await expect(editor.box.getByRole('alert')).toContainText('表达式不完整：需要 6 或 7 段，现在只有 3 段')
      await editor.part('周')
      await expect(editor.mode(/^不指定/)).toBeChecked()
      await editor.part('月')
      await expect(editor.mode('每月')).toBeChecked()
      await editor.choose(/^指定$/)
      await editor.tick('月指定值', '6')
      await expect(editor.expression).toHaveValue('0 15 10 1 6 ? *')
      await editor.done()
      await expect(editor.box).toBeHidden()
      await expect(page.getByRole('textbox', { name: /^(\* )?执行时间$/ })).toHaveValue('0 15 10 1 6 ? *')
    })

    test('M02: what is typed or loaded selects the mode of each part', async ({ page }) => {
      const editor = await open(page)
      await editor.expression.fill('0/15 10-20 8,18 ? 1/3 6#3 2026-2030')
      await editor.part('秒')
      await expect(editor.mode(/^循环/)).toBeChecked()
      expect(await editor.value('秒循环间隔')).toBe('15')
      await editor.part('分')
      await expect(editor.mode(/^区间/)).toBeChecked()
      expect([await editor.value('分区间开始'), await editor.value('分区间结束')]).toEqual(['10', '20'])
      await editor.part('时')
      await expect(editor.mode(/^指定$/)).toBeChecked()
      await editor.part('日')
      await expect(editor.mode(/^不指定/)).toBeChecked()
      await editor.part('月')
      expect([await editor.value('月循环开始'), await editor.value('月循环间隔')]).toEqual(['1', '3'])
      await editor.part('周')
      await expect(editor.mode(/^本月第/)).toBeChecked()
      expect(await editor.value('周第几个')).toBe('3')
      await editor.part('年')
      await expect(editor.mode(/^区间/)).toBeChecked()
      await editor.expression.fill('0 0 0 L-3 * ?')
      await editor.part('日')
      await expect(editor.mode(/^本月最后一日往前/)).toBeChecked()
      expect(await editor.value('日往前天数')).toBe('3')
      await editor.expression.fill('0 0 0 15W * ?')
      await expect(editor.mode(/^工作日/)).toBeChecked()
      expect(await editor.value('日最近工作日')).toBe('15')
      await editor.expression.fill('0 0-30/5 0 * * ?')
      await editor.part('分')
      await expect(editor.mode('其它')).toBeChecked()
      // Loaded: the form's own value comes back into the editor.
      await editor.done()
      await page.getByRole('button', { name: '编辑执行时间' }).click()
      await expect(editor.expression).toHaveValue('0 0-30/5 0 * * ?')
      await editor.part('分')
      await expect(editor.mode('其它')).toBeChecked()
    })

    test('M03: every way to name a day; day and week exclude each other', async ({ page }) => {
      const editor = await open(page)
      const becomes = (text: string) => expect(editor.expression).toHaveValue(`0 0 0 ${text} *`)
      await editor.part('周')
      await editor.choose(/^循环/)
      await becomes('? * 1/1')
      await editor.weekday('周循环开始', '星期一')
      await becomes('? * 2/1')
      await editor.choose(/^指定$/)
      await editor.tick('周指定值', '星期一', '星期五')
      await becomes('? * 2,6')
      await editor.choose(/^本月最后一个/)
      await editor.weekday('周最后一个星期', '星期五')
      await becomes('? * 6L')
      await editor.choose(/^本月第/)
      await editor.set('周第几个', 3)
      await editor.weekday('周第几个星期', '星期二')
      await becomes('? * 3#3')
      await editor.part('日')
      await expect(editor.mode(/^不指定/)).toBeChecked()
      await editor.choose(/^循环/)
      await editor.set('日循环间隔', 5)
      await becomes('1/5 * ?')
      await editor.choose(/^指定$/)
      await editor.tick('日指定值', '1', '15')
      await becomes('1,15 * ?')
      await editor.choose(/^本月最后一日$/)
      await becomes('L * ?')
      await editor.choose('本月最后一个工作日')
      await becomes('LW * ?')
      await editor.choose(/^本月最后一日往前/)
      await editor.set('日往前天数', 3)
      await becomes('L-3 * ?')
      await editor.choose(/^工作日/)
      await editor.set('日最近工作日', 15)
      await becomes('15W * ?')
      await editor.choose('每日')
      await becomes('* * ?')
      await editor.part('周')
      await expect(editor.mode(/^不指定/)).toBeChecked()
      await editor.choose('每天')
      await becomes('? * *')
      await editor.part('日')
      await expect(editor.mode(/^不指定/)).toBeChecked()
    })

    test('M04: the tokens and what they say in Chinese; 10,000 characters are refused', async ({ page }) => {
      const editor = await open(page)
      for (const [expression, words] of [
        ['0 0 12 * * ?', '每天 12:00:00'],
        ['0 15 10 ? * 6L', '每月最后一个星期五 10:15:00'],
        ['0 0 9 15W * ?', '每月15日最近的工作日 09:00:00'],
        ['0 0 0 L * ?', '每月最后一天 00:00:00'],
        ['0 30 8 ? * 1,7', '每周日、六 08:30:00'],
      ] as const) {
        await editor.expression.fill(expression)
        await expect(editor.box.getByText(words, { exact: true })).toBeVisible()
      }
      const offered = async (part: string) => {
        await editor.part(part)
        const shown = editor.box.locator(isPhone ? '.vd-cron-radio' : '.ant-radio-wrapper').filter({ visible: true })
        return async () => (await shown.allTextContents()).map((text) => text.replace(/：.*|，.*/, ''))
      }
      await expect.poll(await offered('时')).toEqual(['每小时', '区间', '循环', '指定', '其它'])
      await expect
        .poll(await offered('日'))
        .toEqual([
          '不指定',
          '每日',
          '区间',
          '循环',
          '指定',
          '本月最后一日',
          '本月最后一个工作日',
          '本月最后一日往前',
          '工作日',
          '其它',
        ])
      await editor.expression.fill('0 0 12 * * *')
      await expect(editor.box.getByRole('alert')).toContainText('日和周只能指定一个，另一个应为 ?')
      await expect(editor.box.getByRole('button', { name: '确定' })).toBeDisabled()
      await expect(editor.expression).toHaveValue('0 0 12 * * *')
      // 10,000 characters: refused as they stand, and the editor goes on.
      const long = `0 0 0 ${'1,'.repeat(4995)}1 * ?`
      await editor.expression.fill(long)
      await expect(editor.box.getByRole('alert')).toContainText('最大长度255位字符')
      await expect(editor.box.getByRole('button', { name: '确定' })).toBeDisabled()
      await editor.expression.fill('0 0 12 * * ?')
      await expect(editor.box.getByText('每天 12:00:00', { exact: true })).toBeVisible()
      await expect(editor.box.getByRole('button', { name: '确定' })).toBeEnabled()
    })

    test('M05: what follows from a change', async ({ page }) => {
      const editor = await open(page)
      const follows = async (part: string, words: string | RegExp, expected: string) => {
        await editor.expression.fill('* * * * * ? *')
        await editor.part(part)
        await editor.choose(words)
        await expect(editor.expression).toHaveValue(expected)
      }
      await follows('分', /^循环/, '0 0/1 * * * ? *')
      await follows('时', /^循环/, '0 0 0/1 * * ? *')
      await follows('日', /^循环/, '0 0 0 1/1 * ? *')
      await follows('周', /^循环/, '0 0 0 ? * 1/1 *')
      await follows('日', /^不指定/, '0 0 0 ? * 1 *')
      await follows('月', /^循环/, '0 0 0 1 1/1 ? *')
      await follows('年', /^循环/, `0 0 0 1 1 ? ${new Date().getFullYear()}/1`)
    })

    test('M06: the next ten, half a second after the last change, as the scheduler will run', async ({ page }) => {
      // Before the editor sets its first timer: one of the real clock could not be called off any more.
      await page.clock.install()
      const editor = await open(page)
      await expect(editor.runs.getByRole('listitem')).toHaveCount(10)
      await page.clock.pauseAt(new Date(Date.now() + 60_000))
      const expression = '0 30 9 ? * 2#1'
      await editor.expression.fill(expression)
      await page.clock.runFor(300)
      await editor.expression.fill(`${expression} *`)
      await page.clock.runFor(400)
      await expect(editor.runs).toHaveAttribute('aria-busy', 'true')
      await page.clock.runFor(200)
      await expect(editor.runs).toHaveAttribute('aria-busy', 'false')
      const text = (moment: Date) => moment.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
      const next = nextRuns(expression, { from: new Date(), count: 10 }).map(text)
      await expect(editor.runs.getByRole('listitem')).toHaveText(next)
      await expect(editor.runs).toContainText('Asia/Shanghai')
      const made = await calling('admin').post(`${API}/add`, {
        jobClassName: 'clear-expired',
        cronExpression: expression,
        description: `预览 ${shell}`,
        status: 0,
      })
      expect(made.result.nextTime).toBe(next[0])
      await editor.expression.fill('0 0 0 30 2 ?')
      await page.clock.runFor(600)
      await expect(editor.runs).toContainText('按此表达式不会再执行')
    })

    test('M07: bounds', async ({ page }) => {
      const editor = await open(page)
      const kept = async (label: string, typed: number) => {
        await editor.set(label, typed)
        return Number(await editor.value(label))
      }
      await editor.part('秒')
      expect([await kept('秒循环开始', 60), await kept('秒循环间隔', 60), await kept('秒循环间隔', 0)]).toEqual([
        59, 59, 1,
      ])
      await editor.part('分')
      expect([await kept('分循环开始', 60), await kept('分循环间隔', 99)]).toEqual([59, 60])
      await expect(editor.expression).toHaveValue(/^\S+ 59 /)
      await editor.part('时')
      expect([await kept('时区间开始', 24), await kept('时区间结束', 99)]).toEqual([23, 23])
      await editor.part('日')
      expect([await kept('日循环开始', 0), await kept('日循环间隔', 32)]).toEqual([1, 31])
      await editor.part('月')
      expect([await kept('月循环开始', 0), await kept('月循环间隔', 13), await kept('月区间结束', 13)]).toEqual([
        1, 12, 12,
      ])
      await editor.part('周')
      expect([await kept('周循环间隔', 8), await kept('周第几个', 6)]).toEqual([7, 5])
      await editor.part('年')
      expect([await kept('年循环间隔', 100), await kept('年区间开始', 2018)]).toEqual([99, 2019])
      expect(await kept('年区间结束', 2119)).toBe(2119)
    })
  })
}

test.describe('N09 desktop', () => {
  test.use(as('admin', DESKTOP))

  test('N09: scheduled jobs are listed, added, started, paused and run once', async ({ page }) => {
    const description = `电脑上新增 ${Date.now()}`
    // More jobs than a first page holds.
    await page.goto(`${JOBS}?pageSize=30`)
    await tableReady(page)
    await expect(tableRows(page).filter({ hasText: '清理过期数据' }).first()).toContainText('0 0/10 * * * ?')
    await page.getByRole('button', { name: 'plus 新增' }).click()
    const form = page.getByRole('dialog', { name: '新增', exact: true })
    await choose(form, '任务', '清理日志')
    await field(form, '说明').fill(description)
    await field(form, '参数').fill('{"days":3}')
    await field(form, '执行时间').fill('0 0 0 30 2 ?')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form.getByText('days 应为 30 到 3650 的整数')).toBeVisible()
    await field(form, '参数').fill('{"days":365}')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form.getByText('按此表达式不会再执行')).toBeVisible()
    await form.getByRole('button', { name: '编辑执行时间' }).click()
    const editor = page.getByRole('dialog', { name: '执行时间编辑器' })
    await editor.getByRole('textbox', { name: '表达式', exact: true }).fill('0 0 3 ? * 1')
    await editor.getByRole('button', { name: '确定' }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form).toBeHidden()

    const row = tableRows(page).filter({ hasText: description })
    await expect(row).toContainText('每周日 03:00:00')
    await expect(row).toContainText('正常')
    await expect(row).toContainText('03:00:00')
    const act = async (name: string) => {
      await row.getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      const asked = page.getByRole('dialog', { name })
      await asked.getByRole('button', { name: `确定${name}` }).click()
      await expect(asked).toBeHidden()
    }
    await act('停止')
    await expect(row.getByText('停止', { exact: true })).toBeVisible()
    await act('立即执行')
    await expect(row).toContainText('成功')
    await expect(row).toContainText('已删除 365 天前的日志 0 条')
    await act('启动')
    await expect(row).toContainText('正常')
  })
})

test.describe('N09 phone', () => {
  test.use(as('admin', PHONE))

  test('N09: scheduled jobs are listed, added, started, paused and run once', async ({ page }) => {
    const description = `手机上新增 ${Date.now()}`
    const editor = await openPhone(page)
    await editor.part('时')
    await editor.choose(/^指定$/)
    await editor.tick('时指定值', '4')
    await expect(editor.expression).toHaveValue('0 0 4 * * ? *')
    await editor.done()
    await expect(editor.box).toBeHidden()
    await page.locator('[data-field=jobClassName]').getByRole('button').first().tap()
    await page.getByRole('option', { name: '清理文件' }).tap()
    await page.getByRole('textbox', { name: '参数', exact: true }).fill('{"days":0}')
    await page.getByRole('textbox', { name: '说明', exact: true }).fill(description)
    await page.getByRole('button', { name: '保存' }).tap()
    await expect(page.getByText('days 应为 1 到 3650 的整数')).toBeVisible()
    await page.getByRole('textbox', { name: '参数', exact: true }).fill('{"days":365}')
    await page.getByRole('button', { name: '保存' }).tap()
    await expect(toast(page, '添加成功！')).toBeVisible()
    // The form leaves by itself; an address asked for before would meet its way out.
    await expect(page).not.toHaveURL(/\/add$/)

    const made = (await calling('admin').rows(`${API}/list?description=${encodeURIComponent(description)}`))[0]!
    await page.goto(`${JOBS}/${made.id}`)
    await expect(top(page)).toContainText('清理文件')
    await expect(top(page)).toContainText('每天 04:00:00')
    const sure = (name: string) =>
      page.locator('.adm-dialog, .adm-modal').getByRole('button', { name, exact: true }).tap()
    await top(page).getByRole('button', { name: '停止', exact: true }).tap()
    await sure('停止')
    await expect(top(page).getByRole('button', { name: '启动', exact: true })).toBeVisible()
    await top(page).getByRole('button', { name: '更多' }).tap()
    await page.locator('.adm-action-sheet:visible').getByText('立即执行', { exact: true }).tap()
    await sure('立即执行')
    await expect(toast(page, '执行成功!')).toBeVisible()
    await expect(top(page)).toContainText('已删除 365 天前的后台任务 0 个')
    await expect(top(page)).toContainText('成功')
    await top(page).getByRole('button', { name: '启动', exact: true }).tap()
    await sure('启动')
    await expect(top(page).getByRole('button', { name: '停止', exact: true })).toBeVisible()
  })
})
