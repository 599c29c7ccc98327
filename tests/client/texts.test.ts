/** The plain rules behind editors and uploads. */
import { expect, test } from 'vitest'
import { checkOf } from '../../src/model/checks.ts'
import { code, file, files, richText } from '../../src/model/fields.ts'
import { hasContent, isPlain, linesOf, paragraphsOf, wordsOf } from '../../src/model/richText.ts'
import { nameOfFile, sizeText } from '../../src/model/storedFiles.ts'
import { tagged, tagsIn } from '../../src/model/tags.ts'
import { acceptOf, uploadProblem } from '../../src/model/uploads.ts'

const problemsOf = (field: Parameters<typeof checkOf>[0], value: unknown) =>
  checkOf(field)
    .safeParse(value)
    .error?.issues.map(({ message }) => message)

test('formatted text has words, and an emptied editor has none', () => {
  expect(wordsOf('<h1>标题</h1><p>甲&nbsp;&lt;乙&gt;<br>丙</p><script>alert(1)</script><!-- x -->')).toBe(
    '标题 甲 <乙> 丙',
  )
  expect(wordsOf('3 < 5 且 7 > 6')).toBe('3 < 5 且 7 > 6')
  expect(hasContent('<p><br></p>')).toBe(false)
  expect(hasContent('<p>&nbsp;</p>')).toBe(false)
  expect(hasContent('<p><img src="a.png"></p>')).toBe(true)
  expect(wordsOf(paragraphsOf('甲\n<b>乙</b>'))).toBe('甲 <b>乙</b>')
})

test('formatted text stands in a cell with a line for each paragraph, and comes back', () => {
  expect(linesOf('<p>第一段 <strong>重点</strong></p>\n<p>二<br>三</p><ul><li><p>甲</p></li><li>乙</li></ul>')).toBe(
    '第一段 重点\n二\n三\n甲\n乙',
  )
  expect(linesOf('<table><tr><td>1</td><td>2</td></tr></table><p>&lt;好&gt;</p>')).toBe('1 2\n<好>')
  for (const text of ['甲\n\n\n乙', '<b>甲</b>\n乙', '']) expect(linesOf(paragraphsOf(text))).toBe(text)
  expect(isPlain(paragraphsOf('甲\n\n<b>'))).toBe(true)
  expect(isPlain('<p>甲&nbsp;</p>\n<p>乙<br/>丙</p>')).toBe(true)
  for (const more of ['<p style="color: red">甲</p>', '<p><b>甲</b></p>', '<p><img src="a.png"></p>', '<h1>甲</h1>'])
    expect(isPlain(more)).toBe(false)
})

test('formatted text is required and limited with its tags', () => {
  const field = richText('内容', { required: true, max: 20 })
  expect(problemsOf(field, '<p><br></p>')).toEqual(['请输入内容'])
  expect(problemsOf(field, `<p>${'x'.repeat(20)}</p>`)).toEqual(['最大长度20位字符'])
  expect(problemsOf(field, '<p>好</p>')).toBeUndefined()
})

test('program text keeps its blanks', () => {
  expect(checkOf(code('脚本', 'Python')).parse('  a = 1\n')).toBe('  a = 1\n')
})

test('what need not be sent is known before', () => {
  const any = { pictures: false }
  const pictures = { pictures: true }
  expect(uploadProblem({ name: 'a.PDF', size: 1, type: '' }, any)).toBeUndefined()
  expect(uploadProblem({ name: 'a.exe', size: 1, type: '' }, any)).toBe('未知的文件')
  expect(uploadProblem({ name: '', size: 1, type: '' }, any)).toBe('未知的文件')
  expect(uploadProblem({ name: 'a.txt', size: 0, type: '' }, any)).toBe('文件是空的')
  expect(uploadProblem({ name: 'a.txt', size: 1, type: 'text/plain' }, pictures)).toBe('请上传图片')
  expect(uploadProblem({ name: 'a.svg', size: 1, type: 'image/svg+xml' }, pictures)).toBe('未知的文件')
  expect(uploadProblem({ name: 'a.jpeg', size: 1, type: 'image/jpeg' }, pictures)).toBeUndefined()
  expect(uploadProblem({ name: 'a.txt', size: 1, type: '' }, { ...any, extensions: ['pdf'] })).toBe('只能上传 pdf 文件')
  expect(uploadProblem({ name: 'a.pdf', size: 2 ** 31, type: '' }, any)).toBe(
    '文件大小超出10MB限制, 请压缩或降低文件质量!',
  )
  expect(uploadProblem({ name: 'a.png', size: 1024 ** 2 + 1, type: 'image/png' }, { ...pictures, megabytes: 1 })).toBe(
    '文件大小超出1MB限制, 请压缩或降低文件质量!',
  )
  expect(acceptOf({ ...any, extensions: ['pdf', 'docx'] })).toBe('.pdf,.docx')
})

test('stored files are counted, narrowed and named', () => {
  expect(problemsOf(files('附件', { max: 2 }), 'temp/a.pdf,temp/b.pdf,temp/c.pdf')).toEqual(['最多上传2个文件'])
  expect(problemsOf(file('合同', { extensions: ['pdf'] }), 'temp/a.zip')).toEqual(['只能上传 pdf 文件'])
  expect(nameOfFile(`temp/合同_2026_${'0a'.repeat(16)}.pdf`)).toBe('合同_2026.pdf')
  expect(nameOfFile('temp/name_1700000000000.png')).toBe('name_1700000000000.png')
  expect([sizeText(6), sizeText(1536), sizeText(3 * 1024 ** 2)]).toEqual(['6 B', '1.5 KB', '3.0 MB'])
})

test('tags get a ; after every two characters, however often they are typed over', () => {
  expect(tagged('苹果香蕉梨')).toBe('苹果;香蕉;梨')
  expect(tagged(tagged('苹果香蕉梨') + '子')).toBe('苹果;香蕉;梨子')
  expect(tagged('😀😀😀')).toBe('😀😀;😀')
  expect(tagged('')).toBe('')
  expect(tagsIn('苹果;香蕉;')).toEqual(['苹果', '香蕉'])
})
