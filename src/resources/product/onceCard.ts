import { area, choice, integer, money, serial, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { shelfActions, shelfStatus } from '../shelf.ts'
import { sellAction } from './selling.ts'
import { deviceTypes } from '../device/deviceTypes.ts'

/** A card that rents free of charge some number of times. Its price stands still while it is on sale. */
export const onceCard = defineResource({
  name: 'onceCard',
  label: '次卡',
  title: 'cardName',
  scope: 'tenant',
  when: { delete: { status: ['off'] } },
  fields: {
    cardNo: serial('卡编号', { prefix: 'CK' }),
    cardName: text('次卡名称', { required: true, unique: true, max: 50, width: 180 }),
    times: integer('次数', { required: true, min: 1, max: 999, unit: '次', initial: 10 }),
    price: money('售价', { required: true, min: 0.01 }),
    originalPrice: money('原价', { min: 0.01, hint: '划线价，不低于售价' }),
    validDays: integer('有效天数', { required: true, min: 1, max: 366, unit: '天', initial: 90 }),
    onceMinutes: integer('单次时长', { required: true, min: 1, max: 1440, unit: '分钟', initial: 60 }),
    deviceType: choice('适用设备', deviceTypes, { required: true, multiple: true, initial: 'cabinet' }),
    areaCodes: area('适用城市', { multiple: true, hint: '不选为全部城市' }),
    buyLimit: integer('限购', { min: 0, max: 999, initial: 0, hint: '0 为不限' }),
    refundable: toggle('未使用可退', { required: true }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: shelfStatus,
    soldCount: integer('已售', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: ['cardNo', 'cardName', 'status', 'times', 'price', 'originalPrice', 'validDays', 'onceMinutes', 'deviceType', 'buyLimit', 'refundable', 'soldCount', 'sortNo'],
    filters: ['cardName', 'cardNo', 'deviceType', 'status', 'times', 'price', 'refundable'],
    order: 'sortNo',
    card: { subtitle: 'cardNo', badge: 'status', aside: 'price', facts: ['times', 'validDays', 'soldCount'] },
    totals: ['soldCount'],
  },
  form: [
    { title: '次卡', fields: ['cardName', 'deviceType', 'times', 'onceMinutes', 'validDays', 'sortNo'] },
    { title: '价格与限制', fields: ['price', 'originalPrice', 'buyLimit', 'refundable', 'areaCodes'] },
  ],
  actions: {
    ...shelfActions,
    sell: sellAction,
    copy: { label: '复制', permission: 'add', confirm: '复制为一张未上架的新卡。' },
  },
  check(draft) {
    if (draft.originalPrice && Number(draft.originalPrice) < Number(draft.price)) return { originalPrice: '原价不能低于售价' }
  },
  menu: { group: 'product', icon: 'tag', order: 30 },
})
