/** What a workbook of another program hides from whoever reads its cells: merged ones, formulas, further sheets. */
import * as SheetJS from 'xlsx'
import { describe, expect, it } from 'vitest'
import type { Task } from '#model/tasks.ts'
import { oneKind } from '../databases.ts'
import { importDesk } from './import-file.ts'
import { upload } from './upload.ts'

const USERS = '/rental/userMessage'
const kind = await oneKind()

describe(`an import of what others wrote on ${kind}`, () => {
  const { admin, must, faultsOf: faultsIn, settled, confirmed } = importDesk(kind)
  type Sheets = Readonly<Record<string, SheetJS.WorkSheet>>
  const book = (sheets: Sheets, bookType: SheetJS.BookType = 'xlsx') =>
    SheetJS.write({ SheetNames: Object.keys(sheets), Sheets: sheets }, { type: 'buffer', bookType }) as Buffer
  const sheet = (rows: unknown[][], merges: readonly string[] = []): SheetJS.WorkSheet => ({
    ...SheetJS.utils.aoa_to_sheet(rows),
    '!merges': merges.map((one) => SheetJS.utils.decode_range(one)),
  })
  const checked = async (content: Buffer, path = USERS): Promise<Task> => {
    const form = { validateStatus: '1', dryRun: '1', whenExists: 'update' }
    const reply = await upload(admin, `${path}/importExcel`, '表.xlsx', content, form)
    return settled((must(reply).tasks as Task[])[0]!.id)
  }
  const faultsOf = (task: Task) => faultsIn(task, '行号', '列', '原因')
  const TITLES = ['昵称', '手机号', '常用城市']
  const CITY = '广东省/深圳市/南山区'

  it.each(['xlsx', 'biff8'] as const)(
    'names the cells under a merged one instead of leaving them empty, .%s',
    async (type) => {
      const rows = [
        ['合甲', '13911110001', CITY],
        ['合乙', '13911110002'],
        ['合丙', '13911110003'],
        ['合丁', '13911110004'],
      ]
      const found = await checked(book({ a: sheet([TITLES, ...rows], ['C2:C4']) }, type))
      expect(found.counts).toMatchObject({ added: 2, wrong: 2 })
      const reason = (at: string) => `单元格 ${at} 在合并单元格里，请取消合并并逐行填写后再导入`
      expect(await faultsOf(found)).toEqual([
        [3, '常用城市', reason('C3')],
        [4, '常用城市', reason('C4')],
      ])
    },
  )

  it.each(['xlsx', 'biff8'] as const)('takes titles that are merged above and in the header, .%s', async (type) => {
    const rows = [['用户登记表'], [...TITLES, null], ['题甲', type === 'xlsx' ? '13911120001' : '13911120002', CITY]]
    const found = await checked(book({ a: sheet(rows, ['A1:C1', 'C2:D2', 'E3:F9']) }, type))
    expect(found.counts).toMatchObject({ added: 1, wrong: 0 })
    expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { written: 1 } })
  })

  it('does not take a formula without a result for an empty cell', async () => {
    const one = sheet([TITLES, ['式甲', '13911130001'], ['式乙', '13911130002'], ['式丙', '13911130003']])
    one.C2 = { t: 'n', f: 'VLOOKUP(A2,城市!A:B,2,0)' }
    // Its result is a text without a letter.
    one.C3 = { t: 's', v: '', f: 'IF(1=1,"","x")' }
    one.A5 = { t: 'n', f: 'A4' }
    one['!ref'] = 'A1:C5'
    const found = await checked(book({ a: one }))
    expect(found.counts).toMatchObject({ total: 4, added: 2, wrong: 2 })
    const reason = (at: string) => `单元格 ${at} 的公式没有计算结果，请用 Excel 打开并保存后再上传`
    expect(await faultsOf(found)).toEqual(
      expect.arrayContaining([
        [2, '常用城市', reason('C2')],
        [5, '昵称', reason('A5')],
      ]),
    )
  })

  it('says which sheets it leaves out, and not of those of its own template', async () => {
    const [first, second, third] = ['1', '2', '3'].map((at) => sheet([TITLES, [`表${at}`, `1391114000${at}`]]))
    const others = { 说明: sheet([['怎样填写'], ['一行一个人']]), 空: sheet([TITLES]) }
    const found = await checked(book({ 一月: first!, 二月: second!, ...others, 三月: third! }))
    const said = '另有 2 个工作表的表头也符合，没有导入：一次只导入一个工作表，请分开上传'
    expect(found).toMatchObject({ counts: { added: 1, sheets: 2 }, message: expect.stringContaining(said) })

    const { raw } = await admin('GET', `${USERS}/importTemplate`)
    const template = SheetJS.read(raw.rawPayload)
    expect(template.SheetNames).toHaveLength(3)
    const [name] = template.SheetNames as [string]
    SheetJS.utils.sheet_add_aoa(template.Sheets[name]!, [['模甲', '13911150001']], { origin: 'A3' })
    const filled = await checked(SheetJS.write(template, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    expect(filled.message).not.toContain('工作表')
  })
})
