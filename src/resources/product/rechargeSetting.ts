import { dateTime, integer, money, ref, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { shelfActions, shelfStatus } from '../shelf.ts'
import { rechargeAction } from './selling.ts'

/** What a consumer may put into the wallet, and what is given on top. A gift is spent last and never paid back. */
export const rechargeSetting = defineResource({
  name: 'rechargeSetting',
  label: '充值设置',
  title: 'title',
  scope: 'tenant',
  fields: {
    title: text('名称', { required: true, max: 30, width: 180 }),
    payAmount: money('充值金额', { required: true, unique: true, min: 0.01, hint: '上下限见 APP配置' }),
    giftAmount: money('赠送金额', { required: true, min: 0, hint: '最后使用，不可退' }),
    giftCardId: ref('赠送卡', 'onceCard'),
    limitTimes: integer('每人限次', { min: 0, max: 999, initial: 0, hint: '0 为不限' }),
    firstOnly: toggle('首充专享'),
    startTime: dateTime('开始时间'),
    endTime: dateTime('结束时间'),
    tag: text('角标', { max: 8 }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: shelfStatus,
  },
  list: {
    columns: ['title', 'status', 'payAmount', 'giftAmount', 'giftCardId', 'tag', 'firstOnly', 'limitTimes', 'startTime', 'endTime', 'sortNo'],
    filters: ['title', 'status', 'payAmount', 'firstOnly', 'giftCardId', 'startTime', 'endTime'],
    order: 'sortNo',
    card: { subtitle: 'tag', badge: 'status', aside: 'payAmount', facts: ['giftAmount', 'giftCardId', 'endTime'] },
  },
  form: [
    { title: '充值', fields: ['title', 'payAmount', 'giftAmount', 'giftCardId', 'tag', 'sortNo'] },
    { title: '限制', fields: ['firstOnly', 'limitTimes', 'startTime', 'endTime'] },
  ],
  actions: {
    ...shelfActions,
    recharge: rechargeAction,
  },
  check(draft) {
    if (Number(draft.giftAmount ?? 0) > Number(draft.payAmount)) return { giftAmount: '赠送金额不能超过充值金额' }
    if (draft.firstOnly === 'Y' && Number(draft.limitTimes ?? 0) > 1) return { limitTimes: '首充专享每人只有一次' }
    if (draft.startTime && draft.endTime && draft.startTime >= draft.endTime) return { endTime: '结束时间须晚于开始时间' }
  },
  menu: { group: 'product', icon: 'pay-circle', order: 50 },
})
