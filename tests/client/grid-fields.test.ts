// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { checkOf } from '#model/checks.ts'
import {
  area,
  date,
  dateTime,
  decimal,
  department,
  dict,
  file,
  image,
  integer,
  longText,
  money,
  percent,
  ref,
  refByType,
  refs,
  text,
  toggle,
  user,
  type Fields,
} from '#model/fields.ts'
import { MOST_LINES } from '#model/lines.ts'
import { columnsOf } from '#headless/grid/fieldColumns.ts'
import { Pasting } from '#headless/grid/paste.ts'
import { approvalFields } from '#model/approval.ts'
import { GridStore } from '#headless/grid/store.ts'

const fields: Fields = {
  name: text('名称', { required: true, max: 5 }),
  note: longText('说明'),
  count: integer('数量', { min: 1, statistics: ['sum'] }),
  weight: decimal('重量', { scale: 1 }),
  price: money('价格', { required: true, min: 0.01 }),
  share: percent('比例'),
  day: date('日期', { required: true }),
  at: dateTime('时间'),
  open: toggle('启用'),
  kind: dict('种类', 'pb_prize_type', { required: true }),
  several: dict('标签', 'x', { multiple: true }),
  product: refByType('产品', 'kind', { '3': 'onceCard', '4': 'card' }),
  other: refByType('另一产品', 'kind', { '3': 'onceCard' }),
  one: ref('服务商', 'serviceProvider'),
  many: refs('多个服务商', 'serviceProvider'),
  person: user('用户'),
  place: department('部门'),
  city: area('城市'),
  picture: image('图片'),
  paper: file('文件'),
  total: money('合计', { readOnly: true }),
}
const store = (most?: number) =>
  new GridStore({ columns: columnsOf(fields), ...(most !== undefined && { most }) }, [{ id: 'r1', kind: '3', product: 'p', other: 'q', price: '3.00' }]) // prettier-ignore

test('each kind of a line is a cell of its own type; what the server writes is only read', () => {
  expect(Object.fromEntries(columnsOf(fields).map(({ key, type }) => [key, type]))).toEqual({
    name: 'input',
    note: 'textarea',
    count: 'inputNumber',
    weight: 'inputNumber',
    price: 'inputNumber',
    share: 'inputNumber',
    day: 'date',
    at: 'datetime',
    open: 'checkbox',
    kind: 'select',
    several: 'list_multi',
    product: 'sel_search_async',
    other: 'sel_search_async',
    one: 'sel_search_async',
    many: 'sel_search_async',
    person: 'sel_search_async',
    place: 'sel_search_async',
    city: 'sel_search_async',
    picture: 'image',
    paper: 'file',
  })
  expect(columnsOf(fields, { readOnly: true }).map(({ key }) => key)).toContain('total')
  expect(columnsOf(fields).find(({ key }) => key === 'count')!.statistics).toEqual(['sum'])
})

test('a cell is told what the form and the server would say', () => {
  const grid = store()
  const wrong: Record<string, unknown> = { name: '太长的名称了', count: 0, weight: 1.25, price: '1.234', share: '101', day: '2026-02-30', kind: null, city: '1' } // prettier-ignore
  for (const [field, value] of Object.entries(wrong)) {
    grid.set('r1', field, value)
    const said = checkOf(fields[field]!).safeParse(value).error!.issues[0]!.message
    expect(grid.problems.of(grid.rows.get('r1')!)[field], field).toBe(said)
  }
  expect(grid.problems.of(grid.rows.get('r1')!)).toMatchObject({ kind: '请选择种类', price: '金额最多两位小数' })
  grid.set('r1', 'price', null)
  expect(grid.problems.of(grid.rows.get('r1')!).price).toBe('请输入价格')
})

test('money is kept as the text it travels as, and read with its separators', () => {
  const grid = store()
  const typed = (value: string) => {
    grid.edit({ id: 'r1', field: 'price' })
    grid.type(value)
    expect(grid.drafted()[0]!.price).toBe(value === '3' ? '3.00' : Number(value).toFixed(2))
    grid.commit()
    return grid.rows.get('r1')!.price
  }
  expect([typed('1234.5'), typed('3'), typed('3.10')]).toEqual(['1234.50', '3.00', '3.10'])
  grid.set('r1', 'price', '1234.50')
  expect(grid.textOf(grid.rows.get('r1')!, grid.byField.get('price')!)).toBe('1,234.50')
})

test('what was chosen under one type means nothing under another', () => {
  const grid = store()
  grid.set('r1', 'kind', '4')
  expect(grid.rows.get('r1')).toMatchObject({ kind: '4', product: null, other: null })
  const [product, other] = [grid.byField.get('product')!, grid.byField.get('other')!]
  const row = grid.rows.get('r1')!
  expect([grid.editable(row, product), grid.editable(row, other)]).toEqual([true, false])
})

test('pasted names become the ids they are known under, and no more rows than a record may have', async () => {
  const grid = store(3)
  const product = grid.byField.get('product')!
  grid.looks.learn(product, [{ value: 'id-7', text: '畅用月卡' }])
  grid.cursor.go({ id: 'r1', field: 'product' })
  await new Pasting(grid).paste('畅用月卡\n没见过\n\n\n\n')
  expect(grid.rows.list[0]!.product).toBe('id-7')
  expect(grid.rows.list[1]?.product ?? null).toBeNull()
  expect(grid.rows.count).toBeLessThanOrEqual(3)
  await new Pasting(grid).paste(Array.from({ length: MOST_LINES }, () => '畅用月卡').join('\n'))
  expect(grid.rows.count).toBe(3)
  expect(grid.add()).toEqual([])
})

test('a step of the trail says once who did it', () => {
  const titles = columnsOf(approvalFields.auditTrail.of, { readOnly: true }).map(({ title }) => title)
  expect(titles).toEqual(['步骤', '经办人', '被代理人', '终端', '结果', '说明', '时间'])
})
