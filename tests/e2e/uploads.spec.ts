/** J: files and pictures of a form, on both shells. */
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'
import { picture, text } from './files.ts'
import { back } from './touch.ts'

const FORM = '/isystem/annountCement/add'
const UPLOAD = '**/sys/common/upload'

const said = (page: Page, words: string | RegExp) => page.getByText(words).filter({ visible: true }).first()
const saved = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/add') && response.request().method() === 'POST')

interface Shell {
  name: string
  size: typeof DESKTOP | typeof PHONE
  /** What takes files of 附件. */
  chooser: string
  /** One line a file. */
  rows: string
}
const shells: readonly Shell[] = [
  { name: '1440', size: DESKTOP, chooser: '.upload-files input[type=file]', rows: '.upload-files li' },
  {
    name: '375',
    size: PHONE,
    chooser: '[data-field="files"] input[type=file]:not([capture])',
    rows: '[data-field="files"] .vd-upload-file',
  },
]

for (const { name, size, chooser, rows } of shells)
  test.describe(name, () => {
    test.use(as('admin', size))

    async function open(page: Page, title: string) {
      await page.goto(FORM)
      await page.locator(chooser).waitFor({ state: 'attached' })
      await page.getByRole('textbox', { name: '标题' }).fill(title)
    }
    const save = (page: Page) => page.getByRole('button', { name: '保存' }).click()

    test(`J01: an upload is multipart with file, isup and biz, and the record keeps its path (${name})`, async ({
      page,
    }) => {
      // The browser shows nobody a body that holds a file, so what is handed to it is written down.
      await page.addInitScript(() => {
        const { send } = XMLHttpRequest.prototype
        XMLHttpRequest.prototype.send = function (body) {
          if (body instanceof FormData)
            document.documentElement.dataset.sent = JSON.stringify(
              [...body].map(([key, value]) => [key, value instanceof File ? value.name : value]),
            )
          send.call(this, body)
        }
      })
      await open(page, `附件一 ${name}`)
      const [request] = await Promise.all([
        page.waitForRequest(UPLOAD),
        page.locator(chooser).setInputFiles(text('说明.txt')),
      ])
      expect(request.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/)
      const sent = JSON.parse((await page.locator('html').getAttribute('data-sent'))!) as [string, string][]
      expect(Object.fromEntries(sent)).toEqual({ file: '说明.txt', isup: '1', biz: 'temp' })
      await expect(page.locator(`${rows}[data-status="done"]`)).toContainText('说明.txt')
      const [answer] = await Promise.all([saved(page), save(page)])
      const { result } = (await answer.json()) as { result: { id: string; files: string } }
      await expect(page).not.toHaveURL(/\/add$/)
      expect(result.files).toMatch(/^temp\/说明_[0-9a-f]{32}\.txt$/)
      await page.goto(`/isystem/annountCement/${result.id}`)
      await expect(page.getByRole('link', { name: '说明.txt' })).toHaveAttribute(
        'href',
        new RegExp('/sys/common/static/temp/'),
      )
    })

    test(`J02: on its way, stopped, failed, tried again; nothing is saved before all is done (${name})`, async ({
      page,
    }) => {
      await open(page, `附件二 ${name}`)
      let go = (): void => undefined
      const held = new Promise<void>((resolve) => (go = resolve))
      await page.route(UPLOAD, async (route) => {
        await held
        await route.continue().catch(() => undefined)
      })
      await page.locator(chooser).setInputFiles([text('慢.txt'), text('不要.txt')])
      await expect(page.locator(`${rows}[data-status="uploading"]`)).toHaveCount(2)
      await save(page)
      await expect(said(page, '文件正在上传，请稍候')).toBeVisible()
      // Nothing but the files is there to be lost.
      await page.getByRole('textbox', { name: '标题' }).fill('')
      if (size === PHONE) {
        await back(page)
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText('放弃已填写的内容？')
        await dialog.getByRole('button', { name: '继续填写' }).tap()
        await expect(dialog).toBeHidden()
        await expect(page).toHaveURL(FORM)
      }
      await page.getByRole('textbox', { name: '标题' }).fill(`附件二 ${name}`)
      await page.getByRole('button', { name: '取消不要.txt' }).click()
      await expect(page.locator(rows)).toHaveCount(1)
      go()
      await expect(page.locator(`${rows}[data-status="done"]`)).toHaveCount(1)
      await page.unroute(UPLOAD)

      // The network drops in the middle.
      await page.route(UPLOAD, (route) => route.abort('connectionreset'))
      await page.locator(chooser).setInputFiles(text('断线.txt'))
      await expect(said(page, /断线\.txt 上传失败/)).toBeVisible()
      await save(page)
      await expect(said(page, /^断线\.txt 上传失败，请重试或删除$/)).toBeVisible()
      await page.unroute(UPLOAD)
      await page.getByRole('button', { name: '重试断线.txt' }).click()
      await expect(page.locator(`${rows}[data-status="done"]`)).toHaveCount(2)
      const [answer] = await Promise.all([saved(page), save(page)])
      const { result } = (await answer.json()) as { result: { files: string } }
      expect(result.files.split(',').map((path) => path.replace(/_[0-9a-f]+\./, '.'))).toEqual([
        'temp/慢.txt',
        'temp/断线.txt',
      ])
    })

    test(`J02: what the server refuses is said with the file's name, and what was typed stays (${name})`, async ({
      page,
    }) => {
      await open(page, `附件三 ${name}`)
      await page
        .locator(chooser)
        .setInputFiles({ ...picture('假的.png'), buffer: Buffer.from('<html><script>alert(1)</script></html>') })
      await expect(said(page, /^假的\.png 上传失败：不支持该类型的文件，或内容与扩展名不符$/)).toBeVisible()
      await expect(page.locator(`${rows}[data-status="error"]`)).toHaveCount(1)
      await page.route(UPLOAD, (route) =>
        route.fulfill({ json: { success: false, code: 500, message: '', result: null } }),
      )
      await page.locator(chooser).setInputFiles(text('无语.txt'))
      await expect(said(page, /^无语\.txt 上传失败：.+/)).toBeVisible()
      await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(`附件三 ${name}`)
    })

    test(`J02: a half-typed form keeps its files over a reload (${name})`, async ({ page }) => {
      await open(page, `附件四 ${name}`)
      await page.locator(chooser).setInputFiles([text('甲.txt'), text('乙.txt')])
      await expect(page.locator(`${rows}[data-status="done"]`)).toHaveCount(2)
      await page.reload()
      await expect(said(page, /^已恢复上次未/)).toBeVisible()
      await expect(page.locator(rows)).toContainText(['甲.txt', '乙.txt'])
    })

    test(`J03: what cannot be taken is not sent (${name})`, async ({ page }) => {
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/sys/common/upload')) sent.push(request.url())
      })
      await open(page, `附件五 ${name}`)
      await page.locator(chooser).setInputFiles(text('run.exe'))
      await expect(said(page, /未知的文件$/)).toBeVisible()
      await page.locator(chooser).setInputFiles(text('大.txt', 'x'.repeat(10 * 1024 * 1024 + 1)))
      await expect(said(page, /大\.txt：文件大小超出10MB限制, 请压缩或降低文件质量!$/)).toBeVisible()
      // 2 GB that take no room on the disk.
      const huge = join(tmpdir(), `voltdesk-${process.pid}-${name}.txt`)
      writeFileSync(huge, '')
      truncateSync(huge, 2 * 1024 ** 3)
      await page.locator(chooser).setInputFiles(huge)
      await expect(said(page, /voltdesk-[\d-]+\.txt：文件大小超出10MB限制, 请压缩或降低文件质量!$/)).toBeVisible()
      rmSync(huge)
      await expect(page.locator(rows)).toHaveCount(0)
      await page.goto('/customer/userMessage/add')
      const pictures = page.locator('input[type=file]:not([capture])').first()
      await pictures.waitFor({ state: 'attached' })
      await pictures.setInputFiles(text('说明.txt'))
      await expect(said(page, '请上传图片')).toBeVisible()
      await pictures.setInputFiles({ ...picture('图.bmp'), mimeType: 'image/bmp' })
      await expect(said(page, '未知的文件')).toBeVisible()
      expect(sent).toEqual([])
    })

    test(`J02: the network drops in the middle of a save: nothing typed is lost, and it is saved once (${name})`, async ({
      page,
    }) => {
      const title = `断网保存 ${name} ${Date.now()}`
      await open(page, title)
      await page.locator(chooser).setInputFiles(text('甲.txt'))
      await expect(page.locator(`${rows}[data-status="done"]`)).toHaveCount(1)
      await page.context().setOffline(true)
      await save(page)
      // Whether it was saved is asked for some twelve seconds: what the page says of it is looked at in one go.
      await page.getByText('结果未知，正在核实').first().waitFor()
      const typed = await page.getByRole('textbox', { name: '标题' }).inputValue()
      await page.context().setOffline(false)
      expect(typed).toBe(title)
      await expect(page).not.toHaveURL(/\/add$/)
      const made = await calling('admin').rows(`/sys/annountCement/list?titile=${encodeURIComponent(title)}`)
      expect(made).toHaveLength(1)
      expect(made[0]!.files).toMatch(/^temp\/甲_/)
    })

    test(`J05: stored pictures stand below the static address, whole addresses as they are (${name})`, async ({
      page,
    }) => {
      const add = async (nickName: string, phone: string, avatar: string) => {
        const { result, message } = await calling('admin').post('/rental/userMessage/add', {
          nickName,
          phone,
          avatar,
          status: consumerStates.normal,
        })
        expect(message).toBe('添加成功！')
        return String((result as { id: string }).id)
      }
      const digits = String(Date.now()).slice(-7)
      const stored = await add(`图甲${name}`, `138${digits}${name === '375' ? 1 : 2}`, 'temp/a.png')
      const whole = await add(`图乙${name}`, `137${digits}${name === '375' ? 1 : 2}`, 'https://cdn.example.cn/b.png')
      const addressIn = async (id: string) => {
        const asked = page.waitForRequest((request) => /\/[ab]\.png$/.test(request.url()))
        await page.goto(`/customer/userMessage/${id}`)
        return (await asked).url()
      }
      expect(new URL(await addressIn(stored)).pathname).toBe('/jeecg-boot/sys/common/static/temp/a.png')
      // The page may not ask strangers for pictures; the address is nevertheless whole.
      await page.goto(`/customer/userMessage/${whole}`)
      await expect(page.locator('img[src="https://cdn.example.cn/b.png"]')).toHaveCount(name === '375' ? 0 : 1)
    })
  })

test.describe('1440 only', () => {
  test.use(as('admin', DESKTOP))

  test('J04: the popup lists, orders and takes away, and nothing changes before 确定', async ({ page }) => {
    await page.goto(FORM)
    const chosen = page.locator('.upload-files input[type=file]')
    await chosen.waitFor({ state: 'attached' })
    await page.getByRole('button', { name: '管理文件' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    // It grows into its place.
    await expect.poll(async () => Math.round((await dialog.boundingBox())!.width)).toBe(520)
    const confirm = dialog.getByRole('button', { name: /确\s?定/ })
    await confirm.click()
    await expect(said(page, '未上传任何文件')).toBeVisible()
    await dialog.locator('input[type=file]').setInputFiles([text('甲.txt'), picture('乙.png')])
    const lines = dialog.locator('.upload-list > li')
    await expect(lines).toContainText(['甲.txt', '乙.png'])
    await expect(lines.first()).toContainText('6 B')
    await dialog.getByRole('button', { name: '上移甲.txt' }).click()
    await expect(said(page, '未知的操作')).toBeVisible()
    await dialog.getByRole('button', { name: '下移乙.png' }).click()
    await expect(said(page, '已到最后~')).toBeVisible()
    await dialog.getByRole('button', { name: '上移乙.png' }).click()
    await expect(page.locator('.upload-files li')).toHaveCount(0)
    await expect(confirm).toBeEnabled()
    await confirm.click()
    await expect(page.locator('.upload-files li')).toContainText(['乙.png', '甲.txt'])
  })

  test('J01: files may be dropped', async ({ page }) => {
    await page.goto(FORM)
    const area = page.getByText('点击或拖拽文件到此处上传')
    await expect(area).toBeVisible()
    const files = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['内容'], '拖来.txt', { type: 'text/plain' }))
      return data
    })
    await area.dispatchEvent('drop', { dataTransfer: files })
    await expect(page.locator('.upload-files li[data-status="done"]')).toContainText('拖来.txt')
  })

  test('A14: an avatar is cut to a square before it is sent', async ({ page }) => {
    await page.goto('/isystem/user/add')
    const input = page.locator('.upload-tiles input[type=file]')
    await input.waitFor({ state: 'attached' })
    // 40 × 20, half of it red.
    const wide = await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 40
      canvas.height = 20
      const pen = canvas.getContext('2d')!
      pen.fillStyle = 'red'
      pen.fillRect(0, 0, 20, 20)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      return [...new Uint8Array(await blob!.arrayBuffer())]
    })
    await input.setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: Buffer.from(wide) })
    const dialog = page.getByRole('dialog', { name: '裁剪图片' })
    await dialog.getByRole('img', { name: '要裁剪的图片' }).waitFor()
    // To the very left of the picture, and no further.
    const frame = dialog.getByRole('application')
    await frame.focus()
    for (let step = 0; step < 20; step += 1) await frame.press('ArrowRight')
    await dialog.getByRole('button', { name: /确\s?定/ }).click()
    const shown = page.locator('.upload-tile[data-status="done"] img')
    await expect(shown).toBeVisible()
    const seen = await shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const pen = canvas.getContext('2d')!
      pen.drawImage(image, 0, 0)
      const at = (x: number, y: number) => [...pen.getImageData(x, y, 1, 1).data]
      return { width: image.naturalWidth, height: image.naturalHeight, inside: [at(20, 20), at(230, 230)] }
    })
    const red = [255, 0, 0, 255]
    expect(seen).toEqual({ width: 256, height: 256, inside: [red, red] })
  })
})

test.describe('375 only', () => {
  test.use(as('admin', PHONE))

  test('J04: the sheet lists, orders and takes away, and nothing changes before 确定', async ({ page }) => {
    await page.goto(FORM)
    await page.getByRole('button', { name: '附件：管理文件' }).tap()
    const sheet = page.locator('.vd-sheet-full:visible')
    const confirm = sheet.getByRole('button', { name: /^确定/ })
    await confirm.tap()
    await expect(said(page, '未上传任何文件')).toBeVisible()
    await sheet.locator('input[type=file]').setInputFiles([text('甲.txt'), picture('乙.png')])
    const lines = sheet.getByRole('list', { name: '附件' }).getByRole('listitem')
    await expect(lines).toContainText(['甲.txt', '乙.png'])
    await expect(lines.first()).toContainText('6 B')
    await sheet.getByRole('button', { name: '上移甲.txt' }).tap()
    await expect(said(page, '未知的操作')).toBeVisible()
    await sheet.getByRole('button', { name: '下移乙.png' }).tap()
    await expect(said(page, '已到最后~')).toBeVisible()
    await sheet.getByRole('button', { name: '上移乙.png' }).tap()
    const kept = page.locator('[data-field="files"] .vd-upload-file')
    await expect(kept).toHaveCount(0)
    await expect(lines).toContainText(['乙.png', '甲.txt'])
    await expect(lines.filter({ hasText: '%' })).toHaveCount(0)
    await confirm.tap()
    await expect(sheet).toHaveCount(0)
    await expect(kept).toContainText(['乙.png', '甲.txt'])
  })

  test('J01: pictures come from the camera or the album', async ({ page }) => {
    await page.goto('/customer/userMessage/add')
    const camera = page.getByRole('button', { name: '头像：拍照' })
    await expect(camera).toBeVisible()
    await expect(page.locator('[data-field="avatar"] input[capture]')).toHaveAttribute('capture', 'environment')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), camera.tap()])
    await chooser.setFiles(picture('现场.png'))
    await expect(page.locator('[data-field="avatar"] .vd-upload-picture[data-status="done"] img')).toBeVisible()
    await page.getByRole('button', { name: '删除现场.png' }).tap()
    await expect(page.locator('[data-field="avatar"] .vd-upload-picture')).toHaveCount(0)
  })
})
