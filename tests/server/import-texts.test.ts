/** Long and formatted texts through a sheet: what a cell cannot hold is not lost by sending it back. */
import * as SheetJS from 'xlsx'
import { describe, expect, it } from 'vitest'
import type { Task } from '#model/tasks.ts'
import { resources } from '#resources/index.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { importDesk } from './import-file.ts'

const PROBLEMS = '/rental/commonProblem'
const FORMATTED = '<p>第一段 <strong>重点</strong></p><p><img src="https://example.com/a.png" /></p><p>最后一段</p>'
const kind = await oneKind()

describe(`texts of a sheet on ${kind}`, () => {
  const { admin, must, faultsOf: faultsIn, checked, confirmed } = importDesk(kind)
  const added = async (title: string, answer: string) =>
    must(await admin('POST', `${PROBLEMS}/add`, make(resources.commonProblem, { title, topic: null, answer })))
  const answerOf = async ({ id }: { id: string }) =>
    must(await admin('GET', `${PROBLEMS}/queryById?id=${id}`)).answer as string
  const exported = async ({ id }: { id: string }, format = 'xlsx') => {
    const { raw } = await admin('GET', `${PROBLEMS}/exportXls?selections=${id}&format=${format}`)
    const sheet = Object.values(SheetJS.read(raw.rawPayload).Sheets)[0]!
    const [titles, row] = SheetJS.utils.sheet_to_json<(string | number | null)[]>(sheet, { header: 1, defval: null })
    return { titles: titles as string[], row: row!, at: titles!.indexOf('答案') }
  }
  const sentBack = async (record: { id: string }, change: (answer: string) => string, format?: string) => {
    const { titles, row, at } = await exported(record, format)
    row[at] = change(String(row[at]))
    return checked(PROBLEMS, titles, [row])
  }
  const reasonsOf = (task: Task) => faultsIn(task, '列', '原因')

  it('formatted text is changed on its page only, and stays what it was where its cell does', async () => {
    const record = await added('带图的问题', FORMATTED)
    expect((await exported(record)).row).toContain('第一段 重点\n\n最后一段')
    expect((await sentBack(record, (answer) => answer)).counts).toMatchObject({ same: 1, wrong: 0 })
    // As exports of older versions had it.
    expect((await sentBack(record, () => '第一段 重点 最后一段')).counts).toMatchObject({ same: 1, wrong: 0 })
    const found = await sentBack(record, (answer) => answer.replace('最后', '末尾'))
    expect(found.counts).toMatchObject({ changed: 0, wrong: 1 })
    expect(await reasonsOf(found)).toEqual([['答案', '含图片或格式，请在页面修改']])
    expect(await answerOf(record)).toBe(FORMATTED)
  })

  it('plain paragraphs are lines of a cell, there and back', async () => {
    const record = await added('两段', '<p>一</p><p>二 &amp; 三</p>')
    const found = await sentBack(record, (answer) => `${answer}\n<四>`)
    expect(found.counts).toMatchObject({ changed: 1 })
    expect(await confirmed(found)).toMatchObject({ state: 'done' })
    expect(await answerOf(record)).toBe('<p>一</p><p>二 &amp; 三</p><p>&lt;四&gt;</p>')
  })

  it.each(['xlsx', 'xls'])('a text that no cell holds is no change, and cannot be made one, .%s', async (format) => {
    const long = `<p>${'长'.repeat(32_766)} ${'尾'.repeat(200)}</p>`
    const record = await added(`很长的回答 ${format}`, long)
    expect((await sentBack(record, (answer) => answer, format)).counts).toMatchObject({ same: 1, wrong: 0 })
    const found = await sentBack(record, (answer) => answer.slice(2), format)
    expect(await reasonsOf(found)).toEqual([['答案', '超过 32767 个字符，单元格只有开头一段，请在页面修改']])
    expect(await answerOf(record)).toBe(long)
  })
})
