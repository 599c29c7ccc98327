/** L: editors of formatted text, on both shells. */
import type { FileChooser } from '@playwright/test'
import { messageCategories } from '#resources/system/announcement.ts'
import { trendTypes } from '#resources/content/trend.ts'
import { DESKTOP, PHONE, as, calling, expect, ready, test, type Page } from './browser.ts'
import { picture } from './files.ts'

const FORM = '/isystem/annountCement/add'
const UPLOAD = '**/sys/common/upload'
const PICTURE = picture('门头.png')

/** What the browser puts into forms it sends: it shows nobody a body that holds a file. */
const writeDownForms = (page: Page) =>
  page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData)
        document.documentElement.dataset.sent = JSON.stringify(
          [...body].map(([key, value]) => [key, value instanceof File ? value.name : value]),
        )
      send.call(this, body)
    }
  })
const sentForm = async (page: Page) =>
  Object.fromEntries(JSON.parse((await page.locator('html').getAttribute('data-sent'))!) as [string, string][])

async function save(page: Page, path: '/add' | '/edit') {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(path) && response.request().method() !== 'GET'),
    page.getByRole('button', { name: '保存' }).click(),
  ])
  // The form closes by itself.
  await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  return (await answer.json()) as { message: string; result: { id: string; msgContent: string } }
}
const content = (page: Page) => page.getByRole('textbox', { name: '内容', exact: true })
const announcement = (msgContent: string) =>
  calling('admin').post('/sys/annountCement/add', {
    titile: `富文本 ${Date.now()}`,
    msgCategory: messageCategories.announcement,
    priority: 'L',
    msgType: 'ALL',
    msgContent,
  })
const idOf = async (msgContent: string) => ((await announcement(msgContent)).result as { id: string }).id

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('L01: 300 px high, pictures with biz=jeditor and jeditor=1, content reloads unchanged', async ({ page }) => {
    await writeDownForms(page)
    await page.goto(FORM)
    const area = page.locator('.rich-text-area')
    await expect(content(page)).toBeVisible()
    expect((await area.boundingBox())!.height).toBe(300)
    await page.getByRole('textbox', { name: '标题' }).fill(`富文本 ${Date.now()}`)
    const tool = (name: string) =>
      page.getByRole('toolbar', { name: '内容的格式' }).getByRole('button', { name, exact: true })
    await content(page).click()
    await page.keyboard.type('第一行')
    await page.keyboard.press('Enter')
    // The buttons follow the cursor a moment later.
    await expect(tool('无序列表')).not.toHaveClass(/disabled/)
    await tool('无序列表').click()
    await page.keyboard.type('甲')
    await page.keyboard.press('Enter')
    await page.keyboard.type('乙')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await tool('对齐').hover()
    await expect(tool('居中对齐')).not.toHaveClass(/disabled/)
    await tool('居中对齐').click()
    await page.keyboard.type('居中')
    await page.keyboard.press('Enter')
    await expect(tool('插入表格')).not.toHaveClass(/disabled/)
    await tool('插入表格').click()
    await page.locator('.w-e-panel-content-table td').nth(1).click()
    // The editor takes no notice of the cursor while it places its own in the table, and its buttons follow the cursor a
    // moment later. One ear for all tries: a chooser that opens while nobody listens stays open, and no other follows.
    const choosers: FileChooser[] = []
    page.on('filechooser', (one) => choosers.push(one))
    await expect(async () => {
      if (choosers.length) return
      await content(page).locator('p').first().click({ timeout: 10_000 })
      await page.keyboard.press('End')
      await tool('图片').hover({ timeout: 10_000 })
      await expect(tool('上传图片')).not.toHaveClass(/disabled/, { timeout: 10_000 })
      await tool('上传图片').click({ timeout: 10_000 })
      await expect.poll(() => choosers.length, { timeout: 10_000 }).toBeGreaterThan(0)
    }).toPass({ timeout: 90_000 })
    await Promise.all([page.waitForResponse(UPLOAD), choosers[0]!.setFiles(PICTURE)])
    expect(await sentForm(page)).toEqual({ file: '门头.png', biz: 'jeditor', jeditor: '1' })
    await expect(content(page).locator('img')).toHaveAttribute('src', /^\/jeecg-boot\/sys\/common\/static\/jeditor\//)

    const { result } = await save(page, '/add')
    for (const piece of ['<li>甲</li>', 'text-align:center', '<table', 'alt="门头.png"'])
      expect(result.msgContent).toContain(piece)
    await page.goto(`/isystem/annountCement/${result.id}/edit`)
    await expect(content(page).locator('img')).toBeVisible()
    // One word more: the rest is what it was.
    await content(page).click({ position: { x: 20, y: 260 } })
    await page.keyboard.press('Control+End')
    await page.keyboard.type('尾')
    const again = await save(page, '/edit')
    expect(again.result.msgContent).toBe(result.msgContent.replace(/<br \/><\/p>$/, '尾</p>'))
    await page.goto(`/isystem/annountCement/${result.id}`)
    await expect(page.locator('.rich-text li')).toHaveText(['甲', '乙'])
    await expect(page.locator('.rich-text p').filter({ hasText: '居中' })).toHaveCSS('text-align', 'center')
    await expect(page.locator('.rich-text th')).toHaveCount(2)
  })

  test('L01: what is only looked at is not changed; an emptied one is empty', async ({ page }) => {
    const id = await idOf('<h2>标题</h2><p>正文</p>')
    await page.goto(`/isystem/annountCement/${id}/edit`)
    await expect(content(page)).toContainText('正文')
    await content(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    const { result } = await save(page, '/edit')
    expect(result.msgContent).toBeNull()
  })

  test('L01: nothing of an editor is loaded before one is needed', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/isystem/annountCement')
    await expect(page.locator('main .ant-table-row').first()).toBeVisible()
    await ready(page)
    expect(
      asked.filter((url) => /\/(?!antd~)[^/]*(wangeditor|RichTextInput|codemirror|CodeInput|MarkdownInput)/i.test(url)),
    ).toEqual([])
  })
})

for (const [name, size] of [
  ['1440', DESKTOP],
  ['375', PHONE],
] as const)
  // prettier-ignore
  test.describe(name, () => {
    test.use(as('admin', size))

    test(`L01: attacks in formatted text are neither kept nor shown (${name})`, async ({ page }) => {
      const id = await idOf(
        '<p>好<img src=x onerror="document.title=\'hit\'"><a href="javascript:alert(1)">甲</a></p>' +
          '<script>document.title="hit"</script><iframe src="/"></iframe>' +
          '<p style="position:fixed;inset:0;color:red">红</p>',
      )
      await page.goto(`/isystem/annountCement/${id}`)
      const shown = page.locator(name === '375' ? '.vd-rich-text' : '.rich-text')
      await expect(shown).toContainText('好')
      const html = await shown.innerHTML()
      expect(html).not.toMatch(/onerror|javascript:|<script|<iframe|position/i)
      expect(html).toContain('color: red')
      expect(await page.title()).not.toBe('hit')
    })
  })

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('L01: bold, list, link and picture by thumb; what was formatted elsewhere stays', async ({ page }) => {
    await writeDownForms(page)
    const id = await idOf('<h2 style="text-align:center">标题</h2><p>正文</p>')
    await page.goto(`/isystem/annountCement/${id}/edit`)
    await expect(content(page)).toContainText('正文')
    const tool = (tip: string) => page.getByRole('toolbar').getByRole('button', { name: tip, exact: true })
    await content(page).locator('p').tap()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await tool('加粗').tap()
    await page.keyboard.type('粗')
    await tool('加粗').tap()
    await page.keyboard.press('Enter')
    await tool('列表').tap()
    await page.keyboard.type('一')
    await page.keyboard.press('Enter')
    await page.keyboard.type('二')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await tool('链接').tap()
    await page.getByRole('textbox', { name: '链接地址' }).fill('javascript:alert(1)')
    await page.getByRole('button', { name: '插入' }).tap()
    await expect(page.getByText('链接应以 http://、https:// 或 / 开头')).toBeVisible()
    await page.getByRole('textbox', { name: '链接地址' }).fill('https://a.example.cn/b')
    await page.getByRole('button', { name: '插入' }).tap()
    await expect(content(page).locator('a')).toHaveText('https://a.example.cn/b')
    let arrive = () => undefined as void
    const arriving = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(UPLOAD, async (route) => {
      await arriving
      await route.continue()
    })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('图片').tap()])
    const sent = page.waitForResponse(UPLOAD)
    await chooser.setFiles(PICTURE)
    await page.getByRole('button', { name: '保存' }).tap()
    await expect(page.getByText('文件正在上传，请稍候')).toBeVisible()
    arrive()
    await sent
    expect(await sentForm(page)).toEqual({ file: '门头.png', biz: 'jeditor', jeditor: '1' })
    await expect(content(page).locator('img')).toHaveAttribute('alt', '门头.png')
    const { result } = await save(page, '/edit')
    expect(result.msgContent).toContain('<h2 style="text-align:center">标题</h2>')
    expect(result.msgContent).toMatch(/<b>粗<\/b>/)
    expect(result.msgContent).toMatch(/<li>(<\w+>)*一/)
    expect(result.msgContent).toContain('href="https://a.example.cn/b"')
    await page.goto(`/isystem/annountCement/${id}`)
    await expect(page.locator('.vd-rich-text li')).toHaveText(['一', '二'])
    await expect(page.locator('.vd-rich-text img')).toBeVisible()
  })
})

const PAGE = '/examples/editors'
test.describe('375, the page of examples', () => {
  test.use(as('admin', PHONE))

  test('L02 L03: Markdown is written plainly and read formatted, code keeps its blanks, tags get their ;', async ({
    page,
  }) => {
    await writeDownForms(page)
    await page.goto(PAGE)
    const input = (name: string) => page.getByRole('textbox', { name, exact: true })
    const read = (name: string) => page.getByLabel(`${name}的值`, { exact: true })
    await input('说明').fill('# 标题\n\n**粗** 和 ~~删~~\n\n- 甲\n- 乙\n\n<img src=x onerror=alert(1)>')
    await expect(read('说明').getByRole('heading', { name: '标题' })).toBeVisible()
    await expect(read('说明').locator('strong')).toHaveText('粗')
    await expect(read('说明').locator('li')).toHaveText(['甲', '乙'])
    await expect(read('说明')).toContainText('<img src=x onerror=alert(1)>')
    await expect(read('说明').locator('img')).toHaveCount(0)
    // By thumb: what is marked becomes bold, a picture is sent as the desktop sends it.
    const tool = (name: string) =>
      page.getByRole('toolbar', { name: '说明的格式' }).getByRole('button', { name, exact: true })
    await input('说明').fill('字')
    await input('说明').press('Control+a')
    await tool('加粗').tap()
    await expect(input('说明')).toHaveValue('**字**')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('图片').tap()])
    await Promise.all([page.waitForResponse(UPLOAD), chooser.setFiles(PICTURE)])
    expect(await sentForm(page)).toEqual({ file: '门头.png', biz: 'jeditor', jeditor: '1' })
    await expect(read('说明').getByRole('img', { name: '门头.png' })).toBeVisible()
    await tool('预览').tap()
    await expect(input('说明')).toBeHidden()
    await input('代码').fill('if (a) {\n  b()\n}')
    await expect(read('代码').locator('pre')).toHaveText('if (a) {\n  b()\n}', { useInnerText: true })
    await input('标签').pressSequentially('苹果香蕉梨')
    await expect(input('标签')).toHaveValue('苹果;香蕉;梨')
    await expect(read('标签')).toContainText('苹果')
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(375)
  })
})

test.describe('1440, the page of examples', () => {
  test.use(as('admin', DESKTOP))

  const toolbar = (page: Page) => page.getByRole('toolbar', { name: '说明的格式' })
  const text = (page: Page) => page.getByRole('textbox', { name: '说明', exact: true })
  const written = (page: Page) =>
    text(page).evaluate((area) => [...area.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'))

  test('L02: the toolbar in its order, 300 px high, each button writes its Markdown', async ({ page }) => {
    await page.goto(PAGE)
    await expect(page.locator('.markdown-input .cm-editor')).toBeVisible()
    expect((await page.locator('.markdown-input .cm-editor').boundingBox())!.height).toBe(300)
    await expect(toolbar(page).getByRole('button')).toHaveText([
      ...['H', 'B', 'I', 'S', '—', '❝', '•', '1.', '☑', '⇥', '⇤', '▦', '🔗', '<>', '{ }', '', '预览'],
    ])
    const tool = (name: string) => toolbar(page).getByRole('button', { name, exact: true })
    /** Writes a word, chooses it and presses the button; what stands there then is taken away. */
    async function pressed(name: string, word = '字') {
      await text(page).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page.keyboard.insertText(word)
      await page.keyboard.press('Control+a')
      await tool(name).click()
      return written(page)
    }
    expect(await pressed('标题')).toBe('# 字')
    expect(await pressed('加粗')).toBe('**字**')
    expect(await pressed('斜体')).toBe('*字*')
    expect(await pressed('删除线')).toBe('~~字~~')
    expect(await pressed('分割线')).toBe('字\n\n---\n')
    expect(await pressed('引用')).toBe('> 字')
    expect(await pressed('无序列表')).toBe('- 字')
    expect(await pressed('有序列表', '甲')).toBe('1. 甲')
    expect(await pressed('任务')).toBe('- [ ] 字')
    expect(await pressed('增加缩进', '- 字')).toBe('  - 字')
    expect(await pressed('减少缩进', '  - 字')).toBe('- 字')
    expect(await pressed('表格')).toContain('| 列一 | 列二 |\n| --- | --- |')
    expect(await pressed('链接')).toBe('[字](https://)')
    expect(await pressed('行内代码')).toBe('`字`')
    expect(await pressed('代码块')).toBe('```\n字\n```')
    await tool('预览').click()
    await expect(page.locator('.markdown-reading pre code')).toHaveText('字\n')
  })

  test('L02: a picture by upload or by address, with a remark; HTML within the text stays text', async ({ page }) => {
    await writeDownForms(page)
    await page.goto(PAGE)
    const tool = toolbar(page).getByRole('button', { name: '图片', exact: true })
    await tool.click()
    const dialog = page.getByRole('dialog', { name: '图片上传' })
    await expect(dialog.getByRole('tab')).toHaveText(['本地上传', '网络URL'])
    const confirm = dialog.getByRole('button', { name: /确\s?定/ })
    await dialog.locator('input[type=file]').setInputFiles(PICTURE)
    await dialog.getByLabel('备注').fill('门店正面')
    await confirm.click()
    await expect(text(page)).toContainText('![门店正面](/jeecg-boot/sys/common/static/jeditor/')
    expect(await sentForm(page)).toEqual({ file: '门头.png', biz: 'jeditor', jeditor: '1' })
    await tool.click()
    await dialog.getByRole('tab', { name: '网络URL' }).click()
    await confirm.click()
    await expect(dialog.getByText('请输入网络URL')).toBeVisible()
    await dialog.getByRole('textbox', { name: /网络URL/ }).fill('https://cdn.example.cn/b (1).png')
    await confirm.click()
    await expect(dialog.getByText('请输入以http和https开头的网址')).toBeVisible()
    await dialog.getByRole('textbox', { name: /网络URL/ }).fill('https://cdn.example.cn/b(1).png')
    await confirm.click()
    await expect(text(page)).toContainText('![](https://cdn.example.cn/b%281%29.png)')
    await text(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('\n\n<img src=x onerror=alert(1)>')
    const read = page.getByRole('status', { name: '说明的值' })
    await expect(read).toContainText('<img src=x onerror=alert(1)>')
    await expect(read.getByRole('img', { name: '门店正面' })).toBeVisible()
  })

  test('L03: twelve languages, a tab is two blanks', async ({ page }) => {
    await page.goto(PAGE)
    const area = page.getByRole('textbox', { name: '代码', exact: true })
    await expect(area).toBeVisible()
    const chooser = page.getByRole('combobox', { name: '语言' })
    const samples = {
      CSS: 'a { color: red }',
      JavaScript: 'const a = 1',
      HTML: '<p class="a">1</p>',
      Java: 'public class A {}',
      'Objective-C': '@interface A : NSObject',
      Python: 'def a(): return 1',
      R: 'a <- function(x) x',
      Shell: 'if true; then echo 1; fi',
      SQL: 'select 1 from a',
      Swift: 'let a: Int = 1',
      Vue: '<template><p>1</p></template>',
      Markdown: '# 标题',
    }
    for (const [language, sample] of Object.entries(samples)) {
      await chooser.click()
      await chooser.fill(language)
      await page.locator('.ant-select-item-option:visible').getByText(language, { exact: true }).click()
      await expect(page.locator('.code-input')).toHaveAttribute('data-language', language)
      await area.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(sample)
      // Coloured: some of the line is more than plain text.
      await expect(area.locator('.cm-line span[class]').first()).toBeVisible()
    }
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('x')
    await page.keyboard.press('Home')
    await page.keyboard.press('Tab')
    await expect(area.locator('.cm-line')).toHaveText('  x')
  })

  test('L03: tags get a ; after every two characters', async ({ page }) => {
    await page.goto(PAGE)
    const input = page.getByRole('textbox', { name: '标签' })
    await input.pressSequentially('苹果香蕉梨')
    await expect(input).toHaveValue('苹果;香蕉;梨')
    await expect(page.getByRole('status', { name: '标签的值' }).locator('.ant-tag')).toHaveText(['苹果', '香蕉', '梨'])
  })
})

const NEWS = '/content/trend'
/** News to be written anew; its cover is one that is there. */
async function news(): Promise<string> {
  const [shown] = await calling('admin').rows('/rental/trend/list?pageSize=1')
  const draft = {
    trendType: trendTypes.platform,
    title: `动态 ${Date.now()}`,
    cover: shown!.cover,
    content: '旧的正文',
    isTop: 'N',
  }
  const { result, message } = await calling('admin').post('/rental/trend/add', draft)
  expect(result, message).toBeTruthy()
  return (result as { id: string }).id
}
const kept = async (id: string) => (await calling('admin').rows(`/rental/trend/list?id=${id}`))[0]!
const saved = (page: Page) =>
  Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/rental/trend/edit')),
    page.getByRole('button', { name: '保存' }).click(),
  ])

test.describe('1440, news', () => {
  test.use(as('admin', DESKTOP))

  test('L02: news is written in Markdown, its tags two by two, and read as it is meant', async ({ page }) => {
    const id = await news()
    await page.goto(`${NEWS}/${id}/edit`)
    const text = page.getByRole('textbox', { name: '内容', exact: true })
    await text.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('要点')
    await page.getByRole('toolbar', { name: '内容的格式' }).getByRole('button', { name: '标题', exact: true }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('\n\n- 甲\n- 乙\n\n| 列 | 值 |\n| --- | --- |\n| 一 | 1 |')
    await page.getByRole('textbox', { name: '标签' }).pressSequentially('活动优惠')
    await saved(page)
    // The form leaves by itself; an address asked for before would meet its way out.
    await expect(page).not.toHaveURL(/\/edit$/)
    await expect
      .poll(() => kept(id))
      .toMatchObject({ content: '# 要点\n\n- 甲\n- 乙\n\n| 列 | 值 |\n| --- | --- |\n| 一 | 1 |', tags: '活动;优惠' })
    await page.goto(`${NEWS}/${id}`)
    const read = page.locator('main .rich-text')
    await expect(read.getByRole('heading', { name: '要点' })).toBeVisible()
    await expect(read.getByRole('listitem')).toHaveText(['甲', '乙'])
    await expect(read.getByRole('cell')).toHaveText(['一', '1'])
    for (const tag of ['活动', '优惠']) await expect(page.locator('main .tag-words').getByText(tag)).toBeVisible()
  })

  test('L03: news is found by its tag', async ({ page }) => {
    const [tagged] = await calling('admin').rows('/rental/trend/list?tags=*盲盒*')
    await page.goto(`${NEWS}?tags=${encodeURIComponent('盲盒')}`)
    const rows = page.locator('main .ant-table-row')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(tagged!.title as string)
  })
})

test.describe('375, news', () => {
  test.use(as('admin', PHONE))

  test('L02: news is read formatted and written by thumb', async ({ page }) => {
    await writeDownForms(page)
    const id = await news()
    await page.goto(`${NEWS}/${id}/edit`)
    const text = page.getByRole('textbox', { name: '内容', exact: true })
    const tool = (name: string) =>
      page.getByRole('toolbar', { name: '内容的格式' }).getByRole('button', { name, exact: true })
    await text.fill('要点')
    await tool('标题').tap()
    await expect(text).toHaveValue('## 要点')
    await page.keyboard.press('End')
    await page.keyboard.insertText('\n\n甲')
    await tool('列表').tap()
    await expect(text).toHaveValue('## 要点\n\n- 甲')
    await page.keyboard.press('End')
    await page.keyboard.insertText('\n\n')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('图片').tap()])
    await Promise.all([page.waitForResponse(UPLOAD), chooser.setFiles(PICTURE)])
    expect(await sentForm(page)).toEqual({ file: '门头.png', biz: 'jeditor', jeditor: '1' })
    await expect(text).toHaveValue(/- 甲\n\n!\[门头\.png\]\(\/jeecg-boot\/sys\/common\/static\/jeditor\//)
    await tool('预览').tap()
    await expect(page.locator('.vd-rich-input .vd-rich-text img')).toBeVisible()
    await tool('预览').tap()
    await page.getByRole('textbox', { name: '标签' }).pressSequentially('活动优惠')
    await saved(page)
    // The form leaves by itself; an address asked for before would meet its way out.
    await expect(page).not.toHaveURL(/\/edit$/)
    await expect.poll(() => kept(id)).toMatchObject({ tags: '活动;优惠' })
    await page.goto(`${NEWS}/${id}`)
    const read = page.locator('.vd-rich-text')
    await expect(read.getByRole('heading', { name: '要点' })).toBeVisible()
    await expect(read.getByRole('listitem')).toHaveText('甲')
    await expect(read.getByRole('img', { name: '门头.png' })).toBeVisible()
  })
})
