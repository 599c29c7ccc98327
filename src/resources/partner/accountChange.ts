import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { choice, dateTime, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { ACCOUNT_FIELDS, payeeAccount } from './payeeAccount.ts'
import { accountTypes } from './payeeAccount.ts'

export const accountChangeStates = choices('pb_account_change_status', '收款账户变更状态', {
  waiting: ['0', '待复核', 'orange'],
  done: ['1', '已生效', 'green'],
  rejected: ['2', '已驳回', 'red'],
  cancelled: ['3', '已撤销', 'default'],
})

/** A provider's or a driver's money is to go to another account: asked for by one person, checked by another, in force from then on. */
export const accountChange = defineResource({
  name: 'accountChange',
  label: '收款账户变更',
  title: 'changeNo',
  scope: 'department',
  verbs: ['export'],
  fields: {
    changeNo: serial('变更单号', { prefix: 'ZH' }),
    providerId: ref('服务商', 'serviceProvider', { required: true, readOnly: true }),
    driverId: ref('司机', 'driverMessage', { readOnly: true, hint: '收款微信的变更；空为服务商的账户' }),
    beforeType: choice('原账户类型', accountTypes, { readOnly: true }),
    beforeBank: text('原开户行', { readOnly: true, max: 100 }),
    beforeNo: text('原银行账号', { readOnly: true, max: 32, mask: 'bankCard' }),
    beforeName: text('原户名', { readOnly: true, max: 100, mask: 'name' }),
    ...payeeAccount({ readOnly: true }),
    changeReason: text('变更原因', { readOnly: true, max: 255 }),
    effectTime: dateTime('生效时间', { readOnly: true }),
    status: choice('状态', accountChangeStates, { readOnly: true, initial: 'waiting' }),
    ...approvalFields,
  },
  list: {
    source: '申请变更收款账户后列在这里',
    columns: ['changeNo', 'status', 'providerId', 'driverId', 'beforeNo', 'bankNo', 'bankName', 'accountName', 'changeReason', 'createBy', 'createTime', 'effectTime'],
    filters: ['changeNo', 'status', 'providerId', 'driverId', 'createTime', 'effectTime'],
    card: { subtitle: 'providerId', badge: 'status', aside: 'bankNo', facts: ['bankName', 'accountName', 'createTime'] },
  },
  form: [
    { title: '变更', fields: ['changeNo', 'providerId', 'driverId', 'changeReason', 'effectTime'] },
    { title: '原账户', fields: ['beforeType', 'beforeBank', 'beforeNo', 'beforeName'] },
    { title: '新账户', fields: [...ACCOUNT_FIELDS] },
  ],
  actions: {
    approve: { label: '复核通过', when: { status: ['waiting'] } },
    reject: { label: '驳回' },
    cancel: { label: '撤销', when: { status: ['waiting'] }, reason: true, danger: true },
  },
  approval: {
    noun: '收款账户变更',
    state: 'status',
    steps: [{ action: 'approve', name: '复核' }],
    passed: 'done',
    reject: 'reject',
    rejected: 'rejected',
    hours: 'review.dueHours',
    facts: ['providerId', 'driverId', ['bankNo', 'bankName', 'accountName', 'accountType'], ['beforeNo', 'beforeBank', 'beforeName', 'beforeType'], 'changeReason'],
  },
  menu: { group: 'partner', icon: 'bank', order: 30 },
})
