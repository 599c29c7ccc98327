/** Spreadsheets made with a real office program, and files that only pretend to be one. */
import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

const fixture = (name: string) => readFileSync(new URL(`../../packages/sheets/tests/fixtures/${name}`, import.meta.url))
const IMPORT = '/rental/serviceProvider/importExcel'

/** Deflated by Node, which is ten times as fast: some contents are large. */
function zipped(files: Readonly<Record<string, string>>): Buffer {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  for (const [filename, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const file: ZipInputFile = { filename, size: content.length, crc: crc32(content), compression: 8 }
    zip.add(file)
    file.ondata!(null, deflateRawSync(content), true)
  }
  zip.end()
  return Buffer.concat(parts)
}

describe.each([await oneKind()])('imports on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const count = async () => (await admin('GET', '/rental/serviceProvider/list?pageSize=1')).result.total as number
  const rows = async () => {
    const { result } = await admin('GET', '/rental/serviceProvider/list?pageSize=1000&column=providerName&order=asc')
    return (result.records as Record<string, unknown>[])
      .filter((row) => row.createBy === 'admin' && row.contractEnd && String(row.contractEnd) > '2026-12-30')
      .map(({ providerName, level, parentId_dictText, contactPhone, contractEnd, status, address }) => [
        providerName,
        level,
        parentId_dictText,
        contactPhone,
        contractEnd,
        status,
        address,
      ])
  }

  it('takes the same 500 providers as .xls and as .xlsx, and reports a second import line by line', async () => {
    const before = await count()
    const xls = await upload(admin, IMPORT, '服务商.xls', fixture('providers-500.xls'))
    expect(xls, JSON.stringify(xls.result)).toMatchObject({
      success: true,
      code: 200,
      message: '文件导入成功！数据行数：500',
    })
    expect(await count()).toBe(before + 500)
    const fromXls = await rows()
    const again = await upload(admin, IMPORT, '服务商.xlsx', fixture('providers-500.xlsx'))
    expect(again).toMatchObject({
      success: true,
      code: 201,
      result: { totalCount: 500, successCount: 0, errorCount: 500, fileName: expect.any(String) },
    })
    expect(await count()).toBe(before + 500)
    // Nobody holds a connection open for ever.
    const { settings } = test.services
    const { importWaitMs } = settings
    Object.assign(settings, { importWaitMs: 0 })
    const later = await upload(admin, IMPORT, '服务商.xlsx', fixture('providers-500.xlsx'))
    Object.assign(settings, { importWaitMs })
    expect(later).toMatchObject({ success: true, message: '1 个文件数据较多，已转入后台导入，完成后会通知您' })

    const other = await testApp(kind)
    try {
      const send = await other.as('admin')
      const xlsx = await upload(send, IMPORT, '服务商.xlsx', fixture('providers-500.xlsx'))
      expect(xlsx).toMatchObject({ success: true, code: 200 })
      admin = send
      expect(await rows()).toEqual(fromXls)
    } finally {
      admin = await test.as('admin')
      await other.close()
    }
  })

  const workbook = (sheet: string) =>
    zipped({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      '_rels/.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml':
        '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sheet}</worksheet>`,
    })
  const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`

  it.each([
    [
      'a renamed HTML file',
      () => Buffer.from('<html><table><tr><td>服务商名称</td></tr></table></html>'),
      '文件不是有效的 Excel 文件',
    ],
    ['a text file that is no table', () => Buffer.from('服务商名称：甲\n级别：省级代理\n'), '没有找到表头'],
    [
      '200,000 declared columns',
      () =>
        workbook(
          `<dimension ref="A1:KKKK1"/><sheetData><row r="1">${cell('A1', '服务商名称')}${cell('KKKK1', 'x')}</row></sheetData>`,
        ),
      '',
    ],
    [
      'a zip bomb',
      () =>
        workbook(
          `<sheetData><row r="1">${cell('A1', '0'.repeat(400_000_000 / 4))}</row></sheetData>`.concat(
            ' '.repeat(300_000_000),
          ),
        ),
      '',
    ],
    ['no header', () => workbook(`<sheetData><row r="1">${cell('A1', '随便')}</row></sheetData>`), '没有找到表头'],
    [
      'a header without required columns',
      () => workbook(`<sheetData><row r="1">${cell('A1', '服务商名称')}${cell('B1', '级别')}</row></sheetData>`),
      '表头缺少必填列：主体类型、联系人、联系电话、区域、地址',
    ],
    ['an empty file', () => Buffer.alloc(0), ''],
  ])(
    'refuses %s in Chinese and changes nothing',
    async (_, file, message) => {
      const before = await count()
      const reply = await upload(admin, IMPORT, 'a.xlsx', file())
      expect(reply.success).toBe(false)
      expect([400, 413]).toContain(reply.status)
      expect(reply.message).toContain(message)
      expect(reply.message).toMatch(/[一-龥]{4}/)
      expect(await count()).toBe(before)
    },
    60_000,
  )
})
