/** The settings every money rule reads. Money is 元, ratios are percent; keys about money need a second person. */
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { configGroups } from '#resources/finance/appConfig.ts'
import { valueTypes } from '#resources/finance/configValue.ts'
import { isUnderFourEyes } from '#resources/finance/settings.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import { insertMany } from '../db/bulk.ts'
import { seedId } from './seed-id.ts'

interface Setting {
  group: ValueIn<typeof configGroups>
  name: string
  value: string
  type: ValueIn<typeof valueTypes>
  /** What a number is counted in. */
  unit?: string
  range?: string
  remark?: string
}

const number = (
  group: Setting['group'],
  name: string,
  value: string,
  unit: string,
  range: string,
  remark?: string,
): Setting => ({ group, name, value, type: valueTypes.number, unit, range, ...(remark && { remark }) })
const yesNo = (group: Setting['group'], name: string, value: 'Y' | 'N', remark?: string): Setting => ({
  group,
  name,
  value,
  type: valueTypes.toggle,
  remark,
})

export const appConfigs: Readonly<Record<string, Setting>> = {
  'notice.unopenedMinutes': number(
    configGroups.basic,
    '通知未打开时限',
    '15',
    '分钟',
    '1-1440',
    '超过后换下一渠道，再通知代理人',
  ),
  'notice.quietHours': {
    group: configGroups.basic,
    name: '通知免打扰时段',
    value: '22:00-08:00',
    type: valueTypes.text,
    remark: '此时段内不发聊天消息，紧急通知除外；每人可改为自己的时段。填“无”为不设',
  },
  'platform.name': { group: configGroups.basic, name: '小程序名称', value: '伏特充电', type: valueTypes.text },
  'billing.freeMinutes': number(configGroups.billing, '免费分钟', '5', '分钟', '0-60', '租借后多少分钟内归还不收费'),
  'billing.hourPrice': number(configGroups.billing, '每小时价格', '3', '元', '0-50', '套餐未另行规定时'),
  'billing.dayCap': number(configGroups.billing, '日封顶', '30', '元', '1-99'),
  'billing.totalCap': number(configGroups.billing, '总封顶', '99', '元', '1-999', '达到后视为买断'),
  'deposit.amount': number(configGroups.deposit, '押金金额', '99', '元', '0-999'),
  'deposit.autoRefund': yesNo(configGroups.deposit, '自动退押', 'N', '没有未完成订单和欠费时，退押不经审核'),
  'deposit.dueHours': number(configGroups.deposit, '退押处理时限', '24', '小时', '1-168'),
  'order.settleDueHours': number(configGroups.billing, '强制结单审批时限', '24', '小时', '1-168'),
  'refund.limitHours': number(configGroups.deposit, '退款时限', '24', '小时', '1-720', '订单结束后多久内可以申请退款'),
  'withdraw.min': number(configGroups.withdraw, '提现最低', '10', '元', '0.01-4000', '每笔'),
  'withdraw.max': number(configGroups.withdraw, '提现最高', '4000', '元', '1-50000', '每笔，服务商以其配置为准'),
  'withdraw.feeRate': number(configGroups.withdraw, '提现手续费率', '0.6', '%', '0-10'),
  'withdraw.taxFree': number(configGroups.withdraw, '提现免税额', '800', '元', '0-100000', '个人每笔超过部分代扣税'),
  'withdraw.taxRate': number(configGroups.withdraw, '代扣税率', '20', '%', '0-45'),
  'withdraw.autoEnabled': yesNo(
    configGroups.withdraw,
    '小额自动通过',
    'N',
    '没有风险提示的小额提现不经审核，服务商还须其配置也为“是”',
  ),
  'withdraw.autoMax': number(configGroups.withdraw, '小额上限', '200', '元', '0-1000', '服务商配置更小的以其为准'),
  'withdraw.managerMax': number(configGroups.withdraw, '经理审批上限', '5000', '元', '0-100000', '超过时还须财务复核'),
  'withdraw.dayTimes': number(configGroups.withdraw, '每日提现次数', '1', '次', '1-99', '服务商以其配置为准'),
  'withdraw.confirmHours': number(configGroups.withdraw, '确认收款时限', '24', '小时', '1-72', '超过未确认的退回余额'),
  'withdraw.dueHours': number(configGroups.withdraw, '提现处理时限', '24', '小时', '1-168'),
  'approval.cardMax': number(
    configGroups.basic,
    '卡片直接通过上限',
    '1000',
    '元',
    '0-100000',
    '超过的在聊天卡片上只能打开页面后处理',
  ),
  'agentApply.dueHours': number(configGroups.basic, '代理申请处理时限', '24', '小时', '1-168'),
  'review.dueHours': number(configGroups.basic, '资料审核时限', '24', '小时', '1-168', '广告、司机、车辆'),
  'userCard.pauseMaxDays': number(configGroups.billing, '用户卡暂停上限', '30', '天', '0-366', '每张卡累计'),
  'driver.freezeMax': number(configGroups.withdraw, '司机设备款上限', '99', '元', '0-999', '每台设备'),
  'recharge.min': number(configGroups.billing, '充值最低', '1', '元', '0.01-1000', '每档'),
  'recharge.max': number(configGroups.billing, '充值最高', '1000', '元', '1-50000', '每档'),
  'withdraw.accountDays': number(configGroups.withdraw, '账户变更观察期', '7', '天', '0-365', '期间提现提示风险'),
  'advertisement.leadHours': number(
    configGroups.basic,
    '广告审核提前量',
    '24',
    '小时',
    '1-720',
    '开始时间至少晚于提交',
  ),
  'service.phone': { group: configGroups.service, name: '客服电话', value: '400-820-1616', type: valueTypes.text },
  'service.hours': { group: configGroups.service, name: '客服时间', value: '08:00-22:00', type: valueTypes.text },
  'complaint.acceptHours': number(configGroups.service, '投诉受理时限', '4', '小时', '1-72'),
  'complaint.solveHours': number(configGroups.service, '投诉解决时限', '48', '小时', '1-240'),
  'complaint.agentRefundMax': number(
    configGroups.service,
    '代理可自行退款',
    '20',
    '元',
    '0-99',
    '超过须经理审批，服务商配置更小的以其为准',
  ),
  'service.notice': {
    group: configGroups.service,
    name: '客服公告',
    value:
      '<p>客服时间 <strong>08:00-22:00</strong>，节假日照常。</p><p>押金退还一般在 <strong>24 小时</strong>内到账。</p>',
    type: valueTypes.richText,
    remark: '显示在小程序的客服页',
  },
  'share.title': {
    group: configGroups.sharing,
    name: '分享标题',
    value: '手机没电？扫码借电，随借随还',
    type: valueTypes.text,
  },
  'app.homeTabs': {
    group: configGroups.basic,
    name: '小程序首页标签',
    value:
      '[\n  { "text": "首页", "page": "home" },\n  { "text": "附近", "page": "nearby" },\n  { "text": "我的", "page": "me" }\n]',
    type: valueTypes.json,
  },
  'app.version': { group: configGroups.version, name: '最新版本', value: '3.2.0', type: valueTypes.text },
}

/** For one tenant; a new tenant gets them too. */
export async function seedAppConfigs(tx: Tx, tenantId: number, isNew: (key: string) => boolean): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.appConfig),
    Object.entries(appConfigs)
      .filter(([key]) => isNew(key))
      .map(([key, { group, name, value, type, unit, range, remark }]) => ({
        id: seedId('appConfig', tenantId, key),
        tenantId,
        groupCode: group,
        configKey: key,
        configName: name,
        valueType: type,
        configValue: value,
        defaultValue: value,
        unit,
        valueRange: range,
        needAudit: isUnderFourEyes(key) ? 'Y' : 'N',
        status: enableStates.on,
        remark,
        createBy: 'system',
      })),
  )
}
