import { choices } from '#model/choices.ts'
import { area, choice, image, integer, longText, money, serial, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { shelfActions, shelfStatus } from '../shelf.ts'
import { sellAction } from './selling.ts'
import { deviceTypes } from '../device/deviceTypes.ts'

export const cardTypes = choices('pb_card_type', '卡类型', {
  day: ['1', '日卡'],
  week: ['2', '周卡'],
  month: ['3', '月卡'],
  quarter: ['4', '季卡'],
  year: ['5', '年卡'],
})

/** A card that rents free of charge for some days. Its price stands still while it is on sale. */
export const card = defineResource({
  name: 'card',
  label: '月卡',
  title: 'cardName',
  scope: 'tenant',
  when: { delete: { status: ['off'] } },
  fields: {
    cardNo: serial('卡编号', { prefix: 'YK' }),
    cardName: text('卡名称', { required: true, unique: true, max: 50, width: 180 }),
    cardType: choice('卡类型', cardTypes, { required: true, initial: 'month' }),
    deviceType: choice('适用设备', deviceTypes, { required: true, multiple: true, initial: 'cabinet' }),
    price: money('售价', { required: true, min: 0.01 }),
    originalPrice: money('原价', { min: 0.01, hint: '划线价，不低于售价' }),
    validDays: integer('有效天数', { required: true, min: 1, max: 366, unit: '天', initial: 30 }),
    dailyTimes: integer('每日次数上限', { min: 0, max: 99, initial: 0, hint: '0 为不限' }),
    onceMinutes: integer('单次免费时长', { required: true, min: 1, max: 1440, unit: '分钟', initial: 60 }),
    buyLimit: integer('限购次数', { min: 0, max: 999, initial: 0, hint: '0 为不限' }),
    firstOnly: toggle('仅限新客'),
    refundable: toggle('可退款', { required: true }),
    refundDays: integer('可退天数', { min: 1, max: 366, unit: '天', requiredWhen: { refundable: ['Y'] }, hint: '自购买起算' }),
    areaCodes: area('适用城市', { multiple: true, hint: '不选为全部城市' }),
    image: image('卡面'),
    notes: longText('购买须知', { max: 1000 }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: shelfStatus,
    soldCount: integer('已售', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: ['cardNo', 'cardName', 'image', 'cardType', 'status', 'price', 'originalPrice', 'validDays', 'dailyTimes', 'onceMinutes', 'deviceType', 'refundable', 'soldCount', 'sortNo'],
    filters: ['cardName', 'cardNo', 'cardType', 'deviceType', 'status', 'price', 'refundable', 'firstOnly'],
    order: 'sortNo',
    card: { subtitle: 'cardType', badge: 'status', aside: 'price', facts: ['validDays', 'onceMinutes', 'soldCount'] },
    totals: ['soldCount'],
  },
  form: [
    { title: '月卡', fields: ['cardName', 'cardType', 'deviceType', 'image', 'sortNo'] },
    { title: '价格与权益', fields: ['price', 'originalPrice', 'validDays', 'dailyTimes', 'onceMinutes'] },
    { title: '购买限制', fields: ['buyLimit', 'firstOnly', 'refundable', 'refundDays', 'areaCodes', 'notes'] },
  ],
  actions: {
    ...shelfActions,
    sell: sellAction,
    copy: { label: '复制', permission: 'add', confirm: '复制为一张未上架的新卡。' },
  },
  check(draft) {
    if (draft.originalPrice && Number(draft.originalPrice) < Number(draft.price)) return { originalPrice: '原价不能低于售价' }
    if (draft.refundable === 'Y' && Number(draft.refundDays) > Number(draft.validDays)) return { refundDays: '可退天数不能超过有效天数' }
  },
  menu: { group: 'product', icon: 'credit-card', order: 20 },
})
