import { area, dateTime, dict, image, integer, money, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** Consumers: people who rent. Staff are `sysUser`. */
export const userMessage = defineResource({
  name: 'userMessage',
  label: '用户信息',
  title: 'nickName',
  scope: 'tenant',
  fields: {
    userNo: serial('用户编号', { prefix: 'YH' }),
    nickName: text('昵称', { max: 50 }),
    avatar: image('头像'),
    phone: text('手机号', { required: true, unique: true, format: 'mobile', mask: 'phone' }),
    realName: text('姓名', { max: 32, mask: 'name' }),
    idCardNo: text('身份证', { format: 'idCard', mask: 'idCard' }),
    authStatus: dict('实名状态', 'pb_auth_status', { initial: '0' }),
    sex: dict('性别', 'sex'),
    openId: text('微信标识', { max: 64, mask: 'account' }),
    alipayId: text('支付宝标识', { max: 64, mask: 'account' }),
    areaCode: area('常用城市'),
    balance: money('余额', { readOnly: true, initial: '0.00' }),
    giftBalance: money('赠送余额', { readOnly: true, initial: '0.00' }),
    frozen: money('冻结', { readOnly: true, initial: '0.00' }),
    depositStatus: dict('押金状态', 'pb_deposit_status', { readOnly: true }),
    orderCount: integer('订单数', { readOnly: true, initial: 0 }),
    payTotal: money('消费额', { readOnly: true, initial: '0.00' }),
    oweAmount: money('欠费', { readOnly: true, initial: '0.00' }),
    status: dict('状态', 'pb_user_status', { required: true, initial: '1' }),
    freezeReason: text('冻结原因', { max: 255 }),
    registerTime: dateTime('注册时间', { initial: 'now' }),
    lastOrderTime: dateTime('最近下单', { readOnly: true }),
  },
  list: {
    columns: [
      'userNo',
      'nickName',
      'avatar',
      'phone',
      'authStatus',
      'areaCode',
      'balance',
      'giftBalance',
      'orderCount',
      'payTotal',
      'oweAmount',
      'status',
      'registerTime',
    ],
    filters: ['nickName', 'phone', 'authStatus', 'status', 'areaCode', 'registerTime', 'balance'],
    card: { subtitle: 'phone', badge: 'status', aside: 'balance', facts: ['authStatus', 'orderCount', 'payTotal'] },
    totals: ['balance', 'giftBalance', 'payTotal', 'oweAmount'],
  },
  form: [
    { title: '基本资料', fields: ['nickName', 'avatar', 'phone', 'sex', 'areaCode', 'registerTime'] },
    { title: '实名', fields: ['realName', 'idCardNo', 'authStatus', 'openId', 'alipayId'] },
    { title: '状态', fields: ['status', 'freezeReason'] },
  ],
  check(draft) {
    if (draft.status === '2' && !draft.freezeReason) return { freezeReason: '请输入冻结原因' }
    if (draft.authStatus === '2' && (!draft.realName || !draft.idCardNo))
      return { realName: '已认证的用户须有姓名和身份证' }
  },
  menu: { group: 'customer', icon: 'contacts', order: 10 },
})
