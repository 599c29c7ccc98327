/** 数据源, 网关路由, 文件, 消息模板 and 在线报表 as the administrator keeps them, on both shells. */
import { readFileSync } from 'node:fs'
import * as SheetJS from 'xlsx'
import { messageCategories } from '#resources/system/announcement.ts'
import { messageStates } from '#resources/system/message.ts'
import { consoleAt, admin, menuWith, unique } from './administration.ts'
import { tableRows } from './antd.ts'
import { DESKTOP, PHONE, calling, expect, ready, test, type Page } from './browser.ts'
import { cell, gridNamed, paste } from './grid.ts'
import { top } from './touch.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR42mNk+M9QD8MMI4ENADuKBPtDl3wAAAAAAElFTkSuQmCC',
  'base64',
)

for (const size of [DESKTOP, PHONE]) {
  test.describe(size === PHONE ? 'phone' : 'desktop', () => {
    const { isPhone, open, records, press, use, sure, input, pick, said } = consoleAt(size)
    const row = (text: string) => records().filter({ hasText: text })
    /** Text of a language: an editor on the desktop. */
    const code = (page: Page, label: string) =>
      isPhone
        ? page.getByRole('textbox', { name: label })
        : page.getByRole('dialog').locator(`.cm-content[aria-label="${label}"]`)

    test('D09: what is made of a template with its values reaches its person, and its state is seen', async () => {
      const name = unique('模板')
      const page = await open('/modules/message/sysMessageTemplateList')
      await press(isPhone ? '新增消息模板' : '新增')
      await input('模板名称').fill(name)
      await input('模板编码').fill(unique('tpl_'))
      await input('模板内容').fill('${name}，您好<#if x>')
      await press('保存')
      await said('只能使用 ${名称}，名称由字母、数字、下划线和点组成')
      await input('模板内容').fill('${name}，您好')
      await press('保存')
      await expect(row(name)).toHaveCount(1)
      await use(name, '发送测试')
      await pick('接收人', '赵明', '赵明')
      await code(page, '测试数据').fill('{"name":"小林"}')
      await sure(isPhone ? '发送测试' : '确定发送测试')
      await expect
        .poll(async () => (await admin.rows(`/sys/message/sysMessage/list?esTitle=${encodeURIComponent(name)}`))[0])
        .toMatchObject({ esContent: '<p>小林，您好</p>', esSendStatus: messageStates.sent })
      await open('/modules/message/sysMessageList')
      await expect(row(name)).toContainText('发送成功')
      const mine = await calling('viewer').rows(
        `/sys/sysAnnouncementSend/getMyAnnouncementSend?titile=${encodeURIComponent(name)}`,
      )
      expect(mine).toHaveLength(1)
    })

    test('N11: a data source is tried before it is saved, and its password comes back to nobody', async () => {
      const dbCode = unique('src_')
      const page = await open('/isystem/dataSource')
      await press(isPhone ? '新增数据源' : '新增')
      await input('数据源编码').fill(dbCode)
      await input('数据源名称').fill(dbCode)
      await input('连接地址').fill('jdbc:postgresql://bi.example.cn:5432/report')
      await input('用户名').fill('reader')
      await input('密码').fill('Geheim#2026')
      await press('测试连接')
      await said('主机 bi.example.cn:5432 不在允许的数据源主机中，请由服务器管理员在设置 DATA_SOURCE_HOSTS 中添加')
      await press('保存')
      await expect(row(dbCode)).toContainText('已保存')
      await use(dbCode, '编辑')
      await expect(input('密码')).toHaveValue('')
      await expect(input('密码')).toHaveAttribute('placeholder', '已保存，不修改请留空')
      await expect(input('密码')).toHaveAttribute('type', 'password')
      await expect(page.getByText('Geheim#2026')).toHaveCount(0)
      await press(isPhone ? '返回' : '取消')
      expect(JSON.stringify(await admin.rows(`/sys/dataSource/list?code=${dbCode}`))).not.toContain('Geheim')
    })

    test('N16: a route is added, copied, put in order and turned off', async () => {
      const routerId = unique('route_')
      const page = await open(`/isystem/gatewayroute?routerId=${routerId}`)
      await press(isPhone ? '新增网关路由' : '新增')
      await input('路由名称').fill(routerId)
      await input('路由编号').fill(routerId)
      await input('转发到').fill('voltdesk')
      if (isPhone) {
        await page.locator('[data-field=predicates]').getByRole('button', { name: '添加一行' }).tap()
        await pick('类型', '路径 Path')
        await input('参数').fill('/trial/**')
        await press('确定')
      } else {
        await page.getByRole('dialog').getByRole('button', { name: '新增' }).first().click()
        await paste(page, await cell(gridNamed(page, '匹配条件'), 1, 'name'), [['路径 Path', '/trial/**']])
      }
      await press('保存')
      await said('应为 lb://服务名，或 http(s)、ws(s) 地址')
      await input('转发到').fill('lb://voltdesk')
      await press('保存')
      await expect(row(routerId)).toHaveCount(1)
      await use(routerId, '复制')
      await sure(/^(确定)?复制$/)
      if (isPhone) await press('返回')
      await expect(records()).toHaveCount(2)
      const stored = async () =>
        (await admin.rows('/sys/sysGatewayRoute/list?pageSize=100'))
          .filter(({ name }) => String(name).includes(routerId))
          .map(({ name, status }) => `${name} ${status}`)
      const [first, copy] = [routerId, `${routerId} 副本`]
      expect(await stored()).toEqual([`${first} 1`, `${copy} 0`])

      if (isPhone) {
        await press('排序')
        await page.getByText('手动排序', { exact: true }).tap()
        await page.getByRole('button', { name: `下移“${first}”` }).tap()
        await press('保存')
      } else {
        await page.getByRole('button', { name: `调整“${first}”的顺序` }).focus()
        await page.keyboard.press('Alt+ArrowDown')
      }
      await expect.poll(stored).toEqual([`${copy} 0`, `${first} 1`])
      // Where it was put in order, the list has that already.
      if (isPhone) await expect(page.locator('.vd-arrange')).toHaveCount(0)
      // What is stored now: what was read before would be an older version.
      await expect(records().last()).not.toContainText(copy)
      await ready(page)
      if (isPhone) {
        await records().last().tap()
        await expect(top(page).locator('.vd-detail')).toBeVisible()
        await press('编辑')
        await page.locator('[data-field=status]').getByRole('switch').tap()
        await press('保存')
      } else await page.getByRole('switch', { name: `${first} 状态`, exact: true }).click()
      await expect.poll(stored).toEqual([`${copy} 0`, `${first} 0`])
    })

    test('N18: a file is kept, seen, held while a record uses it, and deleted', async () => {
      const fileName = `${unique('图')}.png`
      const page = await open('/oss/file')
      await press('上传')
      await page
        .locator(isPhone ? '[data-field=url] input[type=file]:not([capture])' : '.ant-modal input[type=file]')
        .setInputFiles({ name: fileName, mimeType: 'image/png', buffer: PNG })
      await expect(page.locator('[data-status=done]').filter({ hasText: fileName })).toBeVisible()
      await sure(isPhone ? '上传' : '确定上传')
      await expect(row(fileName)).toContainText('图片')
      const [kept] = await admin.rows(`/sys/oss/file/list?fileName=${encodeURIComponent(fileName)}`)
      if (isPhone) await row(fileName).tap()
      await expect((isPhone ? top(page) : row(fileName)).locator('img').first()).toBeVisible()

      const titile = unique('附图')
      const draft = {
        titile,
        msgCategory: messageCategories.announcement,
        priority: 'L',
        msgType: 'ALL',
        files: kept!.url,
      }
      expect(await admin.post('/sys/annountCement/add', draft)).toMatchObject({ success: true })
      await use(fileName, '删除')
      await sure(/^(删除|确定)$/)
      await said(`文件“${fileName}”正用在系统公告“${titile}”，不能删除`)
      const [used] = await admin.rows(`/sys/annountCement/list?titile=${encodeURIComponent(titile)}`)
      expect(await admin.remove(`/sys/annountCement/delete?id=${used!.id}`)).toMatchObject({ success: true })
      await use(fileName, '删除')
      await sure(/^(删除|确定)$/)
      await expect(page).toHaveURL('/oss/file')
      await expect(row(fileName)).toHaveCount(0)
    })

    test('P02: a report whose conditions cannot be had warns with the server’s words, and is not asked for twice', async () => {
      const page = await open('/examples/pickers')
      const words = '没有查看报表“员工”的权限'
      const asked: string[] = []
      await page.route('**/cgreport/api/**', (route) => {
        const what = /\/api\/(\w+)/.exec(route.request().url())![1]!
        asked.push(what)
        return what === 'getQueryInfo'
          ? route.fulfill({ json: { success: false, code: 500, message: words, result: null } })
          : route.fallback()
      })
      const popup = isPhone ? page.locator('.vd-sheet-full') : page.getByRole('dialog', { name: '员工' })
      const rows = popup.locator(isPhone ? '[role=option]' : 'tr.ant-table-row')
      const look = async () => {
        if (isPhone) await page.locator('[data-field=staffName]').getByRole('button').first().tap()
        else
          await page
            .locator('main .ant-form-item')
            .filter({ has: page.getByLabel('报表选择', { exact: true }) })
            .getByRole('button', { name: '选择' })
            .click()
        await expect(rows.first()).toBeVisible()
      }
      // Said as soon as it is known, and for three seconds: on a slow machine the rows come later than that.
      await Promise.all([said(words), look()])
      await popup.getByRole('button', { name: '取消' }).click()
      await look()
      await popup.getByRole('button', { name: '取消' }).click()
      expect(asked.filter((what) => what === 'getRpColumns')).toHaveLength(1)
      expect(asked.filter((what) => what === 'getData')).toHaveLength(1)
      await page.unroute('**/cgreport/api/**')
    })
  })
}

test.describe('P01', () => {
  const { open, records, press, use, sure, input, pick } = consoleAt(DESKTOP)

  test('P01: a report is written, tried, put into the menu, read on both shells and exported', async ({ another }) => {
    const reportCode = unique('rp_')
    const name = unique('报表')
    const page = await open('/online/report')
    await press('新增')
    await input('报表编码').fill(reportCode)
    await input('报表名称').fill(name)
    const sql = page.getByRole('dialog').locator('.cm-content[aria-label="SQL"]')
    await sql.fill('delete from rental_service_provider')
    await press('预览数据')
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('SELECT')
    await sql.fill('select provider_no, provider_name from rental_service_provider order by provider_no')
    await press('预览数据')
    const preview = page.getByRole('dialog').locator('.report-preview')
    await expect(preview.locator('tr.ant-table-row').first()).toContainText(/FW\d+/)
    await press('从 SQL 生成列')
    await expect(gridNamed(page, '列').getByText('provider_name').first()).toBeAttached()
    await press('保存')
    await expect(records().filter({ hasText: reportCode })).toHaveCount(1)
    await use(reportCode, '加到菜单')
    await pick('上级菜单', '财务管理', '财务管理')
    await sure('确定加到菜单')
    await expect.poll(() => menuWith({ name })).toBeDefined()

    // At once, for who put it there.
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name: '财务管理' }).click()
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/online/cgreport/${reportCode}`)
    await expect(tableRows(page).first()).toContainText(/FW\d+/)
    const total = Number(/共 (\d+) 条/.exec(await page.locator('.ant-pagination:visible').innerText())![1])
    await press('导出')
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /xlsx/ }).click()
    const [sheet] = Object.values(SheetJS.read(readFileSync(await (await coming).path())).Sheets)
    expect(SheetJS.utils.sheet_to_json(sheet!)).toHaveLength(total)

    const phone = await another('admin', PHONE)
    await phone.goto('/apps')
    await phone.getByText(name, { exact: true }).tap()
    await expect(top(phone).getByText(`共 ${total} 条`)).toBeVisible()
    await expect(top(phone).locator('.vd-report-row').first()).toContainText(/FW\d+/)

    const entry = (await menuWith({ name }))!
    expect(await admin.remove(`/sys/permission/delete?id=${entry.id}`)).toMatchObject({ success: true })
  })
})
