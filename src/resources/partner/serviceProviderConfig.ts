import { choices } from '#model/choices.ts'
import { choice, integer, money, percent, ref, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { ACCOUNT_FIELDS, payeeAccount } from './payeeAccount.ts'

export const settleCycles = choices('pb_settle_cycle', '结算周期', {
  nextDay: ['1', 'T+1'],
  week: ['2', 'T+7'],
  nextMonth: ['3', '次月1日'],
})

/** Terms of one provider. The ratios along a chain never add up to more than 100 %. */
export const serviceProviderConfig = defineResource({
  name: 'serviceProviderConfig',
  label: '服务商配置',
  title: 'providerId',
  scope: 'department',
  // They are there as long as their provider is: without them it earns nothing.
  verbs: ['add', 'edit', 'export', 'import'],
  fields: {
    providerId: ref('服务商', 'serviceProvider', { required: true, unique: true, fixed: true }),
    shareRatio: percent('分润比例', { required: true }),
    settleCycle: choice('结算周期', settleCycles, { required: true, initial: 'nextDay' }),
    packageGroupId: ref('默认套餐组', 'packageGroup'),
    withdrawMin: money('提现下限', { required: true, min: 0.01, initial: '100.00' }),
    withdrawMax: money('提现上限', { required: true, min: 0.01, initial: '50000.00' }),
    withdrawFeeRate: percent('提现费率', { required: true, initial: '0.60' }),
    withdrawDayTimes: integer('每日次数', { required: true, min: 1, max: 99, initial: 1 }),
    autoWithdraw: toggle('小额自动通过', { required: true }),
    autoWithdrawMax: money('小额上限', { requiredWhen: { autoWithdraw: ['Y'] } }),
    refundLimit: money('可自行退款上限', { required: true, initial: '20.00' }),
    allowPrice: toggle('可改价', { required: true }),
    priceMin: money('最低价', { requiredWhen: { allowPrice: ['Y'] } }),
    priceMax: money('最高价', { requiredWhen: { allowPrice: ['Y'] } }),
    // Agreed to by a second person, from the first one on.
    ...payeeAccount({ readOnly: true }),
    servicePhone: text('客服电话', { max: 20, format: 'phone' }),
  },
  list: {
    columns: ['providerId', 'shareRatio', 'settleCycle', 'withdrawMin', 'withdrawMax', 'withdrawFeeRate', 'autoWithdraw', 'allowPrice', 'bankNo', 'updateTime'],
    filters: ['providerId', 'settleCycle', 'autoWithdraw', 'shareRatio'],
    card: { subtitle: 'settleCycle', aside: 'shareRatio', facts: ['withdrawMin', 'withdrawMax', 'withdrawFeeRate'] },
  },
  form: [
    { title: '分润与结算', fields: ['providerId', 'shareRatio', 'settleCycle', 'packageGroupId'] },
    { title: '提现', fields: ['withdrawMin', 'withdrawMax', 'withdrawFeeRate', 'withdrawDayTimes', 'autoWithdraw', 'autoWithdrawMax'] },
    { title: '退款与改价', fields: ['refundLimit', 'allowPrice', 'priceMin', 'priceMax'] },
    { title: '收款账户', fields: [...ACCOUNT_FIELDS, 'servicePhone'] },
  ],
  actions: {
    changeAccount: { label: '修改收款账户', reason: true, confirm: '由另一人复核通过后生效；生效后几天内提现提示风险。', input: payeeAccount({ required: true }) },
  },
  check(draft) {
    const more = (a?: string | null, b?: string | null) => a != null && b != null && Number(a) > Number(b)
    if (more(draft.withdrawMin, draft.withdrawMax)) return { withdrawMax: '提现上限不能小于下限' }
    if (more(draft.priceMin, draft.priceMax)) return { priceMax: '最高价不能小于最低价' }
  },
  menu: { group: 'partner', icon: 'setting', order: 20 },
})
