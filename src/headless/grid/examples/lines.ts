import { area, category, date, dateTime, department, dict, file, image, integer, lines, longText, money, percent, refByType, refs, tags, text, toggle, user } from '#model/fields.ts' // prettier-ignore

/** Rows with a field of every kind that a row may have. */
export const exampleLines = lines('奖品', {
  prizeName: text('名称', { required: true, max: 20 }),
  mobile: text('手机', { format: 'mobile' }),
  count: integer('数量', { required: true, min: 1, statistics: ['sum', 'average'] }),
  price: money('单价', { statistics: ['sum'] }),
  rate: percent('概率'),
  level: dict('优先级', 'priority'),
  levels: dict('多个优先级', 'priority', { multiple: true }),
  open: toggle('启用'),
  day: date('日期'),
  moment: dateTime('时刻'),
  person: user('用户', { multiple: true }),
  depart: department('部门'),
  positions: refs('职务', 'sysPosition'),
  cardKind: dict('卡种', 'pb_user_card_kind', { initial: '1' }),
  cardId: refByType('卡', 'cardKind', { '1': 'card', '2': 'onceCard' }),
  category: category('分类'),
  area: area('省市区'),
  words: tags('标签'),
  remark: longText('备注', { max: 200 }),
  picture: image('图片'),
  paper: file('附件'),
})

export const exampleLineRows = [
  { id: 'r1', prizeName: '充电宝', count: 3, price: '99.00', open: 'Y', cardKind: '1' },
  { id: 'r2', prizeName: '数据线', count: 5, price: '9.90', open: 'N', cardKind: '2' },
]
