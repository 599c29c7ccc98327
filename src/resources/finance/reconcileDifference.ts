import { choices } from '#model/choices.ts'
import { choice, dateTime, money, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const differenceKinds = choices('pb_difference_kind', '对账差异类型', {
  balance: ['1', '余额与流水不符', 'red'],
  frozen: ['2', '冻结与流水不符', 'red'],
  gift: ['3', '赠送余额与流水不符', 'red'],
  shares: ['4', '分润与实付不符', 'orange'],
  income: ['5', '收款与流水不符', 'orange'],
  payOut: ['6', '打款与渠道不符', 'purple'],
  overshared: ['7', '分润比例超过100%', 'red'],
  overpaid: ['8', '退补超过实付', 'red'],
})

export const differenceStates = choices('pb_difference_status', '对账差异状态', {
  open: ['0', '待处理', 'orange'],
  cleared: ['1', '已处理', 'green'],
})

/** Two books that should agree and do not. Found at night or by the button; stays until somebody clears it with a reason. */
export const reconcileDifference = defineResource({
  name: 'reconcileDifference',
  label: '对账差异',
  title: 'diffNo',
  scope: 'tenant',
  verbs: ['export'],
  fields: {
    diffNo: serial('差异单号', { prefix: 'DZ' }),
    kind: choice('差异类型', differenceKinds, { readOnly: true, initial: 'balance' }),
    subject: text('对象', { readOnly: true, max: 100, width: 180 }),
    bizNo: text('业务单号', { readOnly: true, max: 64, width: 190 }),
    expected: money('应为', { readOnly: true, signed: true }),
    actual: money('实际', { readOnly: true, signed: true }),
    difference: money('差额', { readOnly: true, signed: true }),
    detail: text('说明', { readOnly: true, max: 255 }),
    foundTime: dateTime('发现时间', { readOnly: true }),
    lastTime: dateTime('最近一次对账', { readOnly: true }),
    status: choice('状态', differenceStates, { readOnly: true, initial: 'open' }),
    handlerId: user('处理人', { readOnly: true }),
    clearTime: dateTime('处理时间', { readOnly: true }),
    clearReason: text('处理说明', { readOnly: true, max: 255 }),
  },
  list: {
    source: '对账发现不符时列在这里',
    columns: ['diffNo', 'status', 'kind', 'subject', 'bizNo', 'expected', 'actual', 'difference', 'foundTime', 'lastTime', 'handlerId', 'clearReason'],
    filters: ['diffNo', 'status', 'kind', 'bizNo', 'foundTime'],
    card: { subtitle: 'subject', badge: 'status', aside: 'difference', facts: ['kind', 'bizNo', 'foundTime'] },
    totals: ['difference'],
  },
  form: [
    { title: '差异', fields: ['kind', 'subject', 'bizNo', 'expected', 'actual', 'difference', 'detail', 'foundTime', 'lastTime'] },
    { title: '处理', fields: ['handlerId', 'clearTime', 'clearReason'] },
  ],
  actions: {
    run: { label: '立即对账', ordered: '已开始对账，完成后在消息中告知结果', creates: true, confirm: '核对全部余额、订单分润与近七天打款，完成后在消息中告知结果。' },
    clear: { label: '处理', when: { status: ['open'] }, reason: true, batch: true },
  },
  menu: { group: 'finance', icon: 'reconciliation', order: 40 },
})
