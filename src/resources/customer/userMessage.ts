import { choices } from '#model/choices.ts'
import { area, choice, dateTime, image, integer, money, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { sexes } from '../sexes.ts'
import { depositStates } from '../order/depositStates.ts'

export const consumerStates = choices('pb_user_status', '用户状态', {
  normal: ['1', '正常', 'green'],
  frozen: ['2', '冻结', 'orange'],
  closed: ['3', '注销', 'default'],
})

export const authStates = choices('pb_auth_status', '实名状态', {
  none: ['0', '未认证', 'default'],
  checking: ['1', '审核中', 'blue'],
  passed: ['2', '已认证', 'green'],
  failed: ['3', '认证失败', 'red'],
})

/** Consumers: people who rent. Staff are `sysUser`. */
export const userMessage = defineResource({
  name: 'userMessage',
  label: '用户信息',
  title: 'nickName',
  scope: 'tenant',
  fields: {
    userNo: serial('用户编号', { prefix: 'YH' }),
    nickName: text('昵称', { max: 50, byPart: true }),
    avatar: image('头像'),
    phone: text('手机号', { required: true, unique: true, format: 'mobile', mask: 'phone' }),
    realName: text('姓名', { max: 32, mask: 'name' }),
    idCardNo: text('身份证', { format: 'idCard', mask: 'idCard' }),
    authStatus: choice('实名状态', authStates, { initial: 'none' }),
    sex: choice('性别', sexes),
    openId: text('微信标识', { max: 64, mask: 'account' }),
    alipayId: text('支付宝标识', { max: 64, mask: 'account' }),
    areaCode: area('常用城市'),
    balance: money('余额', { readOnly: true, initial: '0.00' }),
    giftBalance: money('赠送余额', { readOnly: true, initial: '0.00' }),
    frozen: money('冻结', { readOnly: true, initial: '0.00' }),
    depositStatus: choice('押金状态', depositStates, { readOnly: true }),
    orderCount: integer('订单数', { readOnly: true, initial: 0 }),
    payTotal: money('消费额', { readOnly: true, initial: '0.00' }),
    oweAmount: money('欠费', { readOnly: true, initial: '0.00' }),
    status: choice('状态', consumerStates, { required: true, initial: 'normal', fixed: true, hint: '冻结即列入黑名单' }),
    freezeReason: text('冻结原因', { max: 255, requiredWhen: { status: ['frozen'] } }),
    registerTime: dateTime('注册时间', { initial: 'now' }),
    lastOrderTime: dateTime('最近下单', { readOnly: true }),
  },
  list: {
    columns: ['userNo', 'nickName', 'avatar', 'phone', 'authStatus', 'areaCode', 'balance', 'giftBalance', 'orderCount', 'payTotal', 'oweAmount', 'status', 'registerTime'],
    filters: ['nickName', 'phone', 'authStatus', 'status', 'areaCode', 'registerTime', 'balance'],
    card: { subtitle: 'phone', badge: 'status', aside: 'balance', facts: ['authStatus', 'orderCount', 'payTotal'] },
    totals: ['balance', 'giftBalance', 'payTotal', 'oweAmount'],
  },
  form: [
    { title: '基本资料', fields: ['nickName', 'avatar', 'phone', 'sex', 'areaCode', 'registerTime'] },
    { title: '实名', fields: ['realName', 'idCardNo', 'authStatus', 'openId', 'alipayId'] },
    { title: '状态与黑名单', fields: ['status', 'freezeReason'] },
  ],
  actions: {
    freeze: { label: '冻结', when: { status: ['normal'] }, reason: true, danger: true, batch: true, confirm: '冻结即列入黑名单：不能再租借、购买和提现，已付的押金和订单仍可退款。' },
    unfreeze: { label: '解冻', when: { status: ['frozen'] }, permission: 'freeze', batch: true, confirm: '解冻即移出黑名单。' },
    close: { label: '注销', when: { status: ['normal', 'frozen'] }, danger: true, confirm: '注销后不能再租借、购买和提现。' },
    reopen: { label: '恢复', when: { status: ['closed'] }, permission: 'close', reason: true, confirm: '恢复后又可以租借、购买和提现。' },
  },
  figures: {
    registered: { label: '新用户', unit: '人', at: 'registerTime', by: ['areaCode'] },
  },
  check(draft) {
    if (draft.authStatus === authStates.passed && (!draft.realName || !draft.idCardNo)) return { realName: '已认证的用户须有姓名和身份证' }
  },
  menu: { group: 'customer', icon: 'contacts', order: 10 },
})
