/** One sample of every kind there is. A new kind does not compile before it has its row, and every suite here then asks for it. */
import type { FieldKind, FieldOf, Fields, ValueOf } from '#model/fields.ts'
import { kinds } from '#model/kinds/index.ts'
import { defineResource } from '#model/resource.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { valueTypes } from '#resources/finance/configValue.ts'

type Wire<K extends FieldKind> = ValueOf<FieldOf<K>>
/** Of a spreadsheet that another program made. */
export type Typed = string | number | boolean | Date

/** What a person does to an input, in the words of no kit. */
export type Gesture =
  /** Writes this instead of what was there. */
  | { write: string }
  | { press: 'switch' }
  /** Opens it and takes these, one after the other, and confirms where that is asked. */
  | { choose: readonly string[] }
  | { upload: string }
  /** Takes away the file of that name. */
  | { remove: string }
  /** Both ends of a range. */
  | { from: string; to: string }
  /** Writes this into the first line's first field. */
  | { firstLine: string }
  /** Takes what is offered. */
  | { confirm: true }

export interface Face {
  /** What its cell says; of pictures, how they are called. */
  cell: string
  /** What is found in the input that holds `value`, once everything is loaded; null where there is no input. */
  holds: string | null
  does?: Gesture
  /** What the record has after that, when it had `value`. */
  gives?: unknown
  /** What a list is asked after that; `<today>` stands for today. Null: nothing to be asked. */
  filter: { does: Gesture; gives: Readonly<Record<string, string>> } | null
}

export interface Sample<K extends FieldKind> {
  field: FieldOf<K>
  value: Wire<K>
  /** Another one, and the smaller where values have an order. */
  other: Wire<K>
  /** What the record must hold besides. */
  beside?: Readonly<Record<string, string>>
  /** Written otherwise, meaning the same. */
  accepts: readonly (readonly [given: unknown, kept: unknown])[]
  refuses: readonly (readonly [given: unknown, sentence: string])[]
  /** What keeps `value`, and how; null where a table of its own does. */
  column: readonly [type: string, text: string] | null
  /** What the server says of `value` to those who read no codes. */
  dictText?: string
  /** What a person reads. */
  words: string
  /** Null: neither exported nor imported. */
  sheet: {
    written: string | number
    /** What an export brings back where it is less than was there. */
    again?: Wire<K>
    typed: readonly (readonly [cell: Typed, value: Wire<K>])[]
    unreadable?: readonly [cell: Typed, reason: string]
  } | null
  desktop: Face
  /** Where it differs from the desktop. */
  phone: Partial<Face>
}

const LONG = 'x'.repeat(5_001)

export const samples: { readonly [K in FieldKind]: Sample<K> } = {
  text: {
    field: { kind: 'text', label: '文字', required: true, max: 20 },
    value: '文字 A,b',
    other: '别的',
    accepts: [[' 文字 A ', '文字 A']],
    refuses: [
      ['x'.repeat(21), '最大长度20位字符'],
      [5, '请输入文字'],
      ['', '请输入文字'],
    ],
    column: ['text', '文字 A,b'],
    words: '文字 A,b',
    sheet: {
      written: '文字 A,b',
      typed: [
        [' 00123 ', '00123'],
        [123, '123'],
      ],
      unreadable: ['x'.repeat(21), '最大长度20位字符'],
    },
    desktop: {
      cell: '文字 A,b',
      holds: '文字 A,b',
      does: { write: '写的' },
      gives: '写的',
      filter: { does: { write: 'A' }, gives: { text: 'A' } },
    },
    phone: {},
  },
  longText: {
    field: { kind: 'longText', label: '长文字' },
    value: '第一行\n第二行',
    other: '别的说明',
    accepts: [],
    refuses: [[LONG, '最大长度5000位字符']],
    column: ['text', '第一行\n第二行'],
    words: '第一行\n第二行',
    sheet: { written: '第一行\n第二行', typed: [['第一行\n第二行', '第一行\n第二行']] },
    desktop: {
      cell: '第一行\n第二行',
      holds: '第一行\n第二行',
      does: { write: '写\n的' },
      gives: '写\n的',
      filter: { does: { write: '行' }, gives: { longText: '行' } },
    },
    phone: {},
  },
  richText: {
    field: { kind: 'richText', label: '格式文字' },
    value: '<p>第一<strong>段</strong> &amp; 更多</p>',
    other: '<p>别的</p>',
    accepts: [],
    refuses: [[5, '请输入文字']],
    column: ['text', '<p>第一<strong>段</strong> &amp; 更多</p>'],
    words: '第一段 & 更多',
    sheet: {
      written: '第一段 & 更多',
      again: '<p>第一段 &amp; 更多</p>',
      typed: [['一\n<b>', '<p>一</p><p>&lt;b&gt;</p>']],
    },
    desktop: {
      cell: '第一段 & 更多',
      holds: '第一段 & 更多',
      does: { write: '写的' },
      gives: '<p>写的</p>',
      filter: { does: { write: '段' }, gives: { richText: '段' } },
    },
    phone: {},
  },
  markdown: {
    field: { kind: 'markdown', label: '标记文字' },
    value: '# 标题\n\n正文',
    other: '别的',
    accepts: [],
    refuses: [[5, '请输入文字']],
    column: ['text', '# 标题\n\n正文'],
    words: '# 标题\n\n正文',
    sheet: { written: '# 标题\n\n正文', typed: [['**粗**', '**粗**']] },
    desktop: {
      cell: '# 标题\n\n正文',
      holds: '# 标题\n\n正文',
      does: { write: '写的' },
      gives: '写的',
      filter: { does: { write: '题' }, gives: { markdown: '题' } },
    },
    phone: { cell: '标题\n正文' },
  },
  code: {
    field: { kind: 'code', label: '代码', language: 'JSON' },
    value: '{"甲": 1}',
    other: '{"乙": [2]}',
    accepts: [['[]\n', '[]\n']],
    refuses: [
      ['{', '不是完整的 JSON'],
      [5, '请输入文字'],
    ],
    column: ['text', '{"甲": 1}'],
    words: '1 项：甲',
    sheet: { written: '{"甲": 1}', typed: [['[1]', '[1]']], unreadable: ['{', '不是完整的 JSON'] },
    desktop: {
      cell: '1 项：甲',
      holds: '{"甲": 1}',
      does: { write: '[1]' },
      gives: '[1]',
      filter: { does: { write: '甲' }, gives: { code: '甲' } },
    },
    phone: { cell: '{"甲": 1}' },
  },
  tags: {
    field: { kind: 'tags', label: '标签' },
    value: '红色;蓝色',
    other: '绿色',
    accepts: [],
    refuses: [['x'.repeat(256), '最大长度255位字符']],
    column: ['text', '红色;蓝色'],
    words: '红色;蓝色',
    sheet: { written: '红色;蓝色', typed: [['红色', '红色']] },
    desktop: {
      cell: '红色蓝色',
      holds: '红色;蓝色',
      does: { write: '绿色黄色' },
      gives: '绿色;黄色',
      filter: { does: { write: '红色' }, gives: { tags: '红色' } },
    },
    phone: {},
  },
  integer: {
    field: { kind: 'integer', label: '整数', min: 0, max: 5000, unit: '台' },
    value: 1042,
    other: 7,
    accepts: [['1042', 1042]],
    refuses: [
      [1.5, '请输入整数'],
      ['甲', '请输入整数'],
      [-1, '不能小于0'],
      [5001, '不能大于5000'],
      ['99999999999999999999', '不能大于5000'],
      [' 7', '不能有空格'],
    ],
    column: ['integer', '1042'],
    words: '1042台',
    sheet: {
      written: 1042,
      typed: [
        ['1,042', 1042],
        [' 7 ', 7],
      ],
      unreadable: ['七', '请输入整数'],
    },
    desktop: {
      cell: '1042台',
      holds: '1042',
      does: { write: '12' },
      gives: 12,
      filter: { does: { from: '1', to: '9' }, gives: { integer_begin: '1', integer_end: '9' } },
    },
    phone: {},
  },
  decimal: {
    field: { kind: 'decimal', label: '小数', scale: 3, min: 0 },
    value: 1234.25,
    other: 0.5,
    accepts: [['1234.25', 1234.25]],
    refuses: [
      [0.1234, '最多3位小数'],
      ['甲', '请输入数字'],
      [-0.001, '不能小于0'],
      [1e15, '整数部分最多15位'],
      ['0.5 ', '不能有空格'],
    ],
    column: ['numeric', '1234.250'],
    words: '1234.250',
    sheet: {
      written: 1234.25,
      typed: [
        ['1,234.25', 1234.25],
        ['0.5', 0.5],
      ],
      unreadable: [0.1234, '最多3位小数'],
    },
    desktop: {
      cell: '1234.250',
      holds: '1234.25',
      does: { write: '0.75' },
      gives: 0.75,
      filter: { does: { from: '0.5', to: '9' }, gives: { decimal_begin: '0.5', decimal_end: '9' } },
    },
    phone: {},
  },
  money: {
    field: { kind: 'money', label: '金额' },
    value: '1234.50',
    other: '8.00',
    accepts: [
      [1234.5, '1234.50'],
      ['1234.5', '1234.50'],
    ],
    refuses: [
      ['1.234', '金额最多两位小数'],
      ['-1', '金额不能为负数'],
      ['甲', '金额应为数字'],
      [' 10', '金额不能有空格'],
      ['10\n', '金额不能有空格'],
      ['1 0', '金额不能有空格'],
    ],
    column: ['bigint', '123450'],
    words: '1,234.50',
    sheet: {
      written: 1234.5,
      typed: [
        ['¥1,234.50', '1234.50'],
        ['1，234，567.5', '1234567.50'],
        [' 12.00 ', '12.00'],
        [0.1 + 0.2, '0.30'],
      ],
      unreadable: ['1.234', '金额最多两位小数'],
    },
    desktop: {
      cell: '1,234.50',
      holds: '1234.50',
      does: { write: '12.3' },
      gives: '12.3',
      filter: { does: { from: '0.5', to: '9' }, gives: { money_begin: '0.5', money_end: '9' } },
    },
    phone: { cell: '¥1,234.50' },
  },
  percent: {
    field: { kind: 'percent', label: '比例' },
    value: '12.50',
    other: '3.00',
    accepts: [[12.5, '12.50']],
    refuses: [
      ['100.01', '不能大于100'],
      ['-1', '比例不能为负数'],
      [' 12.50', '比例不能有空格'],
    ],
    column: ['bigint', '1250'],
    words: '12.50%',
    sheet: {
      written: 12.5,
      typed: [
        ['12.5%', '12.50'],
        [3, '3.00'],
        [0.3, '0.30'],
      ],
      unreadable: ['120%', '不能大于100'],
    },
    desktop: {
      cell: '12.50%',
      holds: '12.50',
      does: { write: '5' },
      gives: '5',
      filter: { does: { from: '1', to: '9' }, gives: { percent_begin: '1', percent_end: '9' } },
    },
    phone: {},
  },
  date: {
    field: { kind: 'date', label: '日期' },
    value: '2026-02-28',
    other: '2025-12-31',
    accepts: [],
    refuses: [
      ['2026-02-30', '没有这一天'],
      ['2026/02/28', '日期格式应为 YYYY-MM-DD'],
    ],
    column: ['date', '2026-02-28'],
    words: '2026-02-28',
    sheet: {
      written: '2026-02-28',
      typed: [
        ['2026/2/8', '2026-02-08'],
        ['2026-2-8', '2026-02-08'],
        ['2026年2月28日', '2026-02-28'],
        ['2026/3/2 8:05', '2026-03-02'],
        [20260302, '2026-03-02'],
        [new Date(Date.UTC(2026, 1, 28)), '2026-02-28'],
      ],
      unreadable: ['2026-2-30', '没有这一天'],
    },
    desktop: {
      cell: '2026-02-28',
      holds: '2026-02-28',
      does: { write: '2026-03-01' },
      gives: '2026-03-01',
      filter: { does: { choose: ['今天'] }, gives: { date_begin: '<today>', date_end: '<today>' } },
    },
    phone: { does: { confirm: true }, gives: '2026-02-28' },
  },
  dateTime: {
    field: { kind: 'dateTime', label: '时间' },
    value: '2026-02-28 08:30:15',
    other: '2025-12-31 23:59:59',
    accepts: [],
    refuses: [
      ['2026-02-28', '时间格式应为 YYYY-MM-DD HH:mm:ss'],
      ['2026-02-30 00:00:00', '没有这一时刻'],
    ],
    column: ['timestamp with time zone', '2026-02-28 00:30:15+00'],
    words: '2026-02-28 08:30:15',
    sheet: {
      written: '2026-02-28 08:30:15',
      typed: [
        ['2026/2/28', '2026-02-28 00:00:00'],
        ['2026/2/28 08:30:15', '2026-02-28 08:30:15'],
        ['2026-2-8 8:30', '2026-02-08 08:30:00'],
        ['2026/3/2 8:05', '2026-03-02 08:05:00'],
        ['2026-03-02T08:05:09.120', '2026-03-02 08:05:09'],
        ['2026年3月2日', '2026-03-02 00:00:00'],
        ['2026年3月2日 8时5分', '2026-03-02 08:05:00'],
        ['2026/3/2 下午 8:05:07', '2026-03-02 20:05:07'],
        ['2026/3/2 12:05 AM', '2026-03-02 00:05:00'],
        [new Date(Date.UTC(2026, 1, 28, 8, 30, 15)), '2026-02-28 08:30:15'],
      ],
      unreadable: ['昨天', '时间格式应为 YYYY-MM-DD HH:mm:ss'],
    },
    desktop: {
      cell: '2026-02-28 08:30:15',
      holds: '2026-02-28 08:30:15',
      does: { write: '2026-03-01 09:00:00' },
      gives: '2026-03-01 09:00:00',
      filter: { does: { choose: ['今天'] }, gives: { dateTime_begin: '<today>', dateTime_end: '<today>' } },
    },
    phone: {
      cell: '2026-02-28 08:30',
      holds: '2026-02-28 08:30',
      does: { confirm: true },
      // Seconds stay while their minute does.
      gives: '2026-02-28 08:30:15',
      filter: {
        does: { choose: ['今天'] },
        gives: { dateTime_begin: '<today> 00:00:00', dateTime_end: '<today> 23:59:59' },
      },
    },
  },
  switch: {
    field: { kind: 'switch', label: '开关' },
    value: 'Y',
    other: 'N',
    accepts: [['', 'N']],
    refuses: [['是', '请选择列出的值']],
    column: ['text', 'Y'],
    dictText: '是',
    words: '是',
    sheet: {
      written: '是',
      typed: [
        ['是', 'Y'],
        [true, 'Y'],
        ['否', 'N'],
      ],
      unreadable: ['也许', '应为“是”或“否”'],
    },
    desktop: {
      cell: '是',
      holds: 'true',
      does: { press: 'switch' },
      gives: 'N',
      filter: { does: { choose: ['是'] }, gives: { switch: 'Y' } },
    },
    phone: {},
  },
  dict: {
    field: { kind: 'dict', label: '字典', dict: 'pb_owner_type' },
    value: '2',
    other: '1',
    accepts: [[2, '2']],
    refuses: [[['2'], '请选择列出的值']],
    column: ['text', '2'],
    dictText: '服务商',
    words: '服务商',
    sheet: {
      written: '服务商',
      typed: [
        ['服务商', '2'],
        [3, '3'],
      ],
      unreadable: ['路人', '没有“路人”这一项'],
    },
    desktop: {
      cell: '服务商',
      holds: '服务商',
      does: { choose: ['司机'] },
      gives: '3',
      filter: { does: { choose: ['服务商'] }, gives: { dict: '2' } },
    },
    phone: {},
  },
  ref: {
    field: { kind: 'ref', label: '引用', to: 'cancelReason' },
    value: 'reason-1',
    other: 'reason-2',
    accepts: [],
    refuses: [['x'.repeat(65), '最大长度36位字符']],
    column: ['text', 'reason-1'],
    dictText: '原因一',
    words: '原因一',
    sheet: {
      written: '原因一',
      typed: [['原因二', 'reason-2']],
      unreadable: ['原因九', '没有“原因九”，或无权使用'],
    },
    desktop: {
      cell: '原因一',
      holds: '原因一',
      does: { choose: ['原因二'] },
      gives: 'reason-2',
      filter: { does: { choose: ['原因三'] }, gives: { ref: 'reason-3' } },
    },
    phone: {},
  },
  refs: {
    field: { kind: 'refs', label: '多个引用', to: 'cancelReason', max: 2 },
    value: 'reason-1,reason-2',
    other: 'reason-3',
    accepts: [],
    refuses: [['a,b,c', '最多选择2项']],
    column: ['text', 'reason-1,reason-2'],
    dictText: '原因一,原因二',
    words: '原因一,原因二',
    sheet: {
      written: '原因一,原因二',
      typed: [['原因二、原因三', 'reason-2,reason-3']],
      unreadable: ['原因一、原因九', '没有“原因九”，或无权使用'],
    },
    desktop: {
      cell: '原因一,原因二',
      holds: '原因一、+1',
      // One out, another in: there may be two.
      does: { choose: ['原因一', '原因三'] },
      gives: 'reason-2,reason-3',
      filter: { does: { choose: ['原因三'] }, gives: { refs: 'reason-3' } },
    },
    phone: { holds: '原因一、原因二' },
  },
  refByType: {
    field: { kind: 'refByType', label: '按类型引用', by: 'ownerType', to: { '1': 'userMessage', '2': 'cancelReason' } },
    beside: { ownerType: ownerTypes.provider },
    value: 'reason-1',
    other: 'reason-2',
    accepts: [],
    refuses: [['x'.repeat(65), '最大长度36位字符']],
    column: ['text', 'reason-1'],
    dictText: '原因一',
    words: '原因一',
    sheet: {
      written: '原因一',
      typed: [['原因二', 'reason-2']],
      unreadable: ['原因九', '没有“原因九”，或无权使用'],
    },
    desktop: {
      cell: '原因一',
      holds: '原因一',
      does: { choose: ['原因二'] },
      gives: 'reason-2',
      filter: null,
    },
    phone: {},
  },
  user: {
    field: { kind: 'user', label: '人员' },
    value: 'person-1',
    other: 'person-2',
    accepts: [],
    refuses: [['x'.repeat(65), '最大长度36位字符']],
    column: ['text', 'person-1'],
    dictText: '张三',
    words: '张三',
    sheet: { written: '张三', typed: [['李四', 'person-2']], unreadable: ['无名', '没有“无名”，或无权使用'] },
    desktop: {
      cell: '张三',
      holds: '张三',
      does: { choose: ['李四'] },
      gives: 'person-2',
      filter: { does: { choose: ['李四'] }, gives: { user: 'person-2' } },
    },
    phone: {},
  },
  department: {
    field: { kind: 'department', label: '部门', multiple: true },
    value: 'depart-1,depart-2',
    other: 'depart-3',
    accepts: [],
    refuses: [[5, '请输入文字']],
    column: ['text', 'depart-1,depart-2'],
    dictText: '销售部,财务部',
    words: '销售部,财务部',
    sheet: {
      written: '销售部,财务部',
      typed: [['财务部，运维部', 'depart-2,depart-3']],
      unreadable: ['市场部', '没有“市场部”，或无权使用'],
    },
    desktop: {
      cell: '销售部,财务部',
      holds: '销售部、+1',
      does: { choose: ['运维部'] },
      gives: 'depart-1,depart-2,depart-3',
      filter: { does: { choose: ['财务部'] }, gives: { department: 'depart-2' } },
    },
    phone: { holds: '销售部、财务部' },
  },
  category: {
    field: { kind: 'category', label: '分类' },
    value: 'category-1',
    other: 'category-2',
    accepts: [],
    refuses: [['x'.repeat(65), '最大长度36位字符']],
    column: ['text', 'category-1'],
    dictText: '柜机',
    words: '柜机',
    sheet: { written: '柜机', typed: [['线充', 'category-2']], unreadable: ['车充', '没有“车充”，或无权使用'] },
    desktop: {
      cell: '柜机',
      holds: '柜机',
      does: { choose: ['线充'] },
      gives: 'category-2',
      filter: { does: { choose: ['线充'] }, gives: { category: 'category-2' } },
    },
    phone: {},
  },
  area: {
    field: { kind: 'area', label: '区域' },
    value: '330106',
    other: '110101',
    accepts: [],
    refuses: [['33', '请选择省、市、区县']],
    column: ['text', '330106'],
    dictText: '浙江省/杭州市/西湖区',
    words: '浙江省/杭州市/西湖区',
    sheet: {
      written: '浙江省/杭州市/西湖区',
      typed: [
        ['广东省 / 深圳市 / 南山区', '440305'],
        [440305, '440305'],
      ],
      unreadable: ['乌有乡', '没有“乌有乡”这个区域，请写成 省/市/区县 或六位代码'],
    },
    desktop: {
      cell: '浙江省/杭州市/西湖区',
      holds: '浙江省 / 杭州市 / 西湖区',
      does: { choose: ['广东省', '深圳市', '南山区'] },
      gives: '440305',
      filter: { does: { choose: ['浙江省'] }, gives: { area: '330000' } },
    },
    phone: {},
  },
  image: {
    field: { kind: 'image', label: '图片' },
    value: 'temp/a.png',
    other: 'temp/b.png',
    accepts: [],
    refuses: [['x'.repeat(256), '最大长度255位字符']],
    column: ['text', 'temp/a.png'],
    words: 'temp/a.png',
    sheet: { written: 'temp/a.png', typed: [['temp/b.png', 'temp/b.png']] },
    desktop: {
      cell: '图片',
      holds: '图片 a.png',
      does: { remove: 'a.png' },
      gives: null,
      filter: null,
    },
    phone: { does: { upload: 'b.png' }, gives: 'temp/b.png' },
  },
  images: {
    field: { kind: 'images', label: '多张图片', max: 2 },
    value: 'temp/a.png,temp/b.png',
    other: 'temp/c.png',
    accepts: [],
    refuses: [['a,b,c', '最多上传2张图片']],
    column: ['text', 'temp/a.png,temp/b.png'],
    words: '2 张图片',
    sheet: {
      written: 'temp/a.png,temp/b.png',
      typed: [['temp/c.png', 'temp/c.png']],
      unreadable: ['a,b,c', '最多上传2张图片'],
    },
    desktop: {
      cell: '多张图片、多张图片 2',
      holds: '多张图片 a.png、多张图片 b.png',
      does: { remove: 'a.png' },
      gives: 'temp/b.png',
      filter: null,
    },
    phone: { cell: '多张图片 1、多张图片 2' },
  },
  file: {
    field: { kind: 'file', label: '文件', extensions: ['pdf'] },
    value: 'temp/合同_0123456789abcdef0123456789abcdef.pdf',
    other: 'temp/b.pdf',
    accepts: [],
    refuses: [['temp/a.zip', '只能上传 pdf 文件']],
    column: ['text', 'temp/合同_0123456789abcdef0123456789abcdef.pdf'],
    words: '合同.pdf',
    sheet: {
      written: 'temp/合同_0123456789abcdef0123456789abcdef.pdf',
      typed: [['temp/b.pdf', 'temp/b.pdf']],
      unreadable: ['temp/a.zip', '只能上传 pdf 文件'],
    },
    desktop: {
      cell: '合同.pdf',
      holds: '合同.pdf',
      does: { upload: 'b.pdf' },
      gives: 'temp/b.pdf',
      filter: null,
    },
    phone: {},
  },
  files: {
    field: { kind: 'files', label: '多个文件', max: 2 },
    value: 'temp/a.pdf,temp/b.zip',
    other: 'temp/c.pdf',
    accepts: [],
    refuses: [['a,b,c', '最多上传2个文件']],
    column: ['text', 'temp/a.pdf,temp/b.zip'],
    words: 'a.pdf、b.zip',
    sheet: {
      written: 'temp/a.pdf,temp/b.zip',
      typed: [['temp/c.pdf', 'temp/c.pdf']],
      unreadable: ['a,b,c', '最多上传2个文件'],
    },
    desktop: {
      cell: 'a.pdf、b.zip',
      holds: 'a.pdf、b.zip',
      does: { remove: 'b.zip' },
      gives: 'temp/a.pdf',
      filter: null,
    },
    phone: {},
  },
  cron: {
    field: { kind: 'cron', label: '定时' },
    value: '0 0 12 * * ?',
    other: '0 15 10 ? * MON-FRI',
    accepts: [],
    refuses: [['0 0 25 * * ?', '时：应在 0 到 23 之间']],
    column: ['text', '0 0 12 * * ?'],
    dictText: '每天 12:00:00',
    words: '每天 12:00:00',
    sheet: {
      written: '0 0 12 * * ?',
      typed: [['0 15 10 ? * 6L', '0 15 10 ? * 6L']],
      unreadable: ['每天', '表达式不完整：需要 6 或 7 段，现在只有 1 段'],
    },
    desktop: {
      cell: '0 0 12 * * ?每天 12:00:00',
      holds: '0 0 12 * * ?',
      does: { write: '0 0 9 * * ?' },
      gives: '0 0 9 * * ?',
      filter: { does: { write: '12' }, gives: { cron: '12' } },
    },
    phone: { cell: '0 0 12 * * ? 每天 12:00:00' },
  },
  icon: {
    field: { kind: 'icon', label: '图标', max: 20 },
    value: 'setting',
    other: 'user',
    // Other clients of the contract have more pictures than we.
    accepts: [['ion:settings-outline', 'ion:settings-outline']],
    refuses: [['x'.repeat(21), '最大长度20位字符']],
    column: ['text', 'setting'],
    words: 'setting',
    sheet: { written: 'setting', typed: [['user', 'user']], unreadable: ['x'.repeat(21), '最大长度20位字符'] },
    desktop: {
      cell: 'setting',
      holds: 'setting',
      does: { write: 'bell' },
      gives: 'bell',
      filter: { does: { write: 'set' }, gives: { icon: 'set' } },
    },
    phone: {},
  },
  json: {
    field: { kind: 'json', label: '结构' },
    value: { 甲: [1, '二', null, true], 乙: { 深: 0.5 } },
    other: ['别的'],
    accepts: [],
    // What was typed and is no JSON.
    refuses: [[{ $unreadable: '{"甲": ' }, '请输入 JSON']],
    column: ['jsonb', '{"乙": {"深": 0.5}, "甲": [1, "二", null, true]}'],
    words: '{"甲":[1,"二",null,true],"乙":{"深":0.5}}',
    sheet: null,
    desktop: {
      cell: '{"甲":[1,"二",null,true],"乙…',
      holds: '{\n  "甲": [\n    1,\n    "二",\n    null,\n    true\n  ],\n  "乙": {\n    "深": 0.5\n  }\n}',
      does: { write: '{"丙": []}' },
      gives: { 丙: [] },
      filter: null,
    },
    phone: { cell: '{"甲":[1,"二",null,true],"乙":{"深":0.5}}' },
  },
  typed: {
    field: {
      kind: 'typed',
      label: '随类型',
      by: 'valueType',
      as: {
        '1': { kind: 'decimal', label: '数字', scale: 2 },
        '0': { kind: 'switch', label: '开关' },
      },
    },
    beside: { valueType: valueTypes.text },
    value: '12.5',
    other: '3',
    accepts: [[12.5, '12.5']],
    refuses: [['甲', '请输入数字']],
    column: ['text', '12.5'],
    words: '12.50',
    sheet: { written: '12.5', typed: [[7.25, '7.25']], unreadable: ['甲', '请输入数字'] },
    desktop: {
      cell: '12.50',
      holds: '12.5',
      does: { write: '7.25' },
      gives: '7.25',
      filter: { does: { write: '12' }, gives: { typed: '12' } },
    },
    phone: {},
  },
  serial: {
    field: { kind: 'serial', label: '编号', prefix: 'YB', digits: 4 },
    value: 'YB202602280001',
    other: 'YB202602280000',
    accepts: [],
    refuses: [['x'.repeat(33), '最大长度32位字符']],
    column: ['text', 'YB202602280001'],
    words: 'YB202602280001',
    sheet: { written: 'YB202602280001', typed: [] },
    desktop: {
      cell: 'YB202602280001',
      holds: null,
      filter: { does: { write: 'YB' }, gives: { serial: 'YB' } },
    },
    phone: {},
  },
  lines: {
    field: {
      kind: 'lines',
      label: '明细',
      of: {
        item: { kind: 'text', label: '品名', required: true },
        price: { kind: 'money', label: '单价' },
        gift: { kind: 'switch', label: '赠品' },
      },
    },
    value: [
      { id: '', item: '线', price: '1.50', gift: 'Y' },
      { id: '', item: '宝', price: null, gift: 'N' },
    ],
    other: [{ id: '', item: '柜', price: '99.00', gift: 'N' }],
    accepts: [[[{ item: ' 线 ', price: 2, gift: '' }], [{ item: '线', price: '2.00', gift: 'N' }]]],
    refuses: [
      [[{ price: '1' }], '请输入品名'],
      ['线', '请填写明细行'],
    ],
    column: null,
    words: '2 行',
    sheet: null,
    desktop: {
      cell: '2 行',
      holds: '线、1.50、宝',
      does: { firstLine: '绳' },
      gives: [
        { item: '绳', price: '1.50', gift: 'Y' },
        { item: '宝', price: null, gift: 'N' },
      ],
      filter: null,
    },
    phone: { cell: '品名线单价1.50赠品是品名宝单价—赠品否', holds: '线、¥1.50、是、宝、否' },
  },
}

export const allKinds = Object.keys(samples) as FieldKind[]
/** A sample whose kind is not known to the compiler. */
export const sampleOf = (kind: FieldKind) => samples[kind] as Sample<'text'> & { value: unknown; other: unknown }

/** What the phone shows and does: as the desktop, but for what is said of it. */
export const faceOf = (kind: FieldKind, shell: 'desktop' | 'phone'): Face => ({
  ...samples[kind].desktop,
  ...(shell === 'phone' && samples[kind].phone),
})

/** What the samples need beside them. */
const deciding: Fields = {
  ownerType: { kind: 'dict', label: '归属类型', dict: 'pb_owner_type' },
  valueType: { kind: 'dict', label: '值类型', dict: 'enable_status' },
}

const fields: Fields = { ...Object.fromEntries(allKinds.map((kind) => [kind, samples[kind].field])), ...deciding }
const asked = allKinds.filter((kind) => kinds[kind].rules.length)

/** A resource of all of them, each field named as its kind. */
export const kindSample = defineResource({
  name: 'kindSample',
  label: '样本',
  path: '/test/kindSample',
  table: 'test_kind_sample',
  title: 'text',
  scope: 'tenant',
  fields,
  list: {
    columns: [...allKinds],
    filters: asked.filter((kind) => kinds[kind].search !== 'none'),
    card: { subtitle: 'date', facts: ['integer'] },
  },
  form: [{ title: '样本', fields: Object.keys(fields) }],
})

/** What others point at. */
export const pointedAt = {
  reasons: { 'reason-1': '原因一', 'reason-2': '原因二', 'reason-3': '原因三' },
  people: { 'person-1': '张三', 'person-2': '李四' },
  departments: { 'depart-1': '销售部', 'depart-2': '财务部', 'depart-3': '运维部' },
  categories: { 'category-1': '柜机', 'category-2': '线充' },
} as const
